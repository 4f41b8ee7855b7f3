// SPDX-License-Identifier: GPL-3.0-or-later
// Where nothing fits: the plans that come nearest, and how far each constraint has to be relaxed, alone, for
// a plan to fit.
#pragma once

#include "app/session/search/plan_search_answer.h"

#include <functional>
#include <span>

namespace shardscope::app {

/// How plans are looked at operation by operation.
struct Traces {
    /// Traces the hit at that place of a search's hits, which are gone through in order, and others that may
    /// be asked for next beside it. Error: Cancelled.
    std::function<core::Result<core::Done>(const planner::PlanSearch&, std::span<const planner::PlanHit>,
                                           std::size_t place)>
        ahead;
    /// Traces any plan.
    std::function<FoundLayout(const planner::PlanHit&)> traced;
    /// Does what \c traced does and, if the plan does not fit, recomputes as many more layers as it takes.
    /// Ranked as the search says; none: no such plan fits.
    std::function<std::optional<FoundLayout>(const planner::PlanSearch&, const planner::PlanHit&)> fitting;
};

/// Fills \c nearest and \c relax of \p answer. Errors: Cancelled.
[[nodiscard]] core::Result<core::Done> addRelaxed(const PreparedSearch& prepared, const Traces& traces,
                                                  const core::Task& task, PlanSearchAnswer& answer);

} // namespace shardscope::app
