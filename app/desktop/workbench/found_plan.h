// SPDX-License-Identifier: GPL-3.0-or-later
// A plan that a search found becomes the one being edited.
#pragma once

#include "app/desktop/workbench/plan_state.h"
#include "app/session/search/plan_search_request.h"

namespace shardscope::app {

/// \p now with the model, the machine as it was searched (its price and calibration too) and the plan of
/// \p hit. \p names: how the search was told them.
[[nodiscard]] PlanState foundPlan(PlanState now, const planner::PlanSearch& search, const SearchNames& names,
                                  const planner::PlanHit& hit);

} // namespace shardscope::app
