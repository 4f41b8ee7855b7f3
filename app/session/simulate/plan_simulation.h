// SPDX-License-Identifier: GPL-3.0-or-later
// A plan simulated, as both front ends ask for it, and the contract's JSON of it (section 7).
#pragma once

#include "app/session/plan/commands.h"
#include "core/report/table.h"
#include "planner/simulate.h"

#include <string>
#include <vector>

namespace shardscope::app {

struct SimulationCall {
    PlanRequest plan;         ///< its schedule may be any that planner::scheduleNames() has
    std::string scheduleFile; ///< in the form of PyTorch's pipelining; empty: the plan's own
    std::string detail = "stage";
    std::vector<std::string> slow;      ///< "RESOURCE=FACTOR"
    std::string overlap;                ///< "on" or "off"; empty: as the implementation does
    std::string fail;                   ///< "ROLE=AT" or "ROLE=AT+DOWN", seconds
    planner::SimulationOptions options; ///< its failure has its checkpoints already
    bool zion = false;                  ///< of a recommender: as ZionEX's predecessor would run it
    std::int64_t checkpointEvery = 0;   ///< of the failure
};

/// Errors: those of the files, the plan and planner::simulate.
[[nodiscard]] core::Result<planner::Simulation> simulatePlan(const core::Catalog& catalog,
                                                             SimulationCall call, const core::Task& task);

[[nodiscard]] std::string simulationJson(const planner::Simulation& simulation);
/// One row for each class of rank.
[[nodiscard]] core::Table simulationTable(const planner::Simulation& simulation);
/// What the allocator shows, one row for each class and way to lay gradients; no row where it is not traced.
[[nodiscard]] core::Table heapTable(const planner::Simulation& simulation);
/// Why the step is not the closed form's.
[[nodiscard]] core::Table differenceTable(const planner::Simulation& simulation);
/// What a failure cost; no row where nothing fails.
[[nodiscard]] core::Table failureTable(const planner::Simulation& simulation);
/// What 10 % more of each resource buys.
[[nodiscard]] core::Table sensitivityTable(const planner::Simulation& simulation);

} // namespace shardscope::app
