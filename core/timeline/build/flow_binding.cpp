// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/build/flow_binding.h"

#include "core/base/parallel.h"
#include "core/timeline/build/time_order.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace shardscope::core {

namespace {

/// Things by bin, in each in the order in which they came.
template <class Item>
struct Binned {
    PageVector<Item> items;
    std::vector<std::uint32_t> starts; ///< of each bin, and the end

    [[nodiscard]] std::span<Item> of(std::size_t bin)
    {
        return std::span(items).subspan(starts[bin], starts[bin + 1] - starts[bin]);
    }
};

/// Sorts \p count things into \p bins bins; binOf(at) and itemOf(at) may be called in any thread.
template <class Item, class BinOf, class ItemOf>
Binned<Item> inBins(std::size_t count, std::size_t bins, BinOf binOf, ItemOf itemOf)
{
    constexpr std::size_t kPieceItems = std::size_t{1} << 15;
    constexpr std::size_t kMostCounts = std::size_t{1} << 20; // 4 MB
    const std::size_t pieces = std::clamp<std::size_t>(kMostCounts / bins, 1, count / kPieceItems + 1);
    std::vector<std::uint32_t> next(pieces * bins, 0); // by piece, then bin: a thread's lie together
    const auto forPiece = [&](std::size_t piece, auto visit) {
        for (std::size_t at = count * piece / pieces; at < count * (piece + 1) / pieces; ++at)
            visit(at, next[piece * bins + binOf(at)]);
    };
    parallelFor(pieces, [&](std::size_t piece) {
        forPiece(piece, [](std::size_t, std::uint32_t& counted) { ++counted; });
    });
    Binned<Item> binned;
    std::uint32_t place = 0;
    for (std::size_t bin = 0; bin < bins; ++bin) {
        binned.starts.push_back(place);
        for (std::size_t piece = 0; piece < pieces; ++piece)
            place += std::exchange(next[piece * bins + bin], place);
    }
    binned.starts.push_back(place);
    binned.items.resize(count);
    parallelFor(pieces, [&](std::size_t piece) {
        forPiece(piece, [&](std::size_t at, std::uint32_t& to) { binned.items[to++] = itemOf(at); });
    });
    return binned;
}

/// Sorts \p items by keyOf; equal keys keep their order.
template <class Item, class KeyOf>
void sortByKey(std::span<Item> items, KeyOf keyOf)
{
    PageVector<std::int64_t> keys(items.size());
    std::ranges::transform(items, keys.begin(), keyOf);
    if (std::ranges::is_sorted(keys))
        return;
    const PageVector<std::uint32_t> order = orderByKey(keys);
    const PageVector<Item> before(items.begin(), items.end());
    std::ranges::transform(order, items.begin(), [&](auto at) { return before[at]; });
}

/// An end on its track.
struct TrackEnd {
    std::int64_t ts;
    std::uint32_t number; ///< among all ends
    bool bindNext;
};

/// Finds the slices of one track's ends, which come in time order: one cursor for each lane, so the cost is
/// linear.
class TrackCursors {
public:
    TrackCursors(const Timeline& timeline, TrackId track)
        : m_timeline(timeline)
    {
        const Track& own = timeline.tracks()[track.index()];
        for (std::uint32_t depth = 0; depth < own.laneCount; ++depth) {
            const LaneId lane{own.firstLane + depth};
            const Lane& rows = timeline.lanes()[lane.index()];
            m_cursors.push_back({lane, rows.begin, rows.begin + rows.count, rows.begin});
            look(m_cursors.back());
        }
    }

    SliceId sliceOf(const TrackEnd& end)
    {
        SliceId best;
        std::int64_t bestTs = 0;
        const auto offer = [&](std::uint32_t row, std::int64_t ts) {
            best = SliceId{row};
            bestTs = ts;
        };
        for (Cursor& lane : m_cursors) {
            if (lane.nextTs <= end.ts) {
                lane.next = m_timeline.firstStartingAt(lane.lane, lane.next, end.ts + 1);
                look(lane);
            }
            if (end.bindNext) {
                std::uint32_t row = lane.next;
                while (row > lane.begin && m_timeline.ts()[row - 1] == end.ts)
                    --row;
                if (row < lane.end && (!best.valid() || m_timeline.ts()[row] < bestTs))
                    offer(row, m_timeline.ts()[row]);
                continue;
            }
            const bool holds = lane.next > lane.begin && (lane.lastTs == end.ts || lane.lastEnd > end.ts);
            if (holds && (!best.valid() || lane.lastTs >= bestTs))
                offer(lane.next - 1, lane.lastTs);
        }
        return best;
    }

private:
    struct Cursor {
        LaneId lane;
        std::uint32_t begin;
        std::uint32_t end;
        std::uint32_t next;      ///< behind the last slice that starts at or before the end looked for
        std::int64_t nextTs = 0; ///< of the slice there; behind all time where there is none
        std::int64_t lastTs = 0; ///< of the one before
        std::int64_t lastEnd = 0;
    };
    /// Keeps at hand what most ends ask for.
    void look(Cursor& lane) const
    {
        lane.nextTs = lane.next < lane.end ? m_timeline.ts()[lane.next] : kMaxTime + 1;
        if (lane.next > lane.begin) {
            lane.lastTs = m_timeline.ts()[lane.next - 1];
            lane.lastEnd = lane.lastTs + m_timeline.dur()[lane.next - 1];
        }
    }

    const Timeline& m_timeline;
    std::vector<Cursor> m_cursors;
};

/// For each end of an arrow its slice, by the end's number.
PageVector<SliceId> slicesOfEnds(const Timeline& timeline, const PageVector<FlowEnd>& ends)
{
    const std::size_t tracks = timeline.tracks().size();
    Binned<TrackEnd> byTrack = inBins<TrackEnd>(
        ends.size(), tracks + 1,
        [&](std::size_t at) { return ends[at].track.valid() ? ends[at].track.index() : tracks; },
        [&](std::size_t at) {
            return TrackEnd{ends[at].ts, static_cast<std::uint32_t>(at), ends[at].bindNext};
        });
    PageVector<SliceId> slices(ends.size()); // none
    parallelFor(tracks, [&](std::size_t track) {
        const std::span<TrackEnd> own = byTrack.of(track);
        sortByKey(own, [](const TrackEnd& end) { return end.ts; });
        TrackCursors cursors(timeline, TrackId{track});
        for (const TrackEnd& end : own)
            slices[end.number] = cursors.sliceOf(end);
    });
    return slices;
}

/// An end that knows its slice. Ids by their values: they would be cleared where memory is taken, in one
/// thread, before all write to it.
struct BoundEnd {
    std::int64_t ts;
    std::uint64_t id;
    std::uint64_t args;
    std::uint32_t category;
    std::uint32_t slice;
    std::uint32_t source;
    FlowPhase phase;
};

class Pairing {
public:
    explicit Pairing(LayoutTally& tally)
        : m_tally(tally)
    {
    }

    /// \p group: the ends of one id in time order.
    void pair(std::span<const BoundEnd> group)
    {
        if (group.size() == 2 && group[0].phase == FlowPhase::End && group[1].phase == FlowPhase::Begin) {
            connect(group[1], group[0]);
            return;
        }
        const BoundEnd* from = nullptr;
        bool used = false;
        const auto leave = [&] {
            if (from != nullptr && !used)
                m_tally.note(LayoutOddity::FlowWithoutEnd, from->args);
        };
        for (const BoundEnd& end : group) {
            if (end.phase != FlowPhase::Begin) {
                if (from == nullptr) {
                    m_tally.note(LayoutOddity::FlowWithoutBegin, end.args);
                } else {
                    connect(*from, end);
                    used = true;
                }
            }
            if (end.phase == FlowPhase::End)
                continue;
            if (end.phase == FlowPhase::Begin)
                leave();
            from = &end;
            used = false;
        }
        leave();
    }

    /// Arrows of two ends each, as nearly all are.
    void expect(std::size_t ends) { m_flows.reserve(ends / 2 + 1); }
    PageVector<Flow> take() { return std::move(m_flows); }

private:
    void connect(const BoundEnd& from, const BoundEnd& to)
    {
        for (const BoundEnd* const end : {&from, &to}) {
            if (end->slice == SliceId::kNone)
                m_tally.note(LayoutOddity::FlowEndUnbound, end->args);
        }
        m_flows.push_back(
            {SliceId(from.slice), SliceId(to.slice), from.ts, to.ts, NameId(from.category), from.id});
    }

    LayoutTally& m_tally;
    PageVector<Flow> m_flows;
};

/// Pairs the ends of \p part, which holds every end of an id that it holds one of.
PageVector<Flow> pairPart(std::span<BoundEnd> part, LayoutTally& tally)
{
    const auto scope = [](const BoundEnd& end) { return std::tuple(end.source, end.category); };
    const auto before = [&](const BoundEnd& a, const BoundEnd& b) {
        return std::tuple(scope(a), a.ts, a.phase) < std::tuple(scope(b), b.ts, b.phase);
    };
    sortByKey(part, [](const BoundEnd& end) { return static_cast<std::int64_t>(end.id); });
    Pairing pairing(tally);
    pairing.expect(part.size());
    for (std::size_t first = 0, last = 0; first < part.size(); first = last) {
        while (last < part.size() && part[last].id == part[first].id)
            ++last;
        const std::span<BoundEnd> same = part.subspan(first, last - first);
        if (!std::ranges::is_sorted(same, before))
            std::ranges::stable_sort(same, before);
        for (std::size_t begin = 0, end = 0; begin < same.size(); begin = end) {
            while (end < same.size() && scope(same[end]) == scope(same[begin]))
                ++end;
            pairing.pair(same.subspan(begin, end - begin));
        }
    }
    return pairing.take();
}

/// Joins \p parts, which go as they are taken, and sorts the arrows by time; equal ones by all they have.
PageVector<Flow> inTimeOrder(std::vector<PageVector<Flow>>& parts)
{
    std::vector<std::size_t> begins;
    std::size_t total = 0;
    std::int64_t earliest = kMaxTime;
    std::int64_t latest = -kMaxTime;
    for (const PageVector<Flow>& part : parts) {
        begins.push_back(total);
        total += part.size();
        for (const Flow& flow : part) {
            earliest = std::min(earliest, flow.fromTs);
            latest = std::max(latest, flow.fromTs);
        }
    }
    PageVector<Flow> joined(total);
    parallelFor(parts.size(), [&](std::size_t number) {
        const PageVector<Flow> part = std::move(parts[number]);
        std::ranges::copy(part, joined.begin() + static_cast<std::ptrdiff_t>(begins[number]));
    });
    // Stretches of time that are sorted at the same time.
    constexpr std::size_t kStretches = 64;
    const std::int64_t length = (latest - earliest) / static_cast<std::int64_t>(kStretches) + 1;
    Binned<Flow> byTime = inBins<Flow>(
        total, kStretches,
        [&](std::size_t at) { return static_cast<std::size_t>((joined[at].fromTs - earliest) / length); },
        [&](std::size_t at) { return joined[at]; });
    joined = {};
    parallelFor(kStretches, [&](std::size_t stretch) {
        const std::span<Flow> flows = byTime.of(stretch);
        sortByKey(flows, [](const Flow& flow) { return flow.fromTs; });
        for (auto first = flows.begin(), last = first; first != flows.end(); first = last) {
            last = std::find_if(first, flows.end(),
                                [&](const Flow& flow) { return flow.fromTs != first->fromTs; });
            if (last - first > 1)
                std::sort(first, last, [](const Flow& a, const Flow& b) {
                    return std::tuple(a.toTs, a.category, a.id, a.from, a.to) <
                           std::tuple(b.toTs, b.category, b.id, b.from, b.to);
                });
        }
    });
    return std::move(byTime.items);
}

} // namespace

PageVector<Flow> bindFlows(const Timeline& timeline, PageVector<FlowEnd>&& given, LayoutTally& tally)
{
    PageVector<FlowEnd> ends = std::move(given);
    PageVector<SliceId> slices = slicesOfEnds(timeline, ends);
    // So many that what one thread pairs stays in its cache.
    constexpr unsigned kPartBits = 6;
    constexpr std::size_t kParts = std::size_t{1} << kPartBits;
    constexpr std::uint64_t kMultiplier =
        0x9E3779B97F4A7C15u; // 2^64 / golden ratio: spreads neighbouring ids
    Binned<BoundEnd> byId = inBins<BoundEnd>(
        ends.size(), kParts,
        [&](std::size_t at) {
            return static_cast<std::size_t>(ends[at].id * kMultiplier >> (64 - kPartBits));
        },
        [&](std::size_t at) {
            const FlowEnd& end = ends[at];
            return BoundEnd{end.ts,           end.id,     end.args, end.category.value,
                            slices[at].value, end.source, end.phase};
        });
    ends = {};
    slices = {};
    std::vector<PageVector<Flow>> parts(kParts);
    std::vector<LayoutTally> tallies(kParts);
    parallelFor(kParts, [&](std::size_t part) { parts[part] = pairPart(byId.of(part), tallies[part]); });
    byId = {};
    for (const LayoutTally& part : tallies)
        tally.add(part);
    return inTimeOrder(parts);
}

} // namespace shardscope::core
