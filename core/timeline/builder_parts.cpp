// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/builder_parts.h"

#include "core/timeline/flow_binding.h"
#include "core/timeline/track_layout.h"

#include <charconv>
#include <numeric>

namespace shardscope::core {

namespace {

/// "stream 7" before "stream 10", 9 before 10, numbers before words.
struct NaturalKey {
    bool word = true;
    std::int64_t number = 0;
    std::string_view text;

    explicit NaturalKey(std::string_view key)
        : text(key)
    {
        const auto parsed = std::from_chars(key.data(), key.data() + key.size(), number);
        word = parsed.ec != std::errc() || parsed.ptr != key.data() + key.size();
        number = word ? 0 : number;
    }
    friend auto operator<=>(const NaturalKey&, const NaturalKey&) = default;
};

} // namespace

/// Begins without end last until their track's last time.
void TimelineBuilder::Parts::pairSlices(LayoutTally& tally)
{
    PairedEdges paired = pairEdges(edges, tally);
    for (const SliceRow& row : paired.slices) {
        const std::uint32_t source = tracks[row.track.index()].source;
        if (source >= tally.pairs.size())
            tally.pairs.resize(source + 1);
        ++tally.pairs[source];
    }
    if (!paired.unfinished.empty()) {
        std::vector<std::int64_t> lastTime(tracks.size(), -kMaxTime);
        const auto see = [&](TrackId track, std::int64_t time) {
            lastTime[track.index()] = std::max(lastTime[track.index()], time);
        };
        for (const EdgeRow& edge : edges)
            see(edge.track, edge.ts);
        for (const auto& chunk : chunks) {
            for (const SliceRow& row : chunk)
                see(row.track, row.ts + row.dur);
        }
        for (SliceRow& row : paired.unfinished)
            row.dur = lastTime[row.track.index()] - row.ts;
    }
    edges = {};
    if (!paired.slices.empty())
        chunks.push_back(std::move(paired.slices));
    if (!paired.unfinished.empty())
        chunks.push_back(std::move(paired.unfinished));
}

void TimelineBuilder::Parts::clampSlices(LayoutTally& tally)
{
    for (auto& chunk : chunks) {
        for (SliceRow& row : chunk) {
            if (row.dur < 0) {
                tally.note(LayoutOddity::NegativeDuration, row.args);
                row.dur = 0;
            }
            const std::int64_t ts = clampTime(row.ts);
            const std::int64_t dur = std::min(row.dur, kMaxTime - ts);
            if (ts != row.ts || dur != row.dur)
                tally.note(LayoutOddity::TimeOutOfRange, row.args);
            row.ts = ts;
            row.dur = dur;
        }
    }
}

std::vector<NameId> TimelineBuilder::Parts::sortNames()
{
    std::vector<NameId> map = names.sortByText();
    for (Track& track : tracks) {
        for (NameId* name : {&track.process, &track.thread, &track.processKey, &track.threadKey})
            *name = name->valid() ? map[name->index()] : *name;
    }
    return map;
}

/// Tracks with content in display order; the map leads from the builder's numbers to the timeline's.
std::vector<TrackId> TimelineBuilder::Parts::sortTracks()
{
    std::vector<bool> used(tracks.size(), false);
    for (const auto& chunk : chunks) {
        for (const SliceRow& row : chunk)
            used[row.track.index()] = true;
    }
    for (const Instant& instant : instants)
        used[instant.track.index()] = true;
    std::vector<std::uint32_t> order;
    for (std::uint32_t at = 0; at < tracks.size(); ++at) {
        if (used[at])
            order.push_back(at);
    }
    const auto key = [&](std::uint32_t at) {
        const Track& track = tracks[at];
        return std::tuple(track.rank, track.source, track.processOrder,
                          NaturalKey(names.text(track.processKey)), track.async, track.threadOrder,
                          NaturalKey(names.text(track.threadKey)));
    };
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); });
    std::vector<TrackId> map(tracks.size());
    timeline.m_tracks.reserve(order.size());
    for (const std::uint32_t at : order) {
        map[at] = TrackId{timeline.m_tracks.size()};
        timeline.m_tracks.push_back(tracks[at]);
    }
    return map;
}

/// Counts per track, then moves every row to its track's range, in input order; chunks go as they are done.
Result<Done> TimelineBuilder::Parts::scatter(const std::vector<TrackId>& trackMap,
                                             const std::vector<NameId>& nameMap,
                                             std::vector<std::uint32_t>& firstRow)
{
    std::vector<std::uint64_t> counts(timeline.m_tracks.size() + 1, 0);
    std::uint64_t total = 0;
    for (const auto& chunk : chunks) {
        total += chunk.size();
        for (const SliceRow& row : chunk)
            ++counts[trackMap[row.track.index()].index()];
    }
    if (total >= SliceId::kNone)
        return Error{
            ErrorCode::FileTooLarge, {std::to_string(total), std::to_string(SliceId::kNone - 1)}, {}};
    firstRow.resize(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), firstRow.begin(), 0u,
                        [](std::uint64_t a, std::uint64_t b) { return static_cast<std::uint32_t>(a + b); });
    timeline.m_ts.resize(total);
    timeline.m_dur.resize(total);
    timeline.m_name.resize(total);
    timeline.m_category.resize(total);
    timeline.m_args.resize(total);
    std::vector<std::uint32_t> next = firstRow;
    for (auto& chunk : chunks) {
        for (const SliceRow& row : chunk) {
            const std::uint32_t at = next[trackMap[row.track.index()].index()]++;
            timeline.m_ts[at] = row.ts;
            timeline.m_dur[at] = row.dur;
            timeline.m_name[at] = row.name.valid() ? nameMap[row.name.index()] : row.name;
            timeline.m_category[at] = row.category.valid() ? nameMap[row.category.index()] : row.category;
            timeline.m_args[at] = row.args;
        }
        chunk = {};
    }
    chunks = {};
    return Done{};
}

namespace {

template <class T>
void permute(std::vector<T>& column, std::uint32_t begin, const std::vector<std::uint32_t>& order)
{
    std::vector<T> moved(order.size());
    for (std::size_t at = 0; at < order.size(); ++at)
        moved[at] = column[begin + order[at]];
    std::copy(moved.begin(), moved.end(), column.begin() + begin);
}

} // namespace

void TimelineBuilder::Parts::layOut(TrackId trackId, std::uint32_t begin, std::uint32_t end,
                                    LayoutTally& tally)
{
    Track& track = timeline.m_tracks[trackId.index()];
    const auto ts = std::span<const std::int64_t>(timeline.m_ts).subspan(begin, end - begin);
    const auto dur = std::span<const std::int64_t>(timeline.m_dur).subspan(begin, end - begin);
    const TrackLayout layout = begin == end  ? TrackLayout{}
                               : track.async ? packTrack(ts, dur)
                                             : nestTrack(ts, dur);
    for (const std::uint32_t row : layout.displaced)
        tally.note(LayoutOddity::Displaced, timeline.m_args[begin + row]);
    timeline.m_displaced += layout.displaced.size();
    track.firstLane = static_cast<std::uint32_t>(timeline.m_lanes.size());
    track.laneCount = static_cast<std::uint32_t>(layout.laneCounts.size());
    std::uint32_t row = begin;
    for (std::uint32_t depth = 0; depth < track.laneCount; ++depth) {
        timeline.m_lanes.push_back(
            {trackId, depth, depth + layout.overflowLanes >= track.laneCount, row, layout.laneCounts[depth]});
        row += layout.laneCounts[depth];
    }
    if (std::is_sorted(layout.order.begin(), layout.order.end()))
        return;
    permute(timeline.m_ts, begin, layout.order);
    permute(timeline.m_dur, begin, layout.order);
    permute(timeline.m_name, begin, layout.order);
    permute(timeline.m_category, begin, layout.order);
    permute(timeline.m_args, begin, layout.order);
}

void TimelineBuilder::Parts::sumBlocks()
{
    timeline.m_firstBlock.reserve(timeline.m_lanes.size() + 1);
    for (const Lane& lane : timeline.m_lanes) {
        timeline.m_firstBlock.push_back(static_cast<std::uint32_t>(timeline.m_blocks.size()));
        std::int64_t busy = 0;
        for (std::uint32_t first = 0; first < lane.count; first += kLaneBlockSlices) {
            const std::uint32_t begin = lane.begin + first;
            LaneBlock block{timeline.m_ts[begin], busy, -1, begin};
            for (std::uint32_t row = begin; row < std::min(begin + kLaneBlockSlices, lane.begin + lane.count);
                 ++row) {
                busy += timeline.m_dur[row];
                if (timeline.m_dur[row] > block.longest) {
                    block.longest = timeline.m_dur[row];
                    block.longestRow = row;
                }
            }
            timeline.m_blocks.push_back(block);
        }
    }
    timeline.m_firstBlock.push_back(static_cast<std::uint32_t>(timeline.m_blocks.size()));
}

void TimelineBuilder::Parts::takeInstants(const std::vector<TrackId>& trackMap,
                                          const std::vector<NameId>& nameMap)
{
    for (Instant& instant : instants) {
        instant.track = trackMap[instant.track.index()];
        instant.name = instant.name.valid() ? nameMap[instant.name.index()] : instant.name;
        instant.category = instant.category.valid() ? nameMap[instant.category.index()] : instant.category;
    }
    std::stable_sort(instants.begin(), instants.end(), [](const Instant& a, const Instant& b) {
        return std::tuple(a.ts, a.track) < std::tuple(b.ts, b.track);
    });
    timeline.m_instants = std::move(instants);
}

void TimelineBuilder::Parts::takeCounters(const std::vector<NameId>& nameMap)
{
    for (CounterTrack& track : series) {
        for (NameId* name : {&track.name, &track.series, &track.processKey})
            *name = name->valid() ? nameMap[name->index()] : *name;
    }
    std::vector<std::uint32_t> order(series.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) {
        return std::tuple(series[a].source, series[a].processKey, series[a].name, series[a].series) <
               std::tuple(series[b].source, series[b].processKey, series[b].name, series[b].series);
    });
    std::vector<std::uint32_t> place(series.size());
    for (std::uint32_t at = 0; at < order.size(); ++at) {
        place[order[at]] = at;
        timeline.m_counterTracks.push_back(series[order[at]]);
    }
    std::stable_sort(samples.begin(), samples.end(), [&](const CounterRow& a, const CounterRow& b) {
        return std::tuple(place[a.series], a.ts) < std::tuple(place[b.series], b.ts);
    });
    timeline.m_counterSamples.reserve(samples.size());
    for (const CounterRow& sample : samples) {
        CounterTrack& track = timeline.m_counterTracks[place[sample.series]];
        if (track.count++ == 0)
            track.begin = static_cast<std::uint32_t>(timeline.m_counterSamples.size());
        timeline.m_counterSamples.push_back({sample.ts, sample.value});
    }
    samples = {};
}

void TimelineBuilder::Parts::takeFlows(const std::vector<TrackId>& trackMap,
                                       const std::vector<NameId>& nameMap, LayoutTally& tally)
{
    std::vector<FlowRow> ends;
    std::vector<std::uint32_t> sources;
    for (auto& chunk : flows) {
        for (FlowRow& row : chunk) {
            sources.push_back(tracks[row.track.index()].source);
            row.ts = clampTime(row.ts);
            row.track = trackMap[row.track.index()];
            row.category = row.category.valid() ? nameMap[row.category.index()] : row.category;
            ends.push_back(row);
        }
        chunk = {};
    }
    flows = {};
    timeline.m_flows = bindFlows(timeline, sources, ends, tally);
}

void TimelineBuilder::Parts::takeSteps(const std::vector<NameId>& nameMap)
{
    for (StepMark& step : steps)
        step.name = step.name.valid() ? nameMap[step.name.index()] : step.name;
    std::stable_sort(steps.begin(), steps.end(), [](const StepMark& a, const StepMark& b) {
        return std::tuple(a.rank, a.source, a.begin, a.end) < std::tuple(b.rank, b.source, b.begin, b.end);
    });
    timeline.m_steps = std::move(steps);
}

void TimelineBuilder::Parts::findRange()
{
    std::int64_t begin = kMaxTime;
    std::int64_t end = -kMaxTime;
    const auto see = [&](std::int64_t from, std::int64_t to) {
        begin = std::min(begin, from);
        end = std::max(end, to);
    };
    for (const Lane& lane : timeline.m_lanes)
        see(timeline.m_ts[lane.begin],
            timeline.m_ts[lane.begin + lane.count - 1] + timeline.m_dur[lane.begin + lane.count - 1]);
    for (const Instant& instant : timeline.m_instants)
        see(instant.ts, instant.ts);
    for (const CounterSample& sample : timeline.m_counterSamples)
        see(sample.ts, sample.ts);
    for (const StepMark& step : timeline.m_steps)
        see(step.begin, step.end);
    if (begin <= end) {
        timeline.m_begin = begin;
        timeline.m_end = end;
    }
}

} // namespace shardscope::core
