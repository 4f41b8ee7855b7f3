// SPDX-License-Identifier: GPL-3.0-or-later
// A bound from below on the step, which a search asks for before it evaluates a plan.
#pragma once

#include "core/units/quantity.h"
#include "planner/schedule/pipeline_order.h"

namespace shardscope::planner {

template <class N>
struct PlanParts;

/// The least times of the slowest stage, without what replicas, shards, offload and the optimizer take.
struct LeastPace {
    core::Seconds microBatch; ///< through the stage and back, tensor and expert groups' collectives included
    Others<core::PlainNumbers> others; ///< through the other stages
    core::Seconds constant;            ///< of every step
};

/// What addStep counts at least, of stages and kernels alone. \p parts must have a transformer and its
/// stages.
[[nodiscard]] LeastPace leastPace(const PlanParts<core::PlainNumbers>& parts);

} // namespace shardscope::planner
