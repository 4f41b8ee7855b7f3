// SPDX-License-Identifier: GPL-3.0-or-later
// Calibrations that somebody made from recordings of their own.
#pragma once

#include "core/hardware/calibration.h"

#include <string_view>

namespace shardscope::planner {

/// How their sources begin.
inline constexpr std::string_view kFromRecordings = "rows of recorded runs: ";

/// Whether \p calibration is one of them. It was kept because it meets its runs better than what the machine
/// had; of other plans it tells nothing, and so calibrationFor() takes it unasked only within its range, and
/// not where another one that has seen the model errs less.
[[nodiscard]] inline bool fromRecordings(const core::Calibration& calibration)
{
    return calibration.source.starts_with(kFromRecordings);
}

} // namespace shardscope::planner
