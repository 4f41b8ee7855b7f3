// SPDX-License-Identifier: GPL-3.0-or-later
// Formats of weights and products by the operations' operands, and of what the optimizer keeps by the names
// of its kernels; where neither tells, by what the framework does unless it is told otherwise.
#include "app/session/guess/guessed_models.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"

#include <array>
#include <utility>

namespace shardscope::app {
namespace {

using core::Value;
using profiler::Confidence;

std::string formatOf(std::string_view type)
{
    return type == "c10::BFloat16"           ? "bf16"
           : type == "c10::Half"             ? "fp16"
           : type == "float"                 ? "fp32"
           : type.starts_with("c10::Float8") ? "fp8"
                                             : "";
}

/// Kernels that step weights: their name, then the format of the tensors that they step. Sources: PyTorch,
/// ATen/native/cuda/fused_adam_utils.cuh and FusedSgdKernel.cu; NVIDIA/apex, csrc/multi_tensor_adam.cu;
/// NVIDIA/TransformerEngine, common/multi_tensor/adam.cu.
constexpr std::array<std::string_view, 4> kSteps{"FusedAdamMathFunctor<", "FusedSgdMathFunctor<",
                                                 "AdamFunctor<", "LAMBStage2Functor<"};
/// In those two libraries, the functor that steps a copy of 32 bits and writes the weights from it.
constexpr std::string_view kMasters = "AdamFunctorMaster<";

struct Stepped {
    std::string format; ///< "master": copies of 32 bits; else a format; "": not told
    std::string kernel; ///< "FusedAdamMathFunctor<float>"
};

/// What a kernel's name says that the optimizer steps.
Stepped steppedBy(std::string_view name)
{
    const auto told = [&](std::string_view kernel, std::size_t at, std::string format) {
        const std::string_view rest = name.substr(at + kernel.size());
        return Stepped{std::move(format),
                       std::string(kernel) + std::string(rest.substr(0, rest.find_first_of(",>"))) + ">"};
    };
    if (const std::size_t at = name.find(kMasters); at != std::string_view::npos)
        return told(kMasters, at, "master");
    for (const std::string_view kernel : kSteps) {
        const std::size_t at = name.find(kernel);
        if (at == std::string_view::npos)
            continue;
        const std::string_view rest = name.substr(at + kernel.size());
        return told(kernel, at, formatOf(rest.substr(0, rest.find_first_of(",>"))));
    }
    return {};
}

Stepped steppedFormat(const core::Timeline& timeline)
{
    for (std::size_t at = 0; at < timeline.names().size(); ++at) {
        Stepped stepped = steppedBy(timeline.names().text(core::NameId{at}));
        if (!stepped.format.empty())
            return stepped;
    }
    return {};
}

void guessMaster(const std::string& weights, const core::Timeline& timeline, Guess& guess)
{
    const auto keeps = [&](const char* master, const std::string& state, const std::string& why,
                           Confidence confidence) {
        guess.plans("precision.master", Value::ofText(master), why, confidence);
        guess.plans("precision.optimizer_state", Value::ofText(state), why, confidence);
    };
    const Stepped stepped = steppedFormat(timeline);
    const std::string framework = nameOfFramework(guess);
    if (stepped.format == "master" || stepped.format == "fp32")
        return keeps("fp32", "fp32", core::phrase(W_("the optimizer ran %1"), {stepped.kernel}),
                     Confidence::High);
    if (!stepped.format.empty())
        return keeps("none", stepped.format, core::phrase(W_("the optimizer ran %1"), {stepped.kernel}),
                     Confidence::High);
    if (framework == "huggingface")
        return keeps("none", weights,
                     core::phrase(W_("torch.optim keeps its state in the parameters' own format")),
                     Confidence::Medium);
    if (framework == "megatron" || framework == "deepspeed") // megatron/core/optimizer/optimizer.py;
        return keeps("fp32", "fp32",                         // deepspeed/runtime/bf16_optimizer.py, zero/
                     core::phrase(W_("%1 keeps copies of 32 bits unless it is told not to; operations do "
                                     "not show it"),
                                  {framework}),
                     Confidence::Low);
    guess.notKnown.push_back({"precision.master", core::phrase(W_("operations do not show in which format "
                                                                  "the optimizer keeps its state"))});
}

} // namespace

void guessPrecision(const OperationsOfStep& step, const core::Timeline& timeline, Guess& guess)
{
    std::string weights;
    std::string operands;
    for (const RecordedOperation& one : step.operations) {
        const bool norm = one.name == "aten::layer_norm" || one.name == "aten::native_layer_norm" ||
                          one.name == "aten::rms_norm" || one.name == "aten::_fused_rms_norm";
        if (norm && weights.empty() && one.types.size() > 2)
            weights = formatOf(one.types[2]);
        const bool product = one.name == "aten::linear" || one.name == "aten::addmm" ||
                             one.name == "aten::mm" || one.name == "aten::matmul";
        if (product && operands.empty() && !one.types.empty())
            operands = formatOf(one.types.back() == "Scalar" ? one.types.front() : one.types[0]);
    }
    if (weights.empty() && operands.empty())
        return;
    if (weights.empty()) { // which autocast may have made of others
        guess.plans("precision.weights", Value::ofText(operands),
                    core::phrase(W_("products are called as %1"), {operands}), Confidence::Medium);
        return;
    }
    guess.plans("precision.weights", Value::ofText(weights),
                core::phrase(W_("weights are called as %1"), {weights}));
    if (weights == "fp32" && !operands.empty() && operands != "fp32")
        guess.plans("precision.autocast", Value::ofFlag(true),
                    core::phrase(W_("products are called as %1"), {operands}));
    else if (weights != "fp32")
        guessMaster(weights, timeline, guess);
}

} // namespace shardscope::app
