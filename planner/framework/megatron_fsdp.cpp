// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-FSDP: Megatron Core's modules, whose weights, gradients and optimizer's state are all sharded
// (--use-megatron-fsdp, --data-parallel-sharding-strategy optim_grads_params).
#include "planner/framework/megatron_core.h"
#include "planner/framework/megatron_releases.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {
namespace megatron_fsdp {
namespace {

/// A tensor group's collectives are Megatron Core's.
void adapt(const core::Plan& plan, Habits& habits)
{
    const Gradients gradients = habits.gradients;
    const When updated = habits.updatedWeights;
    kMegatron.adapt(plan, habits);
    habits.gradients = gradients;
    habits.updatedWeights = updated;
}

constexpr Rule kRules[]{
    // All its published runs are without a pipeline: a pipeline is Megatron-LM's without it.
    {.where = "/parallel/pipeline",
     .reads = {Key::Framework, Key::Axes, Key::Sharding},
     .asks = [](const core::Plan& plan) { return plan.axes.pipeline > 1; },
     .may = [](const core::Plan&, const FrameworkFacts&) { return false; },
     .sentence = [](const FrameworkFacts& facts) { return facts.can.besidePipeline.sentence; },
     .repair =
         [](core::Plan& plan, const FrameworkFacts&) {
             plan.implementation = core::Framework::Megatron;
             plan.sharding = {1, 1, plan.axes.replicas()};
         }},
    kMegatronCoreRounds,
    kMegatronCoreOffload,
};

constexpr Abilities abilities()
{
    Abilities can = kMegatronCoreCan;
    can.shards = {{Shards::Weights}, W_("%1 shards weights, gradients and optimizer over all replicas")};
    can.besidePipeline = {{}, W_("%1 shards neither weights nor gradients beside a pipeline")};
    can.offloads = {{Offload::Nothing, Offload::Activations},
                    W_("%1 offloads activations alone, where there is neither a pipeline nor recompute")};
    return can;
}

/// Units are layers; the next one's weights are gathered while one computes, and its gradients are scattered
/// beside the passes (core/distributed/fsdp/src/megatron_fsdp, AllGatherPipeline, GradReducePipeline).
constexpr Habits habits()
{
    Habits made = kMegatronCoreHabits;
    made.gradients = {.when = When::EveryBackward, .unit = Unit::Layer, .beside = true};
    made.weights = {.ahead = 1, .unit = Unit::Layer};
    made.updatedWeights = When::Never;
    return made;
}

} // namespace
} // namespace megatron_fsdp

constinit const FrameworkFacts kMegatronFsdp{
    .which = core::Framework::MegatronFsdp,
    .title = "Megatron-FSDP",
    .family = Family::MegatronCore,
    .can = megatron_fsdp::abilities(),
    .defaults = kMegatronCoreDefaults,
    .habits = megatron_fsdp::habits(),
    .options = kMegatronOptions,
    .rules = megatron_fsdp::kRules,
    .since = kMegatronCoreSince,
    .adapt = megatron_fsdp::adapt,
    .closedFormError = kMegatronCoreClosedFormError,
    .call = {.configuration = "megatron",
             .call = "pretrain_gpt.py",
             .source = "NVIDIA/Megatron-LM, docs/user-guide/features/megatron_fsdp.md"}};

} // namespace shardscope::planner
