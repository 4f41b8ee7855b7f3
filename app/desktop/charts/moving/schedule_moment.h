// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules one under the other at a moment of their step, with how many micro-batches are in flight on each
// rank.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/desktop/charts/schedule/schedule_geometry.h"

namespace shardscope::app {

/// Micro-batches of which \p rank of \p chart has begun the forward and not ended the backward at \p time;
/// each chunk of a rank counts by itself.
[[nodiscard]] int inFlight(const ScheduleChart& chart, std::size_t rank, double time);

/// Rows of 18 px and more; the moment is a \p frame th of the longest step's kScheduleFrames. A spot a
/// schedule, called "schedule.0" and so on.
[[nodiscard]] Scene scheduleMomentScene(const std::vector<ShownSchedule>& shown, std::size_t frame,
                                        double width, const Theme& theme);
inline constexpr std::size_t kScheduleFrames = 25;

} // namespace shardscope::app
