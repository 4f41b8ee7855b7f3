// SPDX-License-Identifier: GPL-3.0-or-later
// Durations that vary by chance, the same on every machine.
#pragma once

#include "planner/engine/task_graph.h"

namespace shardscope::planner {

/// Every duration of \p graph times a normal variate of mean 1 and standard deviation \p share, never below
/// 0.
void jitter(TaskGraph& graph, double share, std::uint64_t seed);

} // namespace shardscope::planner
