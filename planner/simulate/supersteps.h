// SPDX-License-Identifier: GPL-3.0-or-later
// Bulk-synchronous machines (IPUs): all compute, meet, exchange; a pass is supersteps of the tiles inside.
#pragma once

#include "core/timeline/build/timeline_builder.h"
#include "planner/simulate/plan_run.h"

#include <cstdint>

namespace shardscope::planner {

/// The supersteps of \p rank on \p track: of each layer of each pass its computing, its waiting for the
/// slowest tile and its exchange, one of each, as its operators' blocks and partial sums say; then its
/// waiting for the slowest processor, and the exchange between processors.
void writeSupersteps(const SimulatedStep& step, std::size_t rank, core::TrackId track,
                     core::TimelineBuilder& builder);

} // namespace shardscope::planner
