// SPDX-License-Identifier: GPL-3.0-or-later
// What PyTorch's fully_shard can and does, whichever program calls it (torch/distributed/fsdp/_fully_shard).
#pragma once

#include "core/base/text_mark.h"
#include "planner/framework/framework.h"
#include "planner/framework/replicated.h"

namespace shardscope::planner {

inline constexpr Abilities kFullyShardedCan{
    .axes = {kAllButSecond, nullptr},
    // fully_shard() divides weights, gradients and state alike (a mesh of two dimensions: within groups);
    // without it they are whole.
    .shards = {{Shards::Whole, Shards::Alike}, W_("%1 shards weights, gradients and optimizer alike")},
    // torch.distributed.pipelining: by name, or any order as a file of actions
    // (pipeline_parallel_schedule_csv).
    .schedules = {kEverySchedule, nullptr},
    // CPUOffloadPolicy: parameters, gradients and state
    .offloads = {{Offload::Nothing, Offload::State},
                 W_("%1 offloads weights, gradients and optimizer together, sharded")},
    // torchtitan's pipeline_parallel_first_stage_less_layers and _last_stage_less_layers;
    // apply_activation_checkpointing: any modules; fully_shard(module, reshard_after_forward=…): each layer
    // its own.
    .cuts = {Cut::UnevenStages, Cut::SomeRecompute, Cut::RecomputeByStage, Cut::KeptLayers},
    // torch.utils.checkpoint, create_selective_checkpoint_contexts
    .recomputesOperations = true};

/// A layer's weights are asked for while the one before computes (FSDPParamGroup, implicit and backward
/// prefetch), and its gradients are scattered on a stream of their own in every micro-batch.
inline constexpr Habits kFullyShardedHabits{
    .layers = LayerCode::Modules,
    .modulesOnly = true,
    .ringInSteps = true, // torch/distributed/tensor/experimental/_attention.py, _templated_ring_attention
    .loss = LossCode::Twice,
    .tape = TracedAs::Modules,
    .sharder = Sharder::FullyShard,
    .gradientLife = GradientLife::GrowingOnce,
    .gradients = {.when = When::EveryBackward, .unit = Unit::Layer, .beside = true},
    .weights = {.ahead = 1, .unit = Unit::Layer, .keepsLast = true},
    .updatedWeights = When::Never,
    .updatesOnHost = true};

/// Shards are fp32, what a layer computes with is cast to bf16, and gradients are reduced in fp32:
/// torchtitan's training.dtype, mixed_precision_param and mixed_precision_reduce. torch.optim keeps its state
/// in the format of what it updates, and fully_shard() a gradient in that of its parameter
/// (_fsdp_collectives.py, foreach_reduce).
inline constexpr core::FrameworkDefaults kFullyShardedDefaults{
    .gradients = core::FormatRule::AsWeights,
    .state = core::FormatRule::AsWeights,
    .weights = core::Dtype::Fp32,
    .compute = core::Dtype::Bf16,
    .source =
        "pytorch/torchtitan, config/job_config.py, training; PyTorch, _fully_shard, MixedPrecisionPolicy"};

/// CPUOffloadPolicy is of what fully_shard() divided.
inline constexpr Rule kFullyShardedOffload{
    .where = "/residency/weights",
    .reads = {Key::Sharding, Key::Residency},
    .asks = movesAnything,
    .may = [](const core::Plan& plan, const FrameworkFacts&) { return plan.sharding.weights > 1; },
    .sentence = [](const FrameworkFacts& facts) { return facts.can.offloads.sentence; },
    .repair = keepOnDevice};
inline constexpr Rule kFullyShardedRules[]{kFullyShardedOffload};

/// Whole weights are PyTorch's replicate(): DistributedDataParallel.
inline void fullyShardedAdapt(const core::Plan& plan, Habits& habits)
{
    if (plan.sharding.weights == 1)
        habits.gradients = kReplicatedGradients;
    else if (plan.axes.pipeline > 1)
        // torch/distributed/pipelining/stage.py: gradients are scattered in the last micro-batch's backward
        habits.gradients.when = When::LastBackward;
}

} // namespace shardscope::planner
