// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA Megatron-LM and Megatron Core.
#include "core/base/text_mark.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {
namespace megatron {
namespace {

using core::FormatRule;
using core::Schedule;

constexpr FrameworkOption kOptions[]{
    {"tp_comm_overlap", false,
     W_("tensor groups' collectives go piece by piece beside the products that wait for them (user buffers)"),
     "NVIDIA Megatron-LM, training/arguments.py, --tp-comm-overlap; TransformerEngine, "
     "pytorch/module/base.py, "
     "initialize_ub"},
    {"overlap_grad_reduce", false,
     W_("gradients are reduced bucket by bucket while the last micro-batch goes back"),
     "NVIDIA Megatron-LM, training/arguments.py, --overlap-grad-reduce"},
    {"overlap_param_gather", false, W_("updated weights are gathered while the next forward pass runs"),
     "NVIDIA Megatron-LM, training/arguments.py, --overlap-param-gather"},
    {"async_tensor_model_parallel_allreduce", true,
     W_("a column-split layer's input gradient is reduced beside its weight gradient"),
     "NVIDIA Megatron-LM, training/arguments.py, --no-async-tensor-model-parallel-allreduce"},
    {"overlap_p2p_communication", true, W_("interleaved chunks compute while tensors travel between stages"),
     "NVIDIA Megatron-LM, training/arguments.py, --no-overlap-p2p-communication"},
};

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
    if (plan.axes.virtualStages > 1 && on("overlap_p2p_communication"))
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

const char* offloadsSentence(const FrameworkFacts& facts) { return facts.can.offloads.sentence; }

constexpr Rule kRules[]{
    {.where = "/schedule",
     .reads = {Key::Axes, Key::Batch, Key::Schedule},
     .asks =
         [](const core::Plan& plan) {
             return plan.schedule == Schedule::Interleaved && plan.axes.pipeline > 1;
         },
     // core/pipeline_parallel/schedules.py: whole rounds
     .may = [](const core::Plan& plan,
               const FrameworkFacts&) { return plan.batch.microBatches % plan.axes.pipeline == 0; },
     .sentence =
         [](const FrameworkFacts&) {
             return W_("%1 interleaves only micro-batches that the pipeline's degree divides");
         },
     .repair = useOneAtATime},
    // --optimizer-cpu-offload asks for --use-precision-aware-optimizer, and this for
    // --use-distributed-optimizer (training/arguments.py).
    {.where = "/residency/optimizer",
     .reads = {Key::Axes, Key::Sharding, Key::Residency},
     .asks = movesOptimizer,
     .may = [](const core::Plan& plan,
               const FrameworkFacts&) { return plan.sharding.optimizer == plan.axes.replicas(); },
     .sentence = offloadsSentence,
     .repair = keepOnDevice},
    // --cpu-offloading-num-layers neither goes with pipelines nor with recompute
    // (core/transformer/transformer_config.py).
    {.where = "/residency/activations",
     .reads = {Key::Axes, Key::Recompute, Key::Residency},
     .asks = movesActivations,
     .may =
         [](const core::Plan& plan, const FrameworkFacts&) {
             return plan.axes.pipeline == 1 && plan.recompute == core::Recompute::None;
         },
     .sentence = offloadsSentence,
     .repair = keepOnDevice},
};

} // namespace
} // namespace megatron

constinit const FrameworkFacts kMegatron{
    .which = core::Framework::Megatron,
    .title = "Megatron",
    .can =
        {.axes = {kAllButSecond, nullptr},
         // --use-distributed-optimizer: all replicas or none
         .shards = {{Shards::Whole, Shards::Optimizer},
                    W_("%1 shards the optimizer's state, or weights and gradients with it, over all replicas "
                       "or none")},
         .besidePipeline = {{Shards::Whole, Shards::Optimizer},
                            W_("%1 shards the optimizer's state alone, over all replicas or none")},
         // core/pipeline_parallel/schedules.py
         .schedules = {{core::Schedule::OneForwardOneBackward, core::Schedule::Interleaved},
                       W_("%1 has the schedules 1f1b and interleaved")},
         // --optimizer-cpu-offload, --cpu-offloading-num-layers
         .offloads = {{Moved::Nothing, Moved::Optimizer, Moved::Activations},
                      W_("%1 offloads the optimizer's state where all replicas share it, or activations "
                         "where there is neither a pipeline nor recompute")},
         // --decoder-first-pipeline-num-layers, --decoder-last-pipeline-num-layers; --recompute-method
         // block --recompute-num-layers
         .cuts = {Cut::UnevenStages, Cut::SomeRecompute},
         .kernelChoices = true},
    .defaults = {.gradients = core::FormatRule::AsWeights,
                 .master = core::FormatRule::Fp32IfNarrow,
                 .gathered = core::GatheredInputs::Regathered,
                 // A rank's own rows are kept and gathered again (arXiv:2205.05198, section 4.2.2).
                 .source = "NVIDIA Megatron-LM, core/tensor_parallel/layers.py"},
    .habits = {.layers = LayerCode::Fused,
               .tensor = TensorHiding::Async,
               .gradients = {.when = When::AfterLast, .unit = Unit::Whole},
               .updatesOnHost = true}, // core/optimizer/cpu_offloading, HybridDeviceOptimizer
    .options = megatron::kOptions,
    .rules = megatron::kRules,
    .adapt = megatron::adapt};

} // namespace shardscope::planner
