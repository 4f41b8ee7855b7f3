// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/parallelism/runnable.h"

#include "core/plan/plan_file.h"

namespace shardscope::planner {
namespace {

using core::Implementation;
using core::Schedule;

bool alone(const core::Axes& axes)
{
    return axes.tensor == 1 && axes.pipeline == 1 && axes.context == 1 && axes.expert == 1;
}

} // namespace

bool runsAxes(const core::Plan& plan)
{
    const core::Axes& axes = plan.axes;
    // The second dimension of tensor parallelism is PopXL's (Graphcore examples, GPT-3 175B).
    if (axes.tensorSecond > 1 && plan.implementation != Implementation::PopArt)
        return false;
    switch (plan.implementation) {
    case Implementation::HugeCtr: // recommenders alone
        return false;
    case Implementation::HuggingFace: // transformers' Trainer: DistributedDataParallel alone
        return alone(axes) && !axes.sequenceParallel;
    case Implementation::DeepSpeed: // DeepSpeed brings pipeline and experts, Megatron-DeepSpeed the rest
        return true;
    case Implementation::Fsdp2: // torchtitan: FSDP2 with tensor, sequence, pipeline, context and expert
    case Implementation::Torchtitan:
    case Implementation::Megatron:
    case Implementation::PopArt: break;
    case Implementation::Nanotron: // ParallelismArgs: dp, pp, tp, expert and, of late, context
        return axes.virtualStages == 1 && axes.expertSlices() == axes.tensor;
    }
    return true;
}

bool runsUnevenStages(const core::Plan& plan)
{
    switch (plan.implementation) {
    case Implementation::Megatron: // --decoder-first-pipeline-num-layers, --decoder-last-pipeline-num-layers
    case Implementation::Torchtitan: // pipeline_parallel_first_stage_less_layers and _last_stage_less_layers
    case Implementation::Fsdp2:
    case Implementation::PopArt: return true; // each layer is put on its IPU
    case Implementation::DeepSpeed:           // PipelineModule's partition_method: uniform, or by weights
    case Implementation::Nanotron:            // blocks by their cost
    case Implementation::HugeCtr:
    case Implementation::HuggingFace: break;
    }
    return false;
}

bool runsSomeRecompute(const core::Plan& plan)
{
    switch (plan.implementation) {
    case Implementation::Megatron: // --recompute-method block --recompute-num-layers
    case Implementation::Fsdp2:    // apply_activation_checkpointing: any modules
    case Implementation::Torchtitan:
    case Implementation::PopArt: return true; // recomputation by operation
    case Implementation::DeepSpeed:           // activation_checkpoint_interval: all layers
    case Implementation::Nanotron:            // recompute_layer
    case Implementation::HugeCtr:
    case Implementation::HuggingFace: break; // gradient_checkpointing
    }
    return false;
}

bool runsRecomputeByStage(const core::Plan& plan)
{
    return runsSomeRecompute(plan) && plan.implementation != Implementation::Megatron;
}

bool runsKeptLayers(const core::Plan& plan)
{
    // fully_shard(module, reshard_after_forward=…): each layer its own
    return plan.implementation == Implementation::Fsdp2 || plan.implementation == Implementation::Torchtitan;
}

bool runsOffload(const core::Plan& plan)
{
    using core::Tier;
    const core::Residency& at = plan.residency;
    if (at == core::Residency{})
        return true;
    const bool weights = at.weights != Tier::Device;
    const bool gradients = at.gradients != Tier::Device;
    const bool optimizer = at.optimizer != Tier::Device;
    const bool activations = at.activations != Tier::Device;
    const std::int64_t replicas = plan.axes.replicas();
    switch (plan.implementation) {
    case Implementation::Megatron:
        if (weights || gradients || (optimizer && activations))
            return false;
        // --optimizer-cpu-offload asks for --use-precision-aware-optimizer, and this for
        // --use-distributed-optimizer (training/arguments.py); --cpu-offloading-num-layers neither goes with
        // pipelines nor with recompute (core/transformer/transformer_config.py).
        if (optimizer)
            return plan.sharding.optimizer == replicas && plan.sharding.weights == 1;
        return plan.axes.pipeline == 1 && plan.recompute == core::Recompute::None;
    case Implementation::DeepSpeed: // offload_optimizer takes the gradients along, offload_param is ZeRO 3's
        if (activations)            // cpu_checkpointing
            return !weights && !gradients && !optimizer && plan.recompute == core::Recompute::Full;
        return gradients && optimizer && plan.sharding.optimizer == replicas &&
               (!weights || plan.sharding.weights == replicas);
    case Implementation::Torchtitan:
    case Implementation::Fsdp2: // CPUOffloadPolicy: parameters, gradients and state
        return weights && gradients && optimizer && !activations && plan.sharding.weights > 1;
    case Implementation::PopArt: // tensor locations, on chip or off
        return true;
    case Implementation::Nanotron:
    case Implementation::HugeCtr:
    case Implementation::HuggingFace: break;
    }
    return false;
}

bool runsSharding(const core::Plan& plan)
{
    const core::Sharding& sharding = plan.sharding;
    const std::int64_t replicas = plan.axes.replicas();
    const bool optimizerAlone = sharding.weights == 1 && sharding.gradients == 1;
    switch (plan.implementation) {
    case Implementation::HugeCtr:
    case Implementation::HuggingFace: return sharding == core::Sharding{};
    case Implementation::Megatron: // --use-megatron-fsdp, optim_grads_params; all its published runs are
                                   // without a pipeline
        if (plan.axes.pipeline == 1 && sharding == core::zeroSharding(3, replicas))
            return true;
        [[fallthrough]];           // --use-distributed-optimizer: all replicas or none
    case Implementation::Nanotron: // zero_stage 0 or 1
        return optimizerAlone && (sharding.optimizer == 1 || sharding.optimizer == replicas);
    case Implementation::DeepSpeed: {
        // Stages 0 to 3 over all replicas; runtime/pipe/engine.py: "ZeRO-2 and ZeRO-3 are incompatible with
        // pipeline parallelism".
        const auto whole = [&](std::int64_t degree) { return degree == 1 || degree == replicas; };
        if (!whole(sharding.weights) || !whole(sharding.gradients) || !whole(sharding.optimizer))
            return false;
        return plan.axes.pipeline == 1 || optimizerAlone;
    }
    case Implementation::Torchtitan:
    case Implementation::Fsdp2: // fully_shard() divides weights, gradients and state alike (a mesh of two
                                // dimensions: within groups); without it they are whole
        return sharding.weights == sharding.gradients && sharding.gradients == sharding.optimizer;
    case Implementation::PopArt: break; // replicated tensor sharding by tensor
    }
    return true;
}

bool runsSchedule(const core::Plan& plan)
{
    // Graphcore PopXL examples, GPT-3 175B; no other framework brings a stage's parts one after another.
    if (plan.schedule == Schedule::Phased || plan.phases > 0)
        return plan.implementation == Implementation::PopArt;
    if (plan.axes.pipeline == 1)
        return true;
    switch (plan.implementation) {
    case Implementation::Megatron: // core/pipeline_parallel/schedules.py; interleaving asks for whole rounds
                                   // of micro-batches
        return plan.schedule == Schedule::OneForwardOneBackward ||
               (plan.schedule == Schedule::Interleaved && plan.batch.microBatches % plan.axes.pipeline == 0);
    case Implementation::DeepSpeed: // runtime/pipe/schedule.py: TrainSchedule is 1F1B
        return plan.schedule == Schedule::OneForwardOneBackward;
    case Implementation::HugeCtr:
    case Implementation::HuggingFace: return false;
    case Implementation::Nanotron: // parallel/pipeline_parallel/engine.py: 1F1B and all forward, all backward
        return plan.schedule == Schedule::OneForwardOneBackward || plan.schedule == Schedule::Gpipe;
    case Implementation::Torchtitan: // torch.distributed.pipelining: by name, or any order as a file of
                                     // actions (pipeline_parallel_schedule_csv)
    case Implementation::Fsdp2:
    case Implementation::PopArt: break;
    }
    return true;
}

const std::vector<Schedule>& usualSchedules(Implementation implementation)
{
    static const std::vector<Schedule> usual{Schedule::OneForwardOneBackward, Schedule::Interleaved};
    // torch.distributed.pipelining, get_schedule_class: 1F1B, Interleaved1F1B, ZBVZeroBubble, DualPipeV.
    static const std::vector<Schedule> torch{Schedule::OneForwardOneBackward, Schedule::Interleaved,
                                             Schedule::Zbv, Schedule::DualPipeV};
    return implementation == Implementation::Torchtitan ? torch : usual;
}

} // namespace shardscope::planner
