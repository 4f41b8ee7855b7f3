// SPDX-License-Identifier: GPL-3.0-or-later
// How the clocks of a run's machines stand to each other, told by the collectives that their ranks share.
#pragma once

#include "profiler/remarks/clock_alignment.h"
#include "profiler/trace/collectives.h"

namespace shardscope::profiler {

/// Offsets are medians of the differences between the times at which a synchronising collective was over;
/// a drift (Theil and Sen's slope) is taken where it moves more over the recording than four residuals. One
/// or two collectives that all attend together as recorded tell that clocks are one; without any, sends and
/// receives in both directions hold an offset between bounds.
[[nodiscard]] ClockAlignment alignClocks(const core::Run& run, const Collectives& collectives);

} // namespace shardscope::profiler
