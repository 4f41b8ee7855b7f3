// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/timeline.h"

#include <algorithm>

namespace shardscope::core {

std::span<const LaneBlock> Timeline::blocks(LaneId lane) const
{
    const std::uint32_t first = m_firstBlock[lane.index()];
    return std::span(m_blocks).subspan(first, m_firstBlock[lane.index() + 1] - first);
}

std::size_t Timeline::displacedOn(TrackId track) const
{
    std::size_t count = 0;
    const Track& owner = m_tracks[track.index()];
    for (std::uint32_t lane = owner.firstLane; lane < owner.firstLane + owner.laneCount; ++lane)
        count += m_lanes[lane].overflow ? m_lanes[lane].count : 0;
    return count;
}

LaneId Timeline::laneOf(SliceId slice) const
{
    const auto after = std::upper_bound(m_lanes.begin(), m_lanes.end(), slice.value,
                                        [](std::uint32_t row, const Lane& lane) { return row < lane.begin; });
    return LaneId{static_cast<std::size_t>(after - m_lanes.begin() - 1)};
}

std::optional<SliceId> Timeline::parentOf(SliceId slice) const
{
    const LaneId own = laneOf(slice);
    const Lane& lane = m_lanes[own.index()];
    const std::int64_t begin = m_ts[slice.index()];
    const std::int64_t end = begin + m_dur[slice.index()];
    if (m_tracks[lane.track.index()].async)
        return std::nullopt;
    const std::uint32_t firstLane = m_tracks[lane.track.index()].firstLane;
    // Regular lanes nest, so the lane above holds the parent; an overflow lane's slice may lie deeper in none
    // of them.
    for (std::uint32_t above = static_cast<std::uint32_t>(own.index()); above-- > firstLane;) {
        const Lane& candidate = m_lanes[above];
        if (candidate.overflow)
            continue;
        const auto first = m_ts.begin() + candidate.begin;
        const auto last = first + candidate.count;
        const auto after = std::upper_bound(first, last, begin);
        if (after == first)
            continue;
        const auto row = static_cast<std::size_t>(after - m_ts.begin() - 1);
        if (m_ts[row] + m_dur[row] >= end)
            return SliceId{row};
    }
    return std::nullopt;
}

std::uint32_t Timeline::firstStartingAt(LaneId laneId, std::uint32_t from, std::int64_t time) const
{
    const Lane& lane = m_lanes[laneId.index()];
    const std::uint32_t end = lane.begin + lane.count;
    if (from >= end || m_ts[from] >= time)
        return std::min(from, end);
    // m_ts[from] < time: gallop over the block starts, then search between two of them.
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
    return static_cast<std::uint32_t>(std::lower_bound(m_ts.begin() + first, m_ts.begin() + last, time) -
                                      m_ts.begin());
}

std::pair<std::uint32_t, std::uint32_t> Timeline::rowsWithin(LaneId laneId, std::int64_t from,
                                                             std::int64_t to) const
{
    const Lane& lane = m_lanes[laneId.index()];
    if (lane.count == 0 || from >= to)
        return {lane.begin, lane.begin};
    std::uint32_t first = firstStartingAt(laneId, lane.begin, from);
    // Slices of a lane never overlap, so only the one before can reach into the range.
    if (first > lane.begin && m_ts[first - 1] + m_dur[first - 1] > from)
        --first;
    return {first, firstStartingAt(laneId, first, to)};
}

std::int64_t Timeline::busyBefore(LaneId laneId, std::uint32_t row, std::int64_t time) const
{
    const Lane& lane = m_lanes[laneId.index()];
    if (row == lane.begin)
        return 0;
    const std::uint32_t last = row - 1;
    const std::uint32_t block = (last - lane.begin) / kLaneBlockSlices;
    std::int64_t sum = m_blocks[m_firstBlock[laneId.index()] + block].busyBefore;
    for (std::uint32_t at = lane.begin + block * kLaneBlockSlices; at < last; ++at)
        sum += m_dur[at];
    return sum + std::min(m_dur[last], time - m_ts[last]);
}

std::int64_t Timeline::busy(LaneId laneId, std::int64_t from, std::int64_t to) const
{
    const Lane& lane = m_lanes[laneId.index()];
    if (lane.count == 0 || from >= to)
        return 0;
    const std::uint32_t first = firstStartingAt(laneId, lane.begin, from);
    const std::uint32_t last = firstStartingAt(laneId, first, to);
    return busyBefore(laneId, last, to) - busyBefore(laneId, first, from);
}

std::uint32_t Timeline::longestRow(LaneId laneId, std::uint32_t from, std::uint32_t to) const
{
    const Lane& lane = m_lanes[laneId.index()];
    std::uint32_t best = from;
    std::uint32_t row = from;
    while (row < to) {
        const std::uint32_t inLane = row - lane.begin;
        if (inLane % kLaneBlockSlices == 0 && row + kLaneBlockSlices <= to) {
            const LaneBlock& block = m_blocks[m_firstBlock[laneId.index()] + inLane / kLaneBlockSlices];
            if (block.longest > m_dur[best])
                best = block.longestRow;
            row += kLaneBlockSlices;
            continue;
        }
        if (m_dur[row] > m_dur[best])
            best = row;
        ++row;
    }
    return best;
}

namespace {

template <class T>
std::size_t heapBytes(const std::vector<T>& values)
{
    return values.capacity() * sizeof(T);
}

} // namespace

std::size_t Timeline::memoryBytes() const
{
    return sizeof(*this) + heapBytes(m_ts) + heapBytes(m_dur) + heapBytes(m_name) + heapBytes(m_category) +
           heapBytes(m_args) + heapBytes(m_tracks) + heapBytes(m_lanes) + heapBytes(m_blocks) +
           heapBytes(m_firstBlock) + heapBytes(m_instants) + heapBytes(m_counterTracks) +
           heapBytes(m_counterSamples) + heapBytes(m_flows) + heapBytes(m_steps) + m_names.bytes();
}

} // namespace shardscope::core
