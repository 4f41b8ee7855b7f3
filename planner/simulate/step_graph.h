// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated plan as what each rank does after what, for simulators of networks.
#pragma once

#include "core/run/execution_graph.h"
#include "planner/tasks/plan_graph.h"

namespace shardscope::planner {

/// Every pass, message, bucket and part of the update of all steps. Traffic inside a pass is one collective a
/// group behind its computing. Between steps all stages meet in a sum of four bytes: the norm of the
/// gradients.
[[nodiscard]] core::ExecutionGraph stepGraph(const core::Evaluation& evaluation, const PlanWork& work,
                                             const PipelineOrder& order, const PlanGraph& graph,
                                             const TaskTimes& times);

} // namespace shardscope::planner
