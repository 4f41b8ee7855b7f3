// SPDX-License-Identifier: GPL-3.0-or-later
// What a simulated run's ranks hold and move over time: micro-batches, memory by tier and purpose, transfers.
#pragma once

#include "core/timeline/build/timeline_builder.h"
#include "planner/simulate/plan_run.h"

#include <vector>

namespace shardscope::planner {

/// \p schedules: by class, where an allocation that fails is marked.
void writeCounters(const SimulatedStep& step, const std::vector<core::TrackId>& schedules,
                   core::TimelineBuilder& builder);

} // namespace shardscope::planner
