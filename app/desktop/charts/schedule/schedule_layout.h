// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out what is seen of schedules: rows, boxes, strips, curves.
#pragma once

#include "app/desktop/charts/schedule/schedule_geometry.h"

namespace shardscope::app {

inline constexpr double kScheduleHeader = 88; ///< for the names of stages
inline constexpr double kMostHeader = 320;    ///< for the names of other rows

/// What the rows' names need.
[[nodiscard]] double headerFor(const std::vector<ShownSchedule>& shown);
/// Rows as high as \p height has room for them, between 6 and 40 pixels; those that have names 12 and 34.
[[nodiscard]] double rowHeightFor(const std::vector<ShownSchedule>& shown, double height);

/// The end of what is seen at first: the whole step where its passes can be told apart, else so far that they
/// can be read.
[[nodiscard]] double openingEnd(const std::vector<ShownSchedule>& shown, const ScheduleFrame& frame);

[[nodiscard]] ScheduleGeometry layOutSchedules(const std::vector<ShownSchedule>& shown,
                                               const ScheduleFrame& frame);

} // namespace shardscope::app
