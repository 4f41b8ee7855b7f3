// SPDX-License-Identifier: GPL-3.0-or-later
// What the allocator's heap holds over a simulated run: its memory trace of one step, laid over the passes in
// time.
#pragma once

#include "planner/simulate/plan_run.h"

#include <string>
#include <vector>

namespace shardscope::planner {

/// Why the memory trace says nothing of an order.
[[nodiscard]] core::Error unknownOrder(const std::string& name);
/// The allocator simulation of every class of \p evaluation's plan, for DeepSpeed with and without a gradient
/// buffer made beforehand, laid over \p times. Errors: those of traceStages; NotSupported where the order is
/// not the memory trace's.
[[nodiscard]] core::Result<std::vector<SimulatedHeap>>
heapsOf(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Evaluation& evaluation,
        const PlanWork& work, const PipelineOrder& order, const PlanGraph& graph, const TaskTimes& times);

} // namespace shardscope::planner
