// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of every framework over what it can do (planner/framework/abilities.h).
#include "core/base/text_mark.h"
#include "planner/rules/repairs.h"
#include "planner/rules/rules.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

using core::Plan;
using Facts = FrameworkFacts;

bool always(const Plan&) { return true; }
/// What other programs have no use for, and so do not heed.
bool never(const Plan&) { return false; }

const char* axesSentence(const Facts& facts) { return facts.can.axes.sentence; }

template <Axis axis>
bool hasAxis(const Plan&, const Facts& facts)
{
    return facts.can.axes.what.has(axis);
}
template <Cut cut>
bool hasCut(const Plan&, const Facts& facts)
{
    return facts.can.cuts.has(cut);
}

template <Axis axis>
constexpr Rule axisRule(const char* where, bool (*asks)(const Plan&))
{
    return {.where = where,
            .reads = {Key::Axes},
            .asks = asks,
            .may = hasAxis<axis>,
            .sentence = axesSentence,
            .repair = useItsAxes};
}

/// Whether stages are several and may share less than one may.
bool apartBesidePipeline(const Plan& plan, const Facts& facts)
{
    return plan.axes.pipeline > 1 && facts.can.besidePipeline.sentence != nullptr;
}

bool phased(const Plan& plan) { return plan.schedule == core::Schedule::Phased || plan.phases > 0; }

/// Kernels and graphs that are known of Megatron-LM's fused kernels.
bool fusedByMegatron(const Plan& plan, const Facts& facts)
{
    return facts.can.kernelChoices && plan.kernels == core::Kernels::Fused;
}

constexpr Rule kTable[]{
    {.where = "/framework",
     .reads = {Key::Framework},
     .asks = always,
     .may = [](const Plan&, const Facts& facts) { return facts.can.transformers; },
     .sentence = axesSentence,
     .repair = [](Plan& plan, const Facts&) { plan.implementation = Plan{}.implementation; }},
    {.where = "/parallel/tensor_second",
     .reads = {Key::Axes},
     .asks = [](const Plan& plan) { return plan.axes.tensorSecond > 1; },
     .may = hasAxis<Axis::TensorSecond>,
     .sentence = [](const Facts&) { return W_("%1 divides tensors in one dimension"); },
     .repair = useItsAxes},
    axisRule<Axis::Tensor>("/parallel/tensor", [](const Plan& plan) { return plan.axes.tensor > 1; }),
    axisRule<Axis::SequenceParallel>("/parallel/sequence_parallel",
                                     [](const Plan& plan) { return plan.axes.sequenceParallel; }),
    axisRule<Axis::Pipeline>("/parallel/pipeline", [](const Plan& plan) { return plan.axes.pipeline > 1; }),
    axisRule<Axis::VirtualStages>("/parallel/virtual_stages",
                                  [](const Plan& plan) { return plan.axes.virtualStages > 1; }),
    axisRule<Axis::Context>("/parallel/context", [](const Plan& plan) { return plan.axes.context > 1; }),
    axisRule<Axis::Expert>("/parallel/expert", [](const Plan& plan) { return plan.axes.expert > 1; }),
    axisRule<Axis::ExpertTensor>(
        "/parallel/expert_tensor",
        [](const Plan& plan) { return plan.axes.expertSlices() != plan.axes.tensor; }),
    {.where = "/layers_per_stage",
     .reads = {Key::Axes, Key::Layers},
     .asks = unevenStages,
     .may = hasCut<Cut::UnevenStages>,
     .sentence = [](const Facts&) { return W_("%1 has no option for the layers of each stage"); },
     .repair = [](Plan& plan, const Facts&) { plan.layersPerStage.clear(); }},
    {.where = "/sharding",
     .reads = {Key::Axes, Key::Sharding},
     .asks = always,
     .may = [](const Plan& plan,
               const Facts& facts) { return apartBesidePipeline(plan, facts) || sharesAsItCan(plan, facts); },
     .sentence = [](const Facts& facts) { return facts.can.shards.sentence; },
     .repair = shardAsItCan},
    {.where = "/sharding",
     .reads = {Key::Axes, Key::Sharding},
     .asks = always,
     .may =
         [](const Plan& plan, const Facts& facts) {
             return !apartBesidePipeline(plan, facts) || sharesAsItCan(plan, facts);
         },
     .sentence = [](const Facts& facts) { return facts.can.besidePipeline.sentence; },
     .repair = shardAsItCan},
    {.where = "/phases",
     .reads = {Key::Schedule},
     .asks = phased,
     .may = [](const Plan&,
               const Facts& facts) { return facts.can.schedules.what.has(core::Schedule::Phased); },
     .sentence = [](const Facts&) { return W_("%1 has no phased execution"); },
     .repair = useOneAtATime},
    {.where = "/schedule",
     .reads = {Key::Axes, Key::Schedule},
     .asks = [](const Plan& plan) { return plan.axes.pipeline > 1 && !phased(plan); },
     .may = [](const Plan& plan, const Facts& facts) { return facts.can.schedules.what.has(plan.schedule); },
     .sentence = [](const Facts& facts) { return facts.can.schedules.sentence; },
     .repair = useItsSchedule},
    {.where = "/recompute",
     .reads = {Key::Recompute},
     .asks = [](const Plan& plan) { return plan.recompute == core::Recompute::ByOperations; },
     .may = [](const Plan&, const Facts& facts) { return facts.can.recomputesOperations; },
     .sentence = [](const Facts&) { return W_("%1 has no recompute by operations"); },
     .repair = [](Plan& plan, const Facts&) { plan.recompute = core::Recompute::Selective; }},
    {.where = "/recompute_layers",
     .reads = {Key::Recompute},
     .asks = [](const Plan& plan) { return !plan.recomputeLayers.empty(); },
     .may = hasCut<Cut::SomeRecompute>,
     .sentence = [](const Facts&) { return W_("%1 recomputes all layers or none"); },
     .repair = [](Plan& plan, const Facts&) { plan.recomputeLayers.clear(); }},
    {.where = "/recompute_layers",
     .reads = {Key::Recompute},
     .asks = [](const Plan& plan) { return !allAlike(plan.recomputeLayers); },
     .may = hasCut<Cut::RecomputeByStage>,
     .sentence = [](const Facts&) { return W_("%1 recomputes as many layers in every stage"); },
     .repair = [](Plan& plan, const Facts&) { plan.recomputeLayers.clear(); }},
    {.where = "/kept_layers",
     .reads = {Key::Recompute}, // a search settles both together
     .asks = [](const Plan& plan) { return plan.keptLayers > 0; },
     .may = hasCut<Cut::KeptLayers>,
     .sentence = [](const Facts&) { return W_("%1 keeps the gathered weights of all layers or of none"); },
     .repair = [](Plan& plan, const Facts&) { plan.keptLayers = 0; }},
    {.where = "/weights_after_forward",
     .reads = {Key::Sharding, Key::Recompute},
     .asks = [](const Plan& plan) { return plan.sharding.weights > 1 && plan.keepWeightsAfterForward; },
     .may =
         [](const Plan&, const Facts& facts) {
             // DeepSpeed keeps what stage3_max_live_parameters and stage3_max_reuse_distance leave
             // (partitioned_param_coordinator.py); Megatron-FSDP's optim_grads_params lets each unit go (its
             // optim_grads, ZeRO 2, keeps them all).
             return facts.habits.sharder != Sharder::Zero && facts.habits.sharder != Sharder::MegatronFsdp;
         },
     .sentence = [](const Facts&) { return W_("%1 gathers sharded weights again for backward"); },
     .repair = [](Plan& plan, const Facts&) { plan.keepWeightsAfterForward = false; }},
    {.where = "/residency",
     .reads = {Key::Residency},
     .asks = movesAnything,
     .may = [](const Plan& plan,
               const Facts& facts) { return facts.can.offloads.what.meets(movedAs(plan.residency)); },
     .sentence = [](const Facts& facts) { return facts.can.offloads.sentence; },
     .repair = moveAsItCan},
    {.where = "/lora/rank",
     .reads = {Key::Kernels, Key::Schedule},
     .asks = [](const Plan& plan) { return plan.adapters.any(); },
     .may = [](const Plan& plan, const Facts& facts) { return facts.can.adapters && plan.phases == 0; },
     .sentence =
         [](const Facts& facts) {
             return facts.can.adapters ? W_("adapters are not for phased execution")
                                       : W_("%1 has no adapters beside frozen weights");
         },
     .repair = [](Plan& plan, const Facts&) { plan.adapters = {}; },
     .must = true},
    {.where = "/cuda_graphs",
     .reads = {Key::Kernels},
     .asks = [](const Plan& plan) { return plan.cudaGraphs != core::CudaGraphs::Calibrated; },
     .may = fusedByMegatron,
     .sentence = [](const Facts&) { return W_("cuda_graphs is known of Megatron-LM's fused kernels alone"); },
     .repair = [](Plan& plan, const Facts&) { plan.cudaGraphs = core::CudaGraphs::Calibrated; },
     .must = true},
    {.where = "/expert_kernels",
     .reads = {Key::Kernels},
     .asks = [](const Plan& plan) { return plan.expertKernels != core::ExpertKernels::Calibrated; },
     .may = fusedByMegatron,
     .sentence =
         [](const Facts&) { return W_("expert_kernels is known of Megatron-LM's fused kernels alone"); },
     .repair = [](Plan& plan, const Facts&) { plan.expertKernels = core::ExpertKernels::Calibrated; },
     .must = true},
    {.where = "/precision/attention",
     .reads = {Key::Kernels},
     .asks = [](const Plan& plan) { return plan.precision.attention.has_value(); },
     .may = fusedByMegatron,
     .sentence =
         [](const Facts&) { return W_("8-bit attention is known of Megatron-LM's fused kernels alone"); },
     .repair = [](Plan& plan, const Facts&) { plan.precision.attention.reset(); },
     .must = true},
    {.where = "/parallel/expert_overlap",
     .reads = {Key::Kernels, Key::Axes},
     .asks = [](const Plan& plan) { return plan.expertOverlap; },
     .may = fusedByMegatron,
     .sentence =
         [](const Facts&) { return W_("expert_overlap is known of Megatron-LM's fused kernels alone"); },
     .repair = [](Plan& plan, const Facts&) { plan.expertOverlap = false; },
     .must = true},
    {.where = "/norm_kernels",
     .reads = {Key::Kernels},
     .asks = never,
     .may = fusedByMegatron,
     .sentence =
         [](const Facts&) {
             return W_("Only RMS norms beside Megatron-LM's fused kernels may be otherwise than the rest");
         },
     .repair = [](Plan& plan, const Facts&) { plan.normKernels = core::Kernels::Fused; }},
    {.where = "/buckets",
     .reads = {Key::Kernels},
     .asks = never,
     .may = [](const Plan&, const Facts& facts) { return facts.habits.constantBuckets; },
     .sentence = [](const Facts&) { return W_("Only DeepSpeed has these buffers"); },
     .repair = [](Plan& plan, const Facts&) { plan.buckets = {}; }},
    {.where = "/framework_release",
     .reads = {Key::Framework},
     .asks = [](const Plan& plan) { return plan.release.has_value(); },
     .may = [](const Plan&, const Facts& facts) { return !facts.since.empty(); },
     .sentence = [](const Facts&) { return W_("What %1 has is not told apart by release here"); },
     .repair = useNewestRelease},
    {.where = "/options",
     .reads = {Key::Framework},
     .asks = [](const Plan& plan) { return !plan.options.empty(); },
     .may =
         [](const Plan& plan, const Facts& facts) {
             return std::ranges::all_of(plan.options, [&](const auto& said) {
                 return std::ranges::any_of(
                     facts.options, [&](const FrameworkOption& option) { return said.first == option.key; });
             });
         },
     .sentence = [](const Facts&) { return W_("%1 has no such option"); },
     .repair =
         [](Plan& plan, const Facts& facts) {
             std::erase_if(plan.options, [&](const auto& said) {
                 return std::ranges::none_of(
                     facts.options, [&](const FrameworkOption& option) { return said.first == option.key; });
             });
         }},
};

} // namespace

std::span<const Rule> commonRules() { return kTable; }

} // namespace shardscope::planner
