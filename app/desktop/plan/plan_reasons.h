// SPDX-License-Identifier: GPL-3.0-or-later
// Why a control of a plan, or one of its choices, does not apply. Empty: it does.
#pragma once

#include "app/desktop/workbench/plan_state.h"

#include <QString>

namespace shardscope::app {

/// Parts of a plan that some models, machines or other choices leave without meaning.
enum class PlanPart {
    Always, ///< applies to everything
    Tensor,
    TensorSecond,
    Pipeline,
    Context,
    Expert,
    ExpertSlices,
    SequenceParallel,
    DecoderLength,
    PackedLength,
    GatheredInputs,
    NormKernels,
    ShardingPreset,
    ShardingByHand,
    KeepWeights,
    Attention,
    FusedCrossEntropy,
    Master,
    Autocast,
    VirtualStages,
    Phases,
    PhaseSource,
    PartitionedActivations,
    WireAllReduce,
    WireReduceScatter,
    WireAllGather,
    Buckets,
    GatheredBuckets,
    InProcessor,
    ContextExchange,
    ExpertDispatch,
    ExpertOverlap,
    ExpertKernels,
    CudaGraphs,
    Release,
    NarrowAttention,
    Adapters,
    AdapterTargets,
    TrainingTokens,
    Epochs,
};

[[nodiscard]] QString whyNot(PlanPart part, const PlanState& state);
/// Why the plan's stages cannot become DualPipe's.
[[nodiscard]] QString whyNotTwoWays(const PlanState& state);
/// Why one choice among several cannot be taken.
[[nodiscard]] QString whyNot(core::Schedule schedule, const PlanState& state);
[[nodiscard]] QString whyNot(core::Recompute recompute, const PlanState& state);
[[nodiscard]] QString whyNot(core::Tier tier, const PlanState& state);
[[nodiscard]] QString whyNot(core::Dtype dtype, const PlanState& state);
/// Choices that everything takes.
template <class Choice>
[[nodiscard]] QString whyNot(Choice, const PlanState&)
{
    return {};
}

} // namespace shardscope::app
