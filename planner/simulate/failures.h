// SPDX-License-Identifier: GPL-3.0-or-later
// What-ifs in which something fails.
#pragma once

#include "planner/simulate/simulation.h"
#include "planner/tasks/plan_graph.h"

namespace shardscope::planner {

/// Errors: UnknownName where the failure is of none of \p known; OutOfRange for times below 0, or at the end
/// of the \p seconds that are counted; Inconsistent beside jitter or with an execution graph.
[[nodiscard]] core::Result<core::Done> checkFailure(const std::vector<std::string>& known,
                                                    const SimulationOptions& options, double seconds);

/// A synchronous job whose step is cut short: all ranks stop with the one that fails (a collective that lacks
/// one never ends), come back together, and go on from the last checkpoint.
struct Restart {
    std::int32_t step = 0; ///< that is cut short, counted through those that are done again
    double at = 0;
    double back = 0;
    std::int32_t again = 0; ///< steps that are begun a second time, the one that is cut short among them
};

/// When the steps of \p times end, by the barriers of \p graph.
[[nodiscard]] std::vector<double> stepEnds(const PlanGraph& graph, const TaskTimes& times);

/// \p ends: of the steps that are counted, undisturbed.
[[nodiscard]] Restart restartOf(const Failure& failure, const std::vector<double>& ends);

/// \p times of as many steps as are begun, undisturbed, become those of the disturbed run: nothing of the
/// step that is cut short lasts longer than until the failure, and all later ones wait for the return. Steps
/// meet at a barrier, so that a later one is the same, only later.
void disturb(const PlanGraph& graph, const Restart& restart, TaskTimes& times);

} // namespace shardscope::planner
