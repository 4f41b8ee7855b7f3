// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/calibrate/predicted_figure.h"

#include <algorithm>
#include <map>
#include <vector>

namespace shardscope::planner {
namespace {

using core::StepPart;

std::optional<double> stepFigure(const core::Evaluation& evaluation, const std::string& key)
{
    static const std::map<std::string, std::vector<StepPart>> kSums{
        {"step_seconds", {StepPart::Total}},
        {"forward_seconds", {StepPart::Forward}},
        {"backward_seconds", {StepPart::Backward, StepPart::Recompute}},
        {"recompute_seconds", {StepPart::Recompute}},
        {"optimizer_seconds", {StepPart::Optimizer}},
        {"computing_seconds",
         {StepPart::Forward, StepPart::Backward, StepPart::Recompute, StepPart::Optimizer}},
        {"exposed_communication_seconds", {StepPart::ExposedCommunication}}};
    const auto sum = kSums.find(key);
    if (sum == kSums.end())
        return std::nullopt;
    double seconds = 0;
    for (const StepPart part : sum->second) {
        const auto found = evaluation.step.find(part);
        seconds += found == evaluation.step.end() ? 0 : found->second.seconds.value();
    }
    return seconds;
}

std::optional<double> throughputFigure(const core::Throughput& throughput, const std::string& key)
{
    if (key == "samples_per_second")
        return throughput.samplesPerSecond;
    if (key == "tokens_per_second")
        return throughput.tokensPerSecond;
    if (key == "model_tflops_per_device")
        return throughput.modelTflopsPerDevice;
    if (key == "model_flops_utilization")
        return throughput.modelFlopsUtilization;
    return std::nullopt;
}

/// The bytes of tensors alone, as allocators count them: without what the framework takes beside them.
std::optional<double> tensorsOf(const core::MemoryBreakdown& memory, const core::TierUse* use)
{
    if (use == nullptr)
        return std::nullopt;
    return (use->peak - memory.held(use->rankClass, core::Tier::Device, core::Purpose::Framework)).value();
}

/// The ranks that hold the model's first layers, whether they are the fullest or not.
const core::TierUse* firstStage(const core::MemoryBreakdown& memory)
{
    const auto found = std::ranges::find_if(memory.tiers, [](const core::TierUse& use) {
        return use.tier == core::Tier::Device && use.rankClass == 0;
    });
    return found == memory.tiers.end() ? nullptr : &*found;
}

} // namespace

std::optional<double> predictedFigure(const core::Evaluation& evaluation, const std::string& key)
{
    if (const auto* found = evaluation.figures.find(key); found != evaluation.figures.end())
        return found->second;
    if (key == "peak_bytes")
        return tensorsOf(evaluation.memory, evaluation.memory.fullestUse(core::Tier::Device));
    if (key == "first_stage_peak_bytes")
        return tensorsOf(evaluation.memory, firstStage(evaluation.memory));
    if (key == "devices")
        return static_cast<double>(evaluation.devices);
    if (key == "global_batch")
        return static_cast<double>(evaluation.plan.batch.globalBatch);
    if (evaluation.step.empty())
        return std::nullopt;
    if (key == "training_seconds" && evaluation.training)
        return evaluation.training->seconds.value();
    if (const auto rate = throughputFigure(evaluation.throughput, key))
        return rate;
    return stepFigure(evaluation, key);
}

} // namespace shardscope::planner
