// SPDX-License-Identifier: GPL-3.0-or-later
// MaxText: JAX on TPUs and GPUs, one program a step that XLA compiles; a mesh whose axes divide weights,
// tensors, stages, sequences and experts.
#include "core/base/text_mark.h"
#include "planner/framework/registry.h"

#include <numeric>

namespace shardscope::planner {
namespace maxtext {
namespace {

constexpr FrameworkOption kOptions[]{
    {"latency_hiding_scheduler", true, W_("XLA moves collectives of sharded weights beside computing"),
     "AI-Hypercomputer/maxtext, benchmarks/xla_flags_library.py; --xla_gpu_enable_latency_hiding_scheduler "
     "of "
     "its scripts for GPUs"},
};

constexpr Rule kRules[]{
    // configs/base.yml: "num_pipeline_microbatches must be a multiple of the number of pipeline stages"
    {.where = "/parallel/pipeline",
     .reads = {Key::Axes, Key::Batch},
     .asks = [](const core::Plan& plan) { return plan.axes.pipeline > 1; },
     .may = [](const core::Plan& plan,
               const FrameworkFacts&) { return plan.batch.microBatches % plan.axes.pipeline == 0; },
     .sentence =
         [](const FrameworkFacts&) {
             return W_("%1 sends micro-batches through a pipeline whose degree divides them");
         },
     .repair =
         [](core::Plan& plan, const FrameworkFacts&) {
             core::Axes& axes = plan.axes;
             const std::int64_t stages = std::gcd(axes.pipeline, plan.batch.microBatches);
             axes.replica *= axes.pipeline / stages;
             axes.pipeline = stages;
             plan.layersPerStage.clear();
             plan.batch.globalBatch = plan.batch.microBatch * plan.batch.microBatches * axes.replica;
         }},
};

/// A stage's gradients are reduced by the program's backward, as a layer has gone back.
void adapt(const core::Plan& plan, Habits& habits)
{
    habits.gradients.beside = hasOn(plan, kMaxText, "latency_hiding_scheduler");
}

} // namespace
} // namespace maxtext

constinit const FrameworkFacts kMaxText{
    .which = core::Framework::MaxText,
    .title = "MaxText",
    // configs/base.yml, mesh_axes: data, stage, fsdp, context, tensor, tensor_sequence, expert. Repeats of
    // its pipeline (num_pipeline_repeats) go all forward before one goes back, which is no schedule here.
    .can = {.axes = {{Axis::Tensor, Axis::SequenceParallel, Axis::Pipeline, Axis::Context, Axis::Expert},
                     W_("%1 has no virtual stages and cuts experts as far as other tensors")},
            // the axis fsdp beside data; shard_optimizer_over_data: "Enable ZeRO-1"
            .shards = {{Shards::Whole, Shards::Optimizer, Shards::Alike},
                       W_("%1 shards the optimizer's state over all replicas, or all three alike")},
            // A scan over the pipeline's iterations, differentiated: all forward, then all back.
            .schedules = {{core::Schedule::Gpipe}, W_("%1 has the schedule GPipe alone")},
            .usual = {core::Schedule::Gpipe},
            // optimizer_memory_host_offload; remat_policy minimal_offloaded, qkv_proj_offloaded
            .offloads = {{Offload::Nothing, Offload::Optimizer, Offload::Activations},
                         W_("%1 offloads the optimizer's state or activations")},
            .adapters = false},
    // configs/base.yml: weight_dtype, dtype and grad_dtype
    .defaults = {.state = core::FormatRule::AsWeights,
                 .weights = core::Dtype::Fp32,
                 .compute = core::Dtype::Bf16,
                 .source = "AI-Hypercomputer/maxtext, configs/base.yml, weight_dtype, dtype, grad_dtype"},
    .habits = {.layers = LayerCode::Own,
               .gradients = {.when = When::EveryBackward, .unit = Unit::Layer, .beside = true},
               .weights = {.ahead = 1, .unit = Unit::Layer},
               .updatedWeights = When::AfterLast},
    .options = maxtext::kOptions,
    .rules = maxtext::kRules,
    .adapt = maxtext::adapt};

} // namespace shardscope::planner
