// SPDX-License-Identifier: GPL-3.0-or-later
// What a simulated run's ranks hold and move over time: micro-batches, memory by tier and purpose, transfers,
// and the allocator's heap.
#pragma once

#include "core/timeline/build/timeline_builder.h"
#include "planner/simulate/plan_run.h"

#include <vector>

namespace shardscope::planner {

/// \p schedules: by class, where an allocation that fails is marked.
void writeCounters(const SimulatedStep& step, const std::vector<core::TrackId>& schedules,
                   core::TimelineBuilder& builder);

/// Why the walk says nothing of an order.
[[nodiscard]] core::Error unknownOrder(const std::string& name);
/// The allocator's walk of every class of \p evaluation's plan, for DeepSpeed with and without a gradient
/// buffer made beforehand, laid over \p times. Errors: those of walkStages; NotSupported where the order is
/// not the walk's.
[[nodiscard]] core::Result<std::vector<SimulatedHeap>>
heapsOf(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Evaluation& evaluation,
        const PlanWork& work, const PipelineOrder& order, const PlanGraph& graph, const TaskTimes& times);

} // namespace shardscope::planner
