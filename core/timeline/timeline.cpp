// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/timeline.h"

#include <algorithm>

namespace shardscope::core {

namespace {

/// The first index in [first, last) whose time is at or after \p time; \p behind: a time that
/// is not before any of them. Looks first where it would be if the times were evenly spread: a search by
/// halves would touch more lines of memory.
std::uint32_t nearEvenSpread(std::span<const std::int64_t> ts, std::uint32_t first, std::uint32_t last,
                             std::int64_t time, std::int64_t behind)
{
    const std::int64_t low = ts[first];
    if (low >= time)
        return first;
    const double part = static_cast<double>(std::min(time, behind) - low) /
                        static_cast<double>(std::max<std::int64_t>(behind - low, 1));
    std::uint32_t at =
        first + static_cast<std::uint32_t>(std::clamp(part, 0.0, 1.0) * static_cast<double>(last - first));
    while (at < last && ts[at] < time)
        ++at;
    while (ts[at - 1] >= time) // ends at \c first, which is earlier
        --at;
    return at;
}

} // namespace

std::span<const LaneBlock> Timeline::blocks(LaneId lane) const
{
    const std::uint32_t first = m_parts.firstBlock[lane.index()];
    return m_parts.blocks.span().subspan(first, m_parts.firstBlock[lane.index() + 1] - first);
}

std::size_t Timeline::displacedOn(TrackId track) const
{
    std::size_t count = 0;
    const Track& owner = m_parts.tracks[track.index()];
    for (std::uint32_t lane = owner.firstLane; lane < owner.firstLane + owner.laneCount; ++lane)
        count += m_parts.lanes[lane].overflow ? m_parts.lanes[lane].count : 0;
    return count;
}

LaneId Timeline::laneOf(SliceId slice) const
{
    const auto after = std::ranges::upper_bound(m_parts.lanes, slice.value, {}, &Lane::begin);
    return LaneId{static_cast<std::size_t>(after - m_parts.lanes.begin() - 1)};
}

std::optional<SliceId> Timeline::parentOf(SliceId slice) const
{
    const LaneId own = laneOf(slice);
    const Lane& lane = m_parts.lanes[own.index()];
    const std::int64_t begin = m_parts.ts[slice.index()];
    const std::int64_t end = begin + m_parts.dur[slice.index()];
    if (m_parts.tracks[lane.track.index()].async)
        return std::nullopt;
    const std::uint32_t firstLane = m_parts.tracks[lane.track.index()].firstLane;
    // Regular lanes nest, so the lane above holds the parent; an overflow lane's slice may lie deeper in none
    // of them.
    for (std::uint32_t above = static_cast<std::uint32_t>(own.index()); above-- > firstLane;) {
        const Lane& candidate = m_parts.lanes[above];
        if (candidate.overflow)
            continue;
        const auto first = m_parts.ts.begin() + candidate.begin;
        const auto last = first + candidate.count;
        const auto after = std::upper_bound(first, last, begin);
        if (after == first)
            continue;
        const auto row = static_cast<std::size_t>(after - m_parts.ts.begin() - 1);
        if (m_parts.ts[row] + m_parts.dur[row] >= end)
            return SliceId{row};
    }
    return std::nullopt;
}

std::uint32_t Timeline::firstStartingAt(LaneId laneId, std::uint32_t from, std::int64_t time) const
{
    const Lane& lane = m_parts.lanes[laneId.index()];
    const std::uint32_t end = lane.begin + lane.count;
    if (from >= end || m_parts.ts[from] >= time)
        return std::min(from, end);
    if (from + 1 == end || m_parts.ts[from + 1] >= time) // whoever walks along asks for the next one
        return from + 1;
    // Gallop over the block starts, then search between two of them.
    const auto starts = blocks(laneId);
    std::size_t low = (from - lane.begin) / kLaneBlockSlices;
    std::size_t step = 1;
    while (low + step < starts.size() && starts[low + step].firstTs < time) {
        low += step;
        step *= 2;
    }
    std::size_t high = std::min(low + step, starts.size());
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        (starts[middle].firstTs < time ? low : high) = middle;
    }
    const auto blockBegin = static_cast<std::uint32_t>(lane.begin + low * kLaneBlockSlices);
    const std::uint32_t first = std::max(from, blockBegin);
    const std::uint32_t last = std::min(end, blockBegin + kLaneBlockSlices);
    const std::int64_t behind = low + 1 < starts.size() ? starts[low + 1].firstTs : m_parts.ts[last - 1];
    return nearEvenSpread(ts(), first, last, time, behind);
}

std::pair<std::uint32_t, std::uint32_t> Timeline::rowsWithin(LaneId laneId, std::int64_t from,
                                                             std::int64_t to) const
{
    const Lane& lane = m_parts.lanes[laneId.index()];
    if (lane.count == 0 || from >= to)
        return {lane.begin, lane.begin};
    std::uint32_t first = firstStartingAt(laneId, lane.begin, from);
    // Slices of a lane never overlap, so only the one before can reach into the range.
    if (first > lane.begin && m_parts.ts[first - 1] + m_parts.dur[first - 1] > from)
        --first;
    return {first, firstStartingAt(laneId, first, to)};
}

std::int64_t Timeline::busyBefore(LaneId laneId, std::uint32_t row, std::int64_t time) const
{
    const Lane& lane = m_parts.lanes[laneId.index()];
    if (row == lane.begin)
        return 0;
    const std::uint32_t last = row - 1;
    const std::uint32_t block = (last - lane.begin) / kLaneBlockSlices;
    std::int64_t sum = m_parts.blocks[m_parts.firstBlock[laneId.index()] + block].busyBefore;
    for (std::uint32_t at = lane.begin + block * kLaneBlockSlices; at < last; ++at)
        sum += m_parts.dur[at];
    return sum + std::min(m_parts.dur[last], time - m_parts.ts[last]);
}

std::int64_t Timeline::busy(LaneId laneId, std::int64_t from, std::int64_t to) const
{
    const Lane& lane = m_parts.lanes[laneId.index()];
    if (lane.count == 0 || from >= to)
        return 0;
    const std::uint32_t first = firstStartingAt(laneId, lane.begin, from);
    const std::uint32_t last = firstStartingAt(laneId, first, to);
    return busyBefore(laneId, last, to) - busyBefore(laneId, first, from);
}

std::uint32_t Timeline::longestRow(LaneId laneId, std::uint32_t from, std::uint32_t to) const
{
    const Lane& lane = m_parts.lanes[laneId.index()];
    std::uint32_t best = from;
    std::uint32_t row = from;
    while (row < to) {
        const std::uint32_t inLane = row - lane.begin;
        if (inLane % kLaneBlockSlices == 0 && row + kLaneBlockSlices <= to) {
            const LaneBlock& block =
                m_parts.blocks[m_parts.firstBlock[laneId.index()] + inLane / kLaneBlockSlices];
            if (block.longest > m_parts.dur[best])
                best = block.longestRow;
            row += kLaneBlockSlices;
            continue;
        }
        if (m_parts.dur[row] > m_parts.dur[best])
            best = row;
        ++row;
    }
    return best;
}

std::size_t Timeline::memoryBytes() const
{
    return sizeof(*this) + m_parts.ts.bytes() + m_parts.dur.bytes() + m_parts.name.bytes() +
           m_parts.category.bytes() + m_parts.args.bytes() + m_parts.tracks.bytes() + m_parts.lanes.bytes() +
           m_parts.blocks.bytes() + m_parts.firstBlock.bytes() + m_parts.instants.bytes() +
           m_parts.counterTracks.bytes() + m_parts.counterSamples.bytes() + m_parts.flows.bytes() +
           m_parts.steps.bytes() + m_parts.names.bytes();
}

} // namespace shardscope::core
