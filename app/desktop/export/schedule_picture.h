// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules one above the other as a picture.
#pragma once

#include "app/desktop/charts/schedule/schedule_geometry.h"
#include "app/desktop/export/picture.h"

namespace shardscope::app {

/// \p state: what they are schedules of, where a plan is open.
[[nodiscard]] Drawing scheduleDrawing(const PlanState& state, std::vector<ShownSchedule> shown,
                                      Scheme scheme);
inline constexpr int kScheduleWidth = 1600;

} // namespace shardscope::app
