// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a run as a run of its own, so that every analysis can be asked of a step, a time or a rank.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/run.h"
#include "core/timeline/intervals.h"
#include "profiler/analyze/input/phases.h"

#include <cstdint>
#include <optional>
#include <string>

namespace shardscope::profiler {

/// The part that is asked for; an empty member does not restrict.
struct Selection {
    std::optional<std::uint32_t> job; ///< of those that were opened together (jobsOf); none: the first
    std::optional<std::int32_t> rank;
    std::optional<std::int32_t> device; ///< of each rank, as it counts its devices
    std::optional<std::int64_t> step;   ///< of each rank, from 0 by time
    std::optional<std::int64_t> fromNs; ///< since the run's begin
    std::optional<std::int64_t> toNs;
    std::optional<Phase> phase = {}; ///< rows of that phase alone, beside the marks of steps; times stay
    std::string group =
        {}; ///< of what communicates only what this process group does, by its name or description

    [[nodiscard]] bool isWholeJob() const
    {
        return !rank && !device && !step && !fromNs && !toNs && !cutsRows();
    }
    /// Whether rows are left out within the time that is selected.
    [[nodiscard]] bool cutsRows() const { return phase || !group.empty(); }
};

/// The run as far as it lies in \p selection, which is of one job: slices that reach beyond are cut, arrows
/// need both ends. Arguments and steps' names stay; of the files of other jobs only the names. Errors:
/// Cancelled; OutOfRange (there is no such step or job, or the time is empty); UnknownValue (no such rank,
/// device or group; no name tells phases).
[[nodiscard]] core::Result<core::RunPtr> selectedRun(const core::RunPtr& run, const Selection& selection,
                                                     const core::Task& task = {});

} // namespace shardscope::profiler
