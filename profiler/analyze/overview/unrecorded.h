// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of a run would take without its recorder.
#pragma once

#include "profiler/analyze/time/rank_time.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace shardscope::profiler {

/// Seconds a step, means over the devices.
struct UnrecordedSeconds {
    double low = 0;
    double seconds = 0;
    double high = 0;
    std::string unknown; ///< nameOf(NoReplay): why the others are 0; "" where they are known

    /// False of a run that nothing recorded, as a simulated one, and where the cost is not known.
    [[nodiscard]] bool known() const { return unknown.empty() && seconds > 0; }
};

/// What is left of each part's idle time without the recorder (UnrecordedStep::idleKept); none: all.
using IdleKept = std::map<std::size_t, std::vector<float>>;

/// Seconds without a recorder, if they can be told of every device of \p ranks; else of none. A simulated run
/// has no recorder. \p kept: takes what is left of their idle time, nothing where the step is not known; may
/// be null. Errors: Cancelled.
[[nodiscard]] core::Result<UnrecordedSeconds> unrecordedSeconds(const AnalysisInput& input,
                                                                std::span<const RankTime> ranks,
                                                                const core::Task& task,
                                                                IdleKept* kept = nullptr);

} // namespace shardscope::profiler
