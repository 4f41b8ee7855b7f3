// SPDX-License-Identifier: GPL-3.0-or-later
// A plan's step in time as a figure beside others: its first stages, so far that passes can be told apart.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/simulate/schedule_chart.h"

namespace shardscope::app {

/// Null of a null \p chart. Rows beyond the eighth are left out, with a word about them.
[[nodiscard]] SceneMaker stepInTimeScene(ScheduleChartPtr chart);
/// One row for each stage (or, of what is no pipeline, a row of the picture): when it begins and ends, how
/// long it waits.
[[nodiscard]] core::Table stepInTimeTable(const ScheduleChart& chart);

} // namespace shardscope::app
