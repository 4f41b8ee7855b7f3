// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a schedule whose spans are known.
#pragma once

#include "planner/schedule/schedules.h"

namespace shardscope::planner {

/// Fills step time, ranks and bubbles from order and spans.
void finishSchedule(TimedSchedule& schedule);

} // namespace shardscope::planner
