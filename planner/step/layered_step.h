// SPDX-License-Identifier: GPL-3.0-or-later
// How long a step of a network takes that is given as a list of layers.
#pragma once

#include "core/plan/evaluation.h"
#include "planner/formula/plan_parts.h"

namespace shardscope::planner {

/// Fills \p evaluation's step, communication, throughput, energy and price.
template <class N>
void addLayeredStep(const PlanParts<N>& parts, core::Evaluation& evaluation);

} // namespace shardscope::planner
