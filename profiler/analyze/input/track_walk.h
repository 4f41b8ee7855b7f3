// SPDX-License-Identifier: GPL-3.0-or-later
// Walks the nesting of a track: outer before inner, each slice left after all it holds. Slices that straddle
// others (overflow lanes) have no place in it.
#pragma once

#include "core/timeline/timeline.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace shardscope::profiler {

/// Calls enter(row, depth) and leave(row, depth) for every slice of the nesting. A slice belongs to the last
/// one of the lane above that starts no later.
template <class Enter, class Leave>
void walkTrack(const core::Timeline& timeline, core::TrackId id, Enter enter, Leave leave)
{
    const core::Track& track = timeline.tracks()[id.index()];
    const auto lanes = timeline.lanes().subspan(track.firstLane, track.laneCount);
    std::size_t depths = 0;
    while (depths < lanes.size() && !lanes[depths].overflow)
        ++depths;
    if (depths == 0)
        return;
    const auto ts = timeline.ts();
    std::vector<std::uint32_t> cursors;
    for (std::size_t depth = 0; depth < depths; ++depth)
        cursors.push_back(lanes[depth].begin);
    const auto laneEnd = [&](std::size_t depth) { return lanes[depth].begin + lanes[depth].count; };
    /// Where rows of the lane below stop belonging to the open row of \c depth.
    const auto limitOf = [&](std::size_t depth) {
        return cursors[depth] < laneEnd(depth) ? ts[cursors[depth]]
                                               : std::numeric_limits<std::int64_t>::max();
    };
    std::vector<std::uint32_t> open; // the row of each depth; cursors are behind them
    while (true) {
        const std::size_t depth = open.size();
        const bool child = depth < depths && cursors[depth] < laneEnd(depth) &&
                           (depth == 0 || ts[cursors[depth]] < limitOf(depth - 1));
        if (child) {
            open.push_back(cursors[depth]++);
            enter(open.back(), depth);
        } else if (!open.empty()) {
            const std::uint32_t row = open.back();
            open.pop_back();
            leave(row, open.size());
        } else {
            return;
        }
    }
}

} // namespace shardscope::profiler
