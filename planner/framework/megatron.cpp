// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA Megatron-LM and Megatron Core.
#include "planner/framework/megatron_core.h"
#include "planner/framework/megatron_releases.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {
namespace megatron {
namespace {

/// What Megatron-LM does by its arguments.
void adapt(const core::Plan& plan, Habits& habits)
{
    const auto on = [&](const char* key) { return hasOn(plan, kMegatron, key); };
    // User buffers ask for sequence parallelism (training/arguments.py).
    if (on("tp_comm_overlap") && plan.axes.sequenceParallel) {
        habits.tensor = TensorHiding::Ring;
        habits.inside = Transport::UserBuffers;
    } else if (!on("async_tensor_model_parallel_allreduce")) {
        habits.tensor = TensorHiding::Wait;
    }
    // core/pipeline_parallel/schedules.py: forward_backward_pipelining_without_interleaving waits for every
    // send; training/arguments.py turns --overlap-p2p-communication off without virtual stages.
    if (plan.axes.virtualStages > 1 && on("overlap_p2p_comm"))
        habits.sends = Sends::Beside;
    if (on("overlap_grad_reduce")) {
        // core/distributed/distributed_data_parallel.py: max(40,000,000, 1,000,000 · replicas) elements
        constexpr std::int64_t kLeast = 40'000'000;
        constexpr std::int64_t kEach = 1'000'000;
        habits.gradients = {.when = When::LastBackward,
                            .unit = Unit::Bucket,
                            .elements = std::max(kLeast, kEach * plan.axes.replicas()),
                            .beside = true};
    }
    if (on("overlap_param_gather"))
        habits.updatedWeights = When::FirstForward;
}

/// It shards weights as Megatron-FSDP does (--use-megatron-fsdp).
core::Framework program(const core::Plan& plan)
{
    return plan.sharding.weights > 1 ? core::Framework::MegatronFsdp : core::Framework::Megatron;
}

const char* offloadsSentence(const FrameworkFacts& facts) { return facts.can.offloads.sentence; }

constexpr Rule kRules[]{
    kMegatronCoreRounds,
    // --optimizer-cpu-offload asks for --use-precision-aware-optimizer, and this for
    // --use-distributed-optimizer (training/arguments.py).
    {.where = "/residency/optimizer",
     .reads = {Key::Axes, Key::Sharding, Key::Residency},
     .asks = movesOptimizer,
     .may = [](const core::Plan& plan,
               const FrameworkFacts&) { return plan.sharding.optimizer == plan.axes.replicas(); },
     .sentence = offloadsSentence,
     .repair = keepOnDevice},
    kMegatronCoreOffload,
};

constexpr Abilities abilities()
{
    Abilities can = kMegatronCoreCan;
    // --use-distributed-optimizer: all replicas or none
    can.shards = {
        {Shards::Whole, Shards::Optimizer},
        W_("%1 shards the optimizer's state, or weights and gradients with it, over all replicas or "
           "none")};
    can.besidePipeline = {can.shards.what,
                          W_("%1 shards the optimizer's state alone, over all replicas or none")};
    // --optimizer-cpu-offload, --cpu-offloading-num-layers
    can.offloads = {{Offload::Nothing, Offload::Optimizer, Offload::Activations},
                    W_("%1 offloads the optimizer's state where all replicas share it, or activations where "
                       "there is neither a pipeline nor recompute")};
    return can;
}

} // namespace
} // namespace megatron

constinit const FrameworkFacts kMegatron{
    .which = core::Framework::Megatron,
    .title = "Megatron",
    .family = Family::MegatronCore,
    .can = megatron::abilities(),
    .defaults = kMegatronCoreDefaults,
    .habits = kMegatronCoreHabits,
    .options = kMegatronOptions,
    .rules = megatron::kRules,
    .since = kMegatronCoreSince,
    .adapt = megatron::adapt,
    .runs = megatron::program,
    .closedFormError = kMegatronCoreClosedFormError,
    .call = {.configuration = "megatron",
             .oneQueue = true,
             .call = "pretrain_gpt.py",
             .source = "NVIDIA/Megatron-LM, examples/gpt3/train_gpt3_175b_distributed.sh; "
                       "megatron/training/arguments.py, validate_args"}};

} // namespace shardscope::planner
