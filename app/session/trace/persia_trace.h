// SPDX-License-Identifier: GPL-3.0-or-later
// Stages of PERSIA-like training read from a recorded run: how long each takes alone, and beside the others.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "planner/recommender.h"
#include "profiler/profiler.h"

#include <filesystem>

namespace shardscope::app {

/// Mean seconds of a batch's stages, by the names of slices: "embedding get", "embedding put", and the dense
/// part as "forward", "backward" and "dense update" of one batch together. A number behind a name is the
/// batch's.
struct PersiaStageTimes {
    core::Seconds get;
    core::Seconds dense;
    core::Seconds put;
    std::int64_t batches = 0;
};

/// Error: MissingKey, naming the stage that no slice is called after.
[[nodiscard]] core::Result<PersiaStageTimes> persiaStageTimes(const core::Run& run);

/// \p stages with the contention that \p beside (stages overlapping) shows against \p alone (one after the
/// other).
[[nodiscard]] core::Result<planner::PersiaStages> withContention(planner::PersiaStages stages,
                                                                 const std::filesystem::path& alone,
                                                                 const std::filesystem::path& beside,
                                                                 const core::Task& task = {});

} // namespace shardscope::app
