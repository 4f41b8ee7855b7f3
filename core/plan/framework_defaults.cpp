// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/framework_defaults.h"

namespace shardscope::core {
namespace {

constexpr auto kWeights = "/precision/weights";
constexpr auto kCompute = "/precision/compute";
constexpr auto kGradients = "/precision/gradients";
constexpr auto kMaster = "/precision/master";
constexpr auto kState = "/precision/optimizer_state";
constexpr auto kKernels = "/kernels";
constexpr auto kGathered = "/gathered_inputs";

/// Whether a format has 16 bits or fewer.
bool isNarrow(Dtype dtype) { return widthOf(dtype).value() <= 2; }

std::optional<Dtype> formatOf(FormatRule rule, const Precision& precision)
{
    switch (rule) {
    case FormatRule::AsWeights:
        return widthOf(precision.weights).value() < 2 ? Dtype::Bf16 : precision.weights;
    case FormatRule::AsGradients: return precision.gradients;
    case FormatRule::Fp32: return Dtype::Fp32;
    case FormatRule::Fp32UnderBf16: return precision.weights == Dtype::Fp16 ? Dtype::Fp16 : Dtype::Fp32;
    case FormatRule::Fp32IfNarrow:
        return isNarrow(precision.weights) ? std::optional(Dtype::Fp32) : std::nullopt;
    case FormatRule::None: break;
    }
    return std::nullopt;
}

} // namespace

void fillFormats(Plan& plan, const std::set<std::string>& given, const FrameworkDefaults& defaults)
{
    const auto open = [&](const char* key) { return given.count(key) == 0; };
    Precision& precision = plan.precision;
    if (open(kCompute))
        precision.compute = open(kWeights) && !precision.autocast ? defaults.compute : std::optional<Dtype>();
    if (open(kWeights))
        precision.weights = defaults.weights;
    if (open(kGradients)) {
        const bool adapters = defaults.adaptersFp32 && plan.adapters.any();
        precision.gradients =
            adapters ? Dtype::Fp32 : formatOf(defaults.gradients, precision).value_or(precision.weights);
    }
    if (open(kState))
        precision.optimizerState = formatOf(defaults.state, precision).value_or(Dtype::Fp32);
    if (open(kMaster))
        precision.master = formatOf(defaults.master, precision);
    if (open(kKernels))
        plan.kernels = defaults.kernels;
    if (open(kGathered))
        plan.gatheredInputs = plan.kernels == Kernels::Fused || defaults.gathersSeparately
                                  ? defaults.gathered
                                  : GatheredInputs::Saved;
}

std::set<std::string> saidFormats(const Plan& plan, const FrameworkDefaults& defaults)
{
    const std::set<std::string> all{kWeights, kCompute, kGradients, kMaster, kState, kKernels, kGathered};
    std::set<std::string> said;
    // Weights and computing are one default, so if either differs both count as said.
    const std::optional<Dtype> compute = plan.precision.autocast ? std::nullopt : defaults.compute;
    if (plan.precision.weights != defaults.weights || plan.precision.compute != compute) {
        said.insert(kWeights);
        if (plan.precision.compute)
            said.insert(kCompute);
    }
    for (const char* key : {kGradients, kMaster, kState, kKernels, kGathered}) {
        std::set<std::string> others = all;
        others.erase(key);
        Plan usual = plan;
        fillFormats(usual, others, defaults);
        if (usual != plan)
            said.insert(key);
    }
    return said;
}

} // namespace shardscope::core
