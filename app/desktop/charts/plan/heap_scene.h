// SPDX-License-Identifier: GPL-3.0-or-later
// The heap of a plan's device over a step: what is allocated, what the allocator has reserved of the driver,
// and the request that finds no room; with and without a gradient buffer made beforehand one above the other.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/plan/commands.h"

#include <vector>

namespace shardscope::app {

/// Whether there is something to see that the memory over the step does not show: a request without room, or
/// two settings to compare.
[[nodiscard]] bool hasHeapScene(const std::vector<planner::HeapCase>& cases);
/// \p capacity: bytes of the device. All cases on one scale; of a case that fails the step in which it does,
/// up to there, with the request on top of what is reserved.
[[nodiscard]] Scene heapScene(const std::vector<planner::HeapCase>& cases, double capacity, double width,
                              const Theme& theme);

} // namespace shardscope::app
