// SPDX-License-Identifier: GPL-3.0-or-later
// The time of one training step by its parts, the traffic, and what follows from them.
#pragma once

#include "core/plan/evaluation.h"
#include "planner/formula/plan_parts.h"

namespace shardscope::planner {

/// Fills \p evaluation's step, communication, throughput, energy and price. \p parts must have a transformer.
template <class N>
void addStep(const PlanParts<N>& parts, core::Evaluation& evaluation);

} // namespace shardscope::planner
