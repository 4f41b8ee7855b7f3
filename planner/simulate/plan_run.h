// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated plan as a run: tracks by class of rank, slices, arrows, counters.
#pragma once

#include "planner/compute/operator_times.h"
#include "planner/simulate/failures.h"
#include "planner/tasks/plan_graph.h"

namespace shardscope::planner {

/// What a run is drawn from.
struct SimulatedStep {
    const PlanWork& work;
    const PipelineOrder& order;
    const PlanGraph& graph;
    const TaskTimes& times;
    const Simulation& simulation;
    const std::vector<StageOperators>& operators; ///< by rank; empty: passes are not taken apart
    const Restart* restart = nullptr;             ///< where something failed
};

/// Null where it would be too large for a timeline.
[[nodiscard]] core::Result<core::RunPtr> simulatedRun(const SimulatedStep& step, const std::string& title,
                                                      const SimulationOptions& options,
                                                      const core::Task& task);

} // namespace shardscope::planner
