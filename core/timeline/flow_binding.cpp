// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/flow_binding.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace shardscope::core {

namespace {

/// The slice of each end. Ends are walked per track in time order with one cursor a lane, so the cost is
/// linear.
std::vector<SliceId> slicesOfEnds(const Timeline& timeline, const std::vector<FlowRow>& ends)
{
    std::vector<std::uint32_t> order(ends.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
        return std::tuple(ends[a].track, ends[a].ts) < std::tuple(ends[b].track, ends[b].ts);
    });
    std::vector<SliceId> slices(ends.size());
    const auto ts = timeline.ts();
    const auto dur = timeline.dur();
    std::vector<std::uint32_t> cursors;
    TrackId current;
    for (const std::uint32_t at : order) {
        const FlowRow& end = ends[at];
        if (!end.track.valid())
            continue;
        const Track& track = timeline.tracks()[end.track.index()];
        if (end.track != current) {
            current = end.track;
            cursors.clear();
            for (std::uint32_t lane = 0; lane < track.laneCount; ++lane)
                cursors.push_back(timeline.lanes()[track.firstLane + lane].begin);
        }
        SliceId best;
        for (std::uint32_t lane = 0; lane < track.laneCount; ++lane) {
            const LaneId laneId{track.firstLane + lane};
            const Lane& rows = timeline.lanes()[laneId.index()];
            // The cursor stands behind the last slice that starts at or before the end.
            cursors[lane] = timeline.firstStartingAt(laneId, cursors[lane], end.ts + 1);
            const std::uint32_t next = cursors[lane];
            if (end.bindNext) {
                std::uint32_t row = next;
                while (row > rows.begin && ts[row - 1] == end.ts)
                    --row;
                if (row < rows.begin + rows.count && (!best.valid() || ts[row] < ts[best.index()]))
                    best = SliceId{row};
                continue;
            }
            if (next == rows.begin)
                continue;
            const std::uint32_t row = next - 1;
            const bool holds = ts[row] == end.ts || ts[row] + dur[row] > end.ts;
            if (holds && (!best.valid() || ts[row] >= ts[best.index()]))
                best = SliceId{row};
        }
        slices[at] = best;
    }
    return slices;
}

class Pairing {
public:
    Pairing(const std::vector<FlowRow>& ends, const std::vector<SliceId>& slices, LayoutTally& tally)
        : m_ends(ends)
        , m_slices(slices)
        , m_tally(tally)
    {
    }

    /// \p group: the ends of one id in time order.
    void pair(std::span<const std::uint32_t> group)
    {
        if (group.size() == 2 && m_ends[group[0]].phase == FlowPhase::End &&
            m_ends[group[1]].phase == FlowPhase::Begin) {
            connect(group[1], group[0]);
            return;
        }
        constexpr std::uint32_t kNobody = SliceId::kNone;
        std::uint32_t from = kNobody;
        bool used = false;
        const auto leave = [&] {
            if (from != kNobody && !used)
                m_tally.note(LayoutOddity::FlowWithoutEnd, m_ends[from].args);
        };
        for (const std::uint32_t at : group) {
            const FlowPhase phase = m_ends[at].phase;
            if (phase != FlowPhase::Begin) {
                if (from == kNobody) {
                    m_tally.note(LayoutOddity::FlowWithoutBegin, m_ends[at].args);
                } else {
                    connect(from, at);
                    used = true;
                }
            }
            if (phase == FlowPhase::End)
                continue;
            if (phase == FlowPhase::Begin)
                leave();
            from = at;
            used = false;
        }
        leave();
    }

    std::vector<Flow> take() { return std::move(m_flows); }

private:
    void connect(std::uint32_t from, std::uint32_t to)
    {
        for (const std::uint32_t end : {from, to}) {
            if (!m_slices[end].valid())
                m_tally.note(LayoutOddity::FlowEndUnbound, m_ends[end].args);
        }
        m_flows.push_back({m_slices[from], m_slices[to], m_ends[from].ts, m_ends[to].ts,
                           m_ends[from].category, m_ends[from].id});
    }

    const std::vector<FlowRow>& m_ends;
    const std::vector<SliceId>& m_slices;
    LayoutTally& m_tally;
    std::vector<Flow> m_flows;
};

} // namespace

std::vector<Flow> bindFlows(const Timeline& timeline, std::span<const std::uint32_t> sources,
                            const std::vector<FlowRow>& ends, LayoutTally& tally)
{
    const std::vector<SliceId> slices = slicesOfEnds(timeline, ends);
    const auto scope = [&](std::uint32_t at) {
        return std::tuple(sources[at], ends[at].category, ends[at].id);
    };
    std::vector<std::uint32_t> order(ends.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
        return std::tuple(scope(a), ends[a].ts, ends[a].phase) <
               std::tuple(scope(b), ends[b].ts, ends[b].phase);
    });
    Pairing pairing(ends, slices, tally);
    for (std::size_t first = 0; first < order.size();) {
        std::size_t last = first + 1;
        while (last < order.size() && scope(order[last]) == scope(order[first]))
            ++last;
        pairing.pair(std::span(order).subspan(first, last - first));
        first = last;
    }
    std::vector<Flow> flows = pairing.take();
    std::sort(flows.begin(), flows.end(), [](const Flow& a, const Flow& b) {
        return std::tuple(a.fromTs, a.toTs, a.category, a.id, a.from, a.to) <
               std::tuple(b.fromTs, b.toTs, b.category, b.id, b.from, b.to);
    });
    return flows;
}

} // namespace shardscope::core
