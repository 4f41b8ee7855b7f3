// SPDX-License-Identifier: GPL-3.0-or-later
// What each axis is worth around the best plan of a search.
#pragma once

#include "app/session/search/plan_search_answer.h"

#include <vector>

namespace shardscope::app {

/// One key of \p best changed at a time, replicas taking up the devices; \p evaluator: of its machine. Error:
/// Cancelled.
[[nodiscard]] core::Result<std::vector<AxisWorth>> axisWorths(const PreparedSearch& prepared,
                                                              const planner::Evaluator& evaluator,
                                                              const planner::PlanHit& best,
                                                              const core::Task& task);

} // namespace shardscope::app
