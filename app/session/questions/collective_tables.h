// SPDX-License-Identifier: GPL-3.0-or-later
// A collective step by step (planner/machine/collective_steps.h) as tables: for figures, lessons and reports.
#pragma once

#include "core/report/table.h"
#include "planner/collectives.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// "collective": one row, what is exchanged, over how many, and what it takes. "collective_steps": a row a
/// step.
[[nodiscard]] std::vector<core::Table> collectiveTables(const planner::CollectiveSteps& collective);

} // namespace shardscope::app
