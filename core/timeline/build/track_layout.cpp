// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/build/track_layout.h"

#include "core/timeline/build/time_order.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace shardscope::core {

namespace {

using Times = std::span<const std::int64_t>;

/// First-fit over lanes for starts that only grow: the lowest lane that is free at a start.
class FreeLanes {
public:
    std::uint32_t take(std::int64_t begin, std::int64_t end)
    {
        while (!m_taken.empty() && m_taken.top().first <= begin) {
            m_free.push(m_taken.top().second);
            m_taken.pop();
        }
        std::uint32_t lane = m_lanes;
        if (m_free.empty()) {
            ++m_lanes;
        } else {
            lane = m_free.top();
            m_free.pop();
        }
        m_taken.emplace(end, lane);
        return lane;
    }
    [[nodiscard]] std::uint32_t lanes() const { return m_lanes; }

private:
    using Taken = std::pair<std::int64_t, std::uint32_t>; // end, lane
    std::priority_queue<Taken, std::vector<Taken>, std::greater<>> m_taken;
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> m_free;
    std::uint32_t m_lanes = 0;
};

/// Indices by (ts, longer first, input order).
PageVector<std::uint32_t> timeOrder(Times ts, Times dur)
{
    PageVector<std::uint32_t> order = orderByKey(ts);
    for (std::size_t first = 0; first < order.size();) {
        std::size_t last = first + 1;
        while (last < order.size() && ts[order[last]] == ts[order[first]])
            ++last;
        if (last - first > 1) {
            std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(first),
                             order.begin() + static_cast<std::ptrdiff_t>(last),
                             [&](std::uint32_t a, std::uint32_t b) { return dur[a] > dur[b]; });
        }
        first = last;
    }
    return order;
}

/// Turns time order and each slice's lane into lane order, keeping time order within a lane.
void gatherLanes(TrackLayout& layout, const PageVector<std::uint32_t>& laneOfRank, std::size_t lanes)
{
    layout.laneCounts.assign(lanes, 0);
    for (const std::uint32_t lane : laneOfRank)
        ++layout.laneCounts[lane];
    if (lanes <= 1)
        return;
    std::vector<std::uint32_t> next(lanes, 0);
    std::exclusive_scan(layout.laneCounts.begin(), layout.laneCounts.end(), next.begin(), 0u);
    PageVector<std::uint32_t> gathered(layout.order.size());
    for (std::size_t rank = 0; rank < gathered.size(); ++rank)
        gathered[next[laneOfRank[rank]]++] = layout.order[rank];
    layout.order.swap(gathered);
}

} // namespace

TrackLayout nestTrack(Times ts, Times dur)
{
    TrackLayout layout;
    layout.order = timeOrder(ts, dur);
    PageVector<std::uint32_t> laneOfRank(ts.size());
    std::vector<std::size_t> displacedRanks;
    std::vector<std::int64_t> openEnds;
    std::size_t depths = 0;
    FreeLanes overflow;
    for (std::size_t rank = 0; rank < laneOfRank.size(); ++rank) {
        const std::uint32_t row = layout.order[rank];
        const std::int64_t end = ts[row] + dur[row];
        while (!openEnds.empty() && openEnds.back() <= ts[row])
            openEnds.pop_back();
        if (!openEnds.empty() && end > openEnds.back()) {
            laneOfRank[rank] = overflow.take(ts[row], end);
            displacedRanks.push_back(rank);
            continue;
        }
        laneOfRank[rank] = static_cast<std::uint32_t>(openEnds.size());
        openEnds.push_back(end);
        depths = std::max(depths, openEnds.size());
    }
    for (const std::size_t rank : displacedRanks) {
        laneOfRank[rank] += static_cast<std::uint32_t>(depths);
        layout.displaced.push_back(layout.order[rank]);
    }
    layout.overflowLanes = overflow.lanes();
    gatherLanes(layout, laneOfRank, depths + overflow.lanes());
    return layout;
}

TrackLayout packTrack(Times ts, Times dur)
{
    TrackLayout layout;
    layout.order = timeOrder(ts, dur);
    PageVector<std::uint32_t> laneOfRank(ts.size());
    FreeLanes lanes;
    for (std::size_t rank = 0; rank < laneOfRank.size(); ++rank) {
        const std::uint32_t row = layout.order[rank];
        laneOfRank[rank] = lanes.take(ts[row], ts[row] + dur[row]);
    }
    gatherLanes(layout, laneOfRank, lanes.lanes());
    return layout;
}

} // namespace shardscope::core
