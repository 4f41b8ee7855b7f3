// SPDX-License-Identifier: GPL-3.0-or-later
// Zion in time, as a chart beside ZionEX's: one trainer and the servers behind it.
#pragma once

#include "app/session/simulate/schedule_chart.h"

namespace shardscope::app {

/// Three batches of each trainer, of the steady state that \p simulation counts.
[[nodiscard]] ScheduleChart zionChart(planner::Simulation simulation);

} // namespace shardscope::app
