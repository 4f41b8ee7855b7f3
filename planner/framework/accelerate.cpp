// SPDX-License-Identifier: GPL-3.0-or-later
// Hugging Face accelerate around a library's modules: DistributedDataParallel, or weights sharded by PyTorch
// (its plugin's version 2 is fully_shard). With its DeepSpeed plugin the program is DeepSpeed.
#include "core/base/text_mark.h"
#include "core/plan/plan_file.h"
#include "planner/framework/fully_sharded.h"
#include "planner/framework/registry.h"
#include "planner/framework/whole_layers.h"

namespace shardscope::planner {
namespace accelerate {
namespace {

constexpr core::FrameworkDefaults defaults()
{
    core::FrameworkDefaults made = kFullyShardedDefaults;
    made.kernels = core::Kernels::Separate;
    made.source =
        "huggingface/accelerate, utils/dataclasses.py, FullyShardedDataParallelPlugin, mixed_precision";
    return made;
}

constexpr Habits habits()
{
    Habits made = kFullyShardedHabits;
    made.replicaBuckets = true;
    // Its version 1 flattens a layer's weights into one tensor, which no trace knows.
    made.tape = TracedAs::None;
    return made;
}

/// Accelerator.accumulate: no_sync() until the last micro-batch, whoever shards
/// (GradientAccumulationPlugin.sync_each_batch, off).
void adapt(const core::Plan& plan, Habits& habits)
{
    fullyShardedAdapt(plan, habits);
    habits.gradients.when = When::LastBackward;
}

constexpr Rule kRules[]{
    kFullyShardedOffload,
    kWholeLayersAgain, // fsdp_activation_checkpointing
    // parallelism_config.py, __post_init__: "Tensor/Context parallelism (tp/cp_size > 1) cannot be used with
    // pure data parallelism"
    {.where = "/sharding",
     .reads = {Key::Axes, Key::Sharding},
     .asks =
         [](const core::Plan& plan) {
             return plan.axes.replica > 1 && (plan.axes.tensor > 1 || plan.axes.context > 1);
         },
     .may = [](const core::Plan& plan, const FrameworkFacts&) { return plan.sharding.weights > 1; },
     .sentence =
         [](const FrameworkFacts&) {
             return W_("%1 has tensor and context degrees beside replicas only where weights are sharded");
         },
     .repair = [](core::Plan& plan,
                  const FrameworkFacts&) { plan.sharding = core::zeroSharding(3, plan.axes.replicas()); }},
};

} // namespace
} // namespace accelerate

constinit const FrameworkFacts kAccelerate{
    .which = core::Framework::Accelerate,
    .title = "accelerate",
    .family = Family::FullyShard,
    // parallelism_config.py: dp_replicate, dp_shard, tp and cp
    .can = {.axes = {{Axis::Tensor, Axis::Context},
                     W_("%1 has tensor and context degrees alone: no pipelines, and experts are whole")},
            .shards = {{Shards::Whole, Shards::Alike},
                       W_("%1 shards weights, gradients and optimizer alike")},
            .schedules = {{}, W_("%1 has no pipelines")},
            .offloads = {{Offload::Nothing, Offload::State}, // fsdp_offload_params
                         W_("%1 offloads weights, gradients and optimizer together, sharded")}},
    .defaults = accelerate::defaults(),
    .habits = accelerate::habits(),
    .rules = accelerate::kRules,
    .adapt = accelerate::adapt,
    .call = {.configuration = "accelerate",
             .file = "accelerate.yaml",
             .byAccelerate = true,
             .call = "train.py",
             .source = "huggingface/accelerate, examples/slurm/submit_multinode_fsdp.sh"}};

} // namespace shardscope::planner
