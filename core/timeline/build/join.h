// SPDX-License-Identifier: GPL-3.0-or-later
// Puts timelines side by side into one: of the files of a run, or one alone with its clock moved.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/timeline/clock_shift.h"
#include "core/timeline/timeline.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::core {

/// What joining changes about one source.
struct SourceChange {
    ClockShift clock;
    std::optional<std::int32_t> rank;
    std::optional<MeshCoordinate> mesh;
    bool leftOut = false; ///< nothing of the source reaches the joined timeline
};

struct TimelinePart {
    TimelinePtr timeline;
    std::uint32_t firstSource = 0;     ///< of the joined run; the part's own sources count from there
    std::vector<SourceChange> changes; ///< by the part's own sources; none where it ends
    std::vector<Flow> arrows = {};     ///< more than the timeline has, between its own slices
    /// For each track of the part, which of its sources it goes to; empty: they stay. Changes then are none.
    std::vector<std::uint32_t> sourceOfTrack = {};
    std::vector<std::uint32_t> sourceOfStep = {}; ///< the same of its steps
    std::string_view arrowCategory = {}; ///< a name that the timeline lacks: NameId{names().size()} of arrows
};

/// The timeline that a builder would have made of all parts' content: tracks in display order, names in one
/// pool, every slice in the lane it had. A shift never takes a slice out of another one that holds it. An
/// arrow with a slice at neither end moves only where its part has one source. Errors: Cancelled;
/// FileTooLarge above 2^32 - 2 slices.
[[nodiscard]] Result<TimelinePtr> joinTimelines(std::span<const TimelinePart> parts, const Task& task = {});

} // namespace shardscope::core
