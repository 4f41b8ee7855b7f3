// SPDX-License-Identifier: GPL-3.0-or-later
// Bulk-synchronous machines (IPUs): all compute, meet, exchange. A pipeline of theirs goes from one meeting
// to the next, and a pass is supersteps of the tiles inside.
#pragma once

#include "core/timeline/build/timeline_builder.h"
#include "planner/schedule/schedules.h"
#include "planner/simulate/plan_run.h"

#include <cstdint>

namespace shardscope::planner {

/// PopART's pipeline: every processor runs a forward and then a backward in each cycle, after which all meet
/// and exchange; a stage stashes what comes back after two cycles for each stage behind it
/// (graphcore/popart @00385a0, willow/src/transforms/pipeline.cpp: Fwd, Stash, Restore, Bwd, Sync).
[[nodiscard]] PipelineOrder cycleOrder(std::int64_t pipeline, std::int64_t microBatches);
/// The cycle of it that \p action is in, of \p ranks processors.
[[nodiscard]] std::int32_t cycleOf(const Action& action, std::int32_t ranks);

/// The supersteps of \p rank on \p track: of each layer of each pass its computing, its waiting for the
/// slowest tile and its exchange, in the machine's shares, one of each; then its waiting for the slowest
/// processor, and the exchange between processors.
void writeSupersteps(const SimulatedStep& step, std::size_t rank, core::TrackId track,
                     core::TimelineBuilder& builder);

} // namespace shardscope::planner
