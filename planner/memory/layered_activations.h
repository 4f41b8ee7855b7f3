// SPDX-License-Identifier: GPL-3.0-or-later
// A network given as a list of layers: what a stage of it keeps. Replicas, stages, sharding, phases and other
// memories apply; splitting inside a layer does not.
#pragma once

#include "planner/formula/plan_parts.h"

namespace shardscope::planner {

/// The activations of one stage, all micro-batches in flight. \p parts must have a layer list.
template <class N>
[[nodiscard]] StageActivations<N> layeredActivations(const PlanParts<N>& parts, const Stage& stage);

} // namespace shardscope::planner
