// SPDX-License-Identifier: GPL-3.0-or-later
// Which schedules a plan is seen with, and what they are called.
#pragma once

#include "app/session/simulate/schedule_chart.h"

#include <QString>

#include <optional>
#include <vector>

namespace shardscope::app {

/// What is worth seeing beside each other at first; \p recommender without a \p plan (null): PERSIA's modes.
[[nodiscard]] std::vector<WantedSchedule> usualSchedules(const core::Plan* plan, std::int64_t pipeline,
                                                         bool recommender = false);
/// The name in the plan's own words as the schedules know it.
/// The orders that the field teaches, whatever \p plan's own is; none without a pipeline.
[[nodiscard]] std::vector<WantedSchedule> taughtSchedules(const core::Plan& plan);
[[nodiscard]] std::optional<planner::ScheduleKind> scheduleOf(const core::Plan& plan);
/// \p chart: of it, where it is known.
[[nodiscard]] QString scheduleTitle(const core::Plan& plan, const WantedSchedule& wanted,
                                    const ScheduleChart* chart);

} // namespace shardscope::app
