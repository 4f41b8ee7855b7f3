// SPDX-License-Identifier: GPL-3.0-or-later
// The few figures by which runs are set against each other and against plans.
#pragma once

#include "profiler/analyze/input/analysis.h"
#include "profiler/analyze/overview/unrecorded.h"

#include <cstdint>
#include <optional>

namespace shardscope::profiler {

/// Means over ranks of a step's times; where a run marks no steps, of the whole recording (steps is 0 then).
struct RunFigures {
    std::int64_t ranks = 0;
    std::int64_t steps = 0; ///< of a rank, most often
    /// Median duration of a step over all ranks; the recording's span where there are none.
    std::int64_t stepNs = 0;
    // Time of the devices; none if the run has no device rows.
    std::optional<double> computingNs;
    std::optional<double> communicatingNs;
    std::optional<double> exposedNs; ///< communicating while nothing computes
    std::optional<double> copyingNs; ///< copies and fills while nothing computes or communicates
    std::optional<double> idleNs;    ///< of the step, nothing of these
    /// A step as the overview divides it: of the steps that count, mean over the ranks; without steps of the
    /// whole recording, without devices of the host. It adds up: computing, exposed, copying and idle are the
    /// step.
    struct Divided {
        double stepNs = 0;
        double computingNs = 0;
        double communicatingNs = 0; ///< hidden and exposed
        double exposedNs = 0;
        bool known = false;           ///< false: all but the step, for work was launched and none recorded
        UnrecordedSeconds unrecorded; ///< the step without its recorder
    };
    std::optional<Divided> divided; ///< none: nothing was recorded
    /// Most bytes that an allocator gave out at once, on the fullest device: as the analyses of memory tell
    /// it.
    std::optional<double> memoryPeakBytes;
};

/// Errors: Cancelled.
[[nodiscard]] core::Result<RunFigures> runFigures(const AnalysisInput& input, const core::Task& task = {});

} // namespace shardscope::profiler
