// SPDX-License-Identifier: GPL-3.0-or-later
// How long a step takes with all its passes, messages and traffic one by one: what the closed form is
// compared with, and what a plan is told to take.
#pragma once

#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "planner/schedule/schedules.h"
#include "planner/step/step.h"
#include "planner/tasks/plan_graph.h"

#include <optional>

namespace shardscope::planner {

/// The order of \p plan's schedule over \p stages ranks; PopART's pipelines go in cycles. Errors:
/// pipelineOrder()'s.
[[nodiscard]] core::Result<PipelineOrder> stepOrder(const core::Plan& plan, std::size_t stages,
                                                    const core::Task& task = {});

/// What the mean tile of a bulk-synchronous processor does while one direction of a step runs, 1 in all.
struct TileShares {
    double computes = 0;
    double exchanges = 0; ///< with other tiles of its processor
    double waits = 0;     ///< for the slowest tile, other processors, other memories
};
/// A step as its passes, messages and traffic lie in time.
struct LaidOut {
    core::Seconds seconds;
    double idlest = 0; ///< TimedSchedule::bubbleOverStep: the share in which the idlest rank runs no pass
    /// How the first stage's time divides if it runs in phases, all forward before all backward.
    std::optional<TileShares> forward;
    std::optional<TileShares> backward; ///< with what is computed again
};
/// None if the closed form leaves nothing open, if the step has so many tasks that their average is as good,
/// if the schedule has no order for the plan, or once \p task is stopped.
[[nodiscard]] std::optional<LaidOut> laidOutStep(const core::ModelSpec& model,
                                                 const core::HardwareSpec& hardware, const core::Plan& plan,
                                                 std::vector<StageStep> stages, const core::Task& task = {});

/// When each pass of the first step of \p graph ran, and what follows from it.
[[nodiscard]] TimedSchedule scheduleOf(const PlanGraph& graph, const TaskTimes& times,
                                       const PipelineOrder& order);

} // namespace shardscope::planner
