// SPDX-License-Identifier: GPL-3.0-or-later
// What else of a difference is told as tables: by place in the layer, what was matched how, what a plan can
// learn; and what would put both sides on one base.
#pragma once

#include "app/session/compare/difference.h"
#include "core/plan/plan.h"

#include <optional>
#include <vector>

namespace shardscope::app {

/// Work by place in the layer and pass where a side is a plan, which names its operations; else by class and
/// pass. \p rows: the indices into StepDifference::rows behind each row.
struct PlacesTable {
    core::Table table;
    std::vector<std::vector<std::size_t>> rows;
};
[[nodiscard]] PlacesTable placesTable(const SideDifference& difference);

/// "pairs": which devices are each other's; "matched": how many rows found each other how, with their time.
[[nodiscard]] std::vector<core::Table> matchingTables(const SideDifference& difference);

/// What the plan assumes and what the run says, by launch, pause, rates and collectives: a row each. Without
/// rows where not exactly one side is a plan or simulated.
[[nodiscard]] core::Table lessonsTable(const SideDifference& difference);

/// \p plan with what \p obstacles say of it as the other side has it; \p planIsA: whose the plan is. None
/// where they do not tell, or nothing of them is a plan's to change.
[[nodiscard]] std::optional<core::Plan> mendedPlan(const core::Plan& plan,
                                                   const std::vector<Obstacle>& obstacles, bool planIsA);

} // namespace shardscope::app
