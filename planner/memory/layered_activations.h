// SPDX-License-Identifier: GPL-3.0-or-later
// A network given as a list of layers: what a stage of it keeps. Replicas, stages, sharding, phases and other
// memories apply; splitting inside a layer does not.
#pragma once

#include "core/base/error.h"
#include "planner/formula/plan_parts.h"

#include <optional>

namespace shardscope::planner {

/// NotSupported where \p plan divides what only transformers have: tensor, context, expert, selective
/// recompute.
[[nodiscard]] std::optional<core::Error> notLayered(const core::Plan& plan);

/// Of one stage, all micro-batches in flight. \p parts must have a layer list.
template <class N>
[[nodiscard]] StageActivations<N> layeredActivations(const PlanParts<N>& parts, const Stage& stage);

} // namespace shardscope::planner
