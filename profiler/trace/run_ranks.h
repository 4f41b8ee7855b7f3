// SPDX-License-Identifier: GPL-3.0-or-later
// Which ranks of a job a run holds, and which it lacks.
#pragma once

#include "core/run/run.h"

#include <cstdint>
#include <vector>

namespace shardscope::profiler {

struct RunRanks {
    /// Ranks of the job: what files say, else one more than the greatest of several; -1: unknown.
    std::int64_t world = -1;
    std::vector<std::int32_t> present; ///< of files that hold anything; ascending
    std::vector<std::int32_t> missing; ///< the others of the job; ascending
};

/// Counts ranks by the files' ranks, world sizes and process groups. Files without events are no ranks. None
/// is missing of a simulated run, whose ranks stand for others.
[[nodiscard]] RunRanks ranksOfRun(const core::Run& run);

} // namespace shardscope::profiler
