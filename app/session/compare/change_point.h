// SPDX-License-Identifier: GPL-3.0-or-later
// Since when a row of runs takes longer or less long than the runs before: where the mean changes by more
// than the runs and their steps differ by themselves.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace shardscope::app {

struct RunValue {
    double value = 0;            ///< seconds a step
    std::optional<double> error; ///< standard error, by the spread of the run's steps; none: too few of them
};

struct ChangePoint {
    std::size_t at = 0;    ///< the first run of what came then
    double before = 0;     ///< mean of the runs since the change before
    double after = 0;      ///< until the next one
    double deviations = 0; ///< standard errors that the two lie apart
};

/// Runs of three steps or more tell how far they may differ, and so do four runs or more; where neither does
/// there is no answer.
[[nodiscard]] std::optional<std::vector<ChangePoint>> changePoints(const std::vector<RunValue>& runs);

/// Standard error of the median of \p values, by their median absolute deviation; none: fewer than three.
[[nodiscard]] std::optional<double> errorOfSteps(const std::vector<double>& values);

} // namespace shardscope::app
