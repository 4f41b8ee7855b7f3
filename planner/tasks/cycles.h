// SPDX-License-Identifier: GPL-3.0-or-later
// Pipelines of bulk-synchronous machines (IPUs), which go from one meeting of all processors to the next.
#pragma once

#include "planner/schedule/schedules.h"

#include <cstdint>

namespace shardscope::planner {

/// PopART's pipeline: every processor runs a forward and then a backward in each cycle, after which all meet
/// and exchange; a stage stashes what comes back after two cycles for each stage behind it
/// (graphcore/popart @00385a0, willow/src/transforms/pipeline.cpp: Fwd, Stash, Restore, Bwd, Sync).
[[nodiscard]] PipelineOrder cycleOrder(std::int64_t pipeline, std::int64_t microBatches);
/// The cycle of it that \p action is in, of \p ranks processors.
[[nodiscard]] std::int32_t cycleOf(const Action& action, std::int32_t ranks);

} // namespace shardscope::planner
