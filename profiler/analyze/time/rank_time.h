// SPDX-License-Identifier: GPL-3.0-or-later
// One rank's measured steps, and what its devices (or, without any, its host) did in them.
#pragma once

#include "core/timeline/intervals.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/measured_steps.h"

#include <map>
#include <span>
#include <vector>

namespace shardscope::profiler {

struct RankTime {
    std::size_t part = 0;
    std::int64_t stands = 1; ///< for how many ranks
    MeasuredSteps steps;
    bool device = false;             ///< the rank has device work
    bool known = true;               ///< false: it launched work that was not recorded; nothing follows
    core::IntervalSet computing;     ///< within the window, as the following
    core::IntervalSet communicating; ///< while nothing computes
    core::IntervalSet copying;       ///< while nothing else runs
    core::IntervalSet idle;
    std::int64_t allCommunication = 0; ///< hidden and exposed
    /// Computing time of each counted step.
    std::vector<std::int64_t> computingOfStep;

    [[nodiscard]] double perStep(std::int64_t nanoseconds) const
    {
        return static_cast<double>(nanoseconds) * 1e-9 / steps.count();
    }
    /// The same, for all ranks that this one stands for.
    [[nodiscard]] double ofAll(std::int64_t nanoseconds) const
    {
        return perStep(nanoseconds) * static_cast<double>(stands);
    }
};

/// A rank's activity over the whole recording, each moment told once: computing hides the rest.
struct RankActivity {
    bool device = false; ///< the rank has device work
    bool known = true;   ///< false: it launched such work, and none was recorded; all sets are empty
    core::IntervalSet computing;
    core::IntervalSet communicating; ///< while nothing computes
    core::IntervalSet copying;       ///< while nothing else runs
    core::IntervalSet communication; ///< hidden and exposed
};
/// How many ranks \p times are of; one at least.
[[nodiscard]] double ranksOf(std::span<const RankTime> times);
/// \p byHost: as hostCommunication tells it. Errors: Cancelled.
[[nodiscard]] core::Result<RankActivity> activityOf(const AnalysisInput& input, std::size_t part,
                                                    const std::map<std::uint32_t, core::IntervalSet>& byHost,
                                                    const AnalysisOptions& options, const core::Task& task);

/// Communication through a library of the host (gloo, MPI) counts where no device communicates. Errors:
/// Cancelled.
[[nodiscard]] core::Result<std::vector<RankTime>>
rankTimes(const AnalysisInput& input, const AnalysisOptions& options, const core::Task& task);

/// Times of the calls of a host's communication library (gloo, MPI), by source; none where devices
/// communicate. Errors: Cancelled.
[[nodiscard]] core::Result<std::map<std::uint32_t, core::IntervalSet>>
hostCommunication(const AnalysisInput& input, const core::Task& task);

/// What of \p set lies within \p window.
[[nodiscard]] core::IntervalSet within(const core::IntervalSet& set, const core::Interval& window);

} // namespace shardscope::profiler
