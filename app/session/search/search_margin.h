// SPDX-License-Identifier: GPL-3.0-or-later
// How the best plan of an answer stands to those behind it, and what its interval leaves open: what the
// answer's lines, its document and its sentence tell.
#pragma once

#include "app/session/search/plan_search_answer.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// How far a plan is behind another in what is least; in time where they are equal in that.
struct Margin {
    bool tied = false; ///< in the objective: then \c behind is of the time
    double behind = 0;
};
[[nodiscard]] Margin marginOf(const planner::PlanHit& best, const planner::PlanHit& other);
/// The first plan that is behind the best by what a table shows (0.01 %): twins are no runner-up, but where
/// there is nothing else. Null: there is no other plan.
[[nodiscard]] const FoundLayout* runnerUp(const PlanSearchAnswer& answer);
/// Whether the interval of a sample of \p other reaches below the upper end of that of \p best.
[[nodiscard]] bool mayBeFaster(const FoundLayout& best, const FoundLayout& other);
/// The interval's ends over the prediction.
[[nodiscard]] double lowFactor(const FoundLayout& found);
[[nodiscard]] double highFactor(const FoundLayout& found);
/// Limits of the training (deadline budget energy) that the best plan breaks where it takes as long as the
/// interval's upper end.
[[nodiscard]] std::vector<std::string> beyondLimits(const PlanSearchAnswer& answer);
/// The first limit (deadline budget energy) that \p hit is beyond, and by what part of it; empty: none.
[[nodiscard]] std::pair<std::string, double> brokenLimit(const PlanSearchAnswer& answer,
                                                         const planner::PlanHit& hit);

} // namespace shardscope::app
