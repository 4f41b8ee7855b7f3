// SPDX-License-Identifier: GPL-3.0-or-later
// What each class of rank holds in each memory tier at its fullest moment.
#pragma once

#include "core/plan/evaluation.h"
#include "planner/formula/plan_parts.h"

namespace shardscope::planner {

/// Fills \p evaluation's memory, and the figures that case files compare on the fullest class.
template <class N>
void addMemory(const PlanParts<N>& parts, core::Evaluation& evaluation);

} // namespace shardscope::planner
