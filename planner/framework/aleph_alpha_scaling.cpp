// SPDX-License-Identifier: GPL-3.0-or-later
// Aleph Alpha's scaling: transformers over tensor groups, pipelines and replicas.
#include "core/base/text_mark.h"
#include "planner/framework/megatron_core.h"
#include "planner/framework/registry.h"
#include "planner/framework/whole_layers.h"

namespace shardscope::planner {
namespace aleph_alpha_scaling {
namespace {

/// Its layers' kernels are taken for Megatron's: its published runs (arXiv:2311.05610) are no further off so.
constexpr Habits habits()
{
    Habits made = kMegatronCoreHabits;
    made.tensor = TensorHiding::Wait; // core/nn/linear: no reduction runs beside a product
    made.gateReductions = true;       // core/nn/mlp.py, ParallelSwiGLUMLP
    return made;
}

constexpr core::FrameworkDefaults defaults()
{
    core::FrameworkDefaults made;
    made.master = core::FormatRule::Fp32IfNarrow;
    made.source = "Aleph-Alpha/scaling, core/optimizer/parameter_group.py";
    return made;
}

} // namespace
} // namespace aleph_alpha_scaling

constinit const FrameworkFacts kScaling{
    .which = core::Framework::Scaling,
    .title = "Aleph Alpha scaling",
    // core/topology/topology_config.py: model_parallel_size, pipe_parallel_size, data_parallel_size,
    // sequence_parallel, pipe_partition_overwrite
    .can = {.axes = {{Axis::Tensor, Axis::SequenceParallel, Axis::Pipeline},
                     W_("%1 has tensor and pipeline degrees alone: no context, expert or virtual stages")},
            .shards = {{Shards::Whole, Shards::Optimizer},
                       W_("%1 shards the optimizer's state alone, over all replicas or none")},
            .schedules = {{core::Schedule::OneForwardOneBackward}, W_("%1 has the schedule 1F1B alone")},
            .offloads = {{Offload::Nothing}, W_("%1 offloads nothing")},
            .cuts = {Cut::UnevenStages},
            .adapters = false},
    .defaults = aleph_alpha_scaling::defaults(),
    .habits = aleph_alpha_scaling::habits(),
    .rules = kWholeLayersRules, // activation_checkpointing_type: every_layer, every_pipe_stage or disabled
    .closedFormError = kMegatronCoreClosedFormError};

} // namespace shardscope::planner
