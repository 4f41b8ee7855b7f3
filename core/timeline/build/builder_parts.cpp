// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/build/builder_parts.h"

#include "core/base/parallel.h"
#include "core/kinds/op_class.h"
#include "core/timeline/annotation_tracks.h"
#include "core/timeline/build/flow_binding.h"
#include "core/timeline/build/time_order.h"
#include "core/timeline/build/track_order.h"
#include "core/timeline/summaries.h"

#include <numeric>

namespace shardscope::core {

void TimelineBuilder::Parts::cutSlices()
{
    if (RowRun<SliceRow> rows = oneByOne.cut(); !rows.empty())
        batches.push_back({std::move(rows), {}, {}});
}

void TimelineBuilder::Parts::cutFlows()
{
    if (RowRun<FlowRow> rows = flowsOneByOne.cut(); !rows.empty())
        flows.push_back({std::move(rows), {}});
}

/// Tracks that nobody described are called by their keys.
void TimelineBuilder::Parts::nameTracks()
{
    for (const auto& [key, id] : trackIds) {
        Track& track = tracks[id.index()];
        for (NameId* name : {&track.process, &track.processKey})
            *name = name->valid() ? *name : names.intern(std::get<1>(key));
        for (NameId* name : {&track.thread, &track.threadKey})
            *name = name->valid() ? *name : names.intern(std::get<2>(key));
    }
}

/// Annotations of a device's time lie on the stream's own number in the files and would hide its gaps, or be
/// taken for work: each device track gets a second one for them.
void TimelineBuilder::Parts::splitAnnotations()
{
    for (const std::string_view category : {kDeviceAnnotation, kCounterRange}) {
        if (const NameId id = names.find(category); id.valid())
            annotationCategories.push_back(id);
    }
    if (annotationCategories.empty())
        return;
    annotationsOf.assign(tracks.size(), {});
    std::vector<std::tuple<std::uint32_t, std::string, std::string>> keys;
    for (const auto& [key, id] : trackIds) {
        if (tracks[id.index()].device)
            keys.push_back(key);
    }
    for (auto& key : keys) {
        const TrackId own = trackIds.find(key)->second;
        std::get<2>(key) += '\0'; // no file's key: keys are texts without it
        std::get<2>(key) += "annotations";
        annotationsOf[own.index()] = TrackId{tracks.size()};
        trackIds.emplace(std::move(key), TrackId{tracks.size()});
        tracks.push_back(tracks[own.index()]);
    }
}

/// A track that held nothing but annotations keeps its name.
void TimelineBuilder::Parts::nameAnnotations()
{
    std::vector<bool> used(tracks.size(), false);
    for (const Batch& batch : batches) {
        for (const auto& [track, count] : batch.counts)
            used[track.index()] = true;
    }
    for (std::size_t at = 0; at < annotationsOf.size(); ++at) {
        const TrackId split = annotationsOf[at];
        if (split.valid() && used[split.index()] && used[at])
            tracks[split.index()].thread =
                names.intern(std::string(names.text(tracks[at].thread)) + " annotations");
    }
}

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
        for (const Batch& batch : batches) {
            for (const SliceRow& row : batch.rows)
                see(row.track, row.ts + row.dur);
        }
        for (SliceRow& row : paired.unfinished)
            row.dur = lastTime[row.track.index()] - row.ts;
    }
    edges = {};
    const std::size_t settled = batches.size();
    for (PageVector<SliceRow>* rows : {&paired.slices, &paired.unfinished}) {
        if (!rows->empty())
            batches.push_back({RowRun<SliceRow>(std::move(*rows)), {}, {}});
    }
    settle(settled, tally);
}

std::vector<NameId> TimelineBuilder::Parts::sortNames()
{
    std::vector<NameId> map = names.sortByText();
    for (Track& track : tracks) {
        track.forEachName([&](NameId& name) { name = name.valid() ? map[name.index()] : name; });
    }
    return map;
}

/// Tracks with content in display order; the map leads from the builder's numbers to the timeline's.
std::vector<TrackId> TimelineBuilder::Parts::sortTracks()
{
    std::vector<bool> used(tracks.size(), false);
    for (const Batch& batch : batches) {
        for (const auto& [track, count] : batch.counts)
            used[track.index()] = true;
    }
    for (const Instant& instant : instants)
        used[instant.track.index()] = true;
    std::vector<std::uint32_t> order; // by keys first: who came first depends on threads
    for (const auto& [key, track] : trackIds) {
        if (used[track.index()])
            order.push_back(track.value);
    }
    std::ranges::stable_sort(
        order, [&](auto a, auto b) { return displayKey(tracks[a], names) < displayKey(tracks[b], names); });
    std::vector<TrackId> map(tracks.size());
    laidTracks.reserve(order.size());
    for (const std::uint32_t at : order) {
        map[at] = TrackId{laidTracks.size()};
        laidTracks.push_back(tracks[at]);
    }
    return map;
}

void TimelineBuilder::Parts::takeInstants(const std::vector<TrackId>& trackMap,
                                          const std::vector<NameId>& nameMap)
{
    for (Instant& instant : instants) {
        instant.track = trackMap[instant.track.index()];
        instant.name = instant.name.valid() ? nameMap[instant.name.index()] : instant.name;
        instant.category = instant.category.valid() ? nameMap[instant.category.index()] : instant.category;
    }
    PageVector<std::int64_t> times(instants.size());
    std::ranges::transform(instants, times.begin(), [](const Instant& instant) { return instant.ts; });
    const PageVector<std::uint32_t> order = orderByKey(times);
    PageVector<Instant> sorted;
    sorted.reserve(order.size());
    for (std::size_t first = 0; first < order.size(); first = sorted.size()) {
        const std::int64_t time = instants[order[first]].ts;
        for (std::size_t at = first; at < order.size() && instants[order[at]].ts == time; ++at)
            sorted.push_back(instants[order[at]]);
        std::stable_sort(sorted.begin() + static_cast<std::ptrdiff_t>(first), sorted.end(),
                         [](const Instant& a, const Instant& b) { return a.track < b.track; });
    }
    instants = {};
    made.instants = std::move(sorted);
}

void TimelineBuilder::Parts::takeCounters(const std::vector<NameId>& nameMap)
{
    for (CounterTrack& track : series) {
        for (NameId* name : {&track.name, &track.series, &track.processKey})
            *name = name->valid() ? nameMap[name->index()] : *name;
    }
    std::vector<std::uint32_t> order(series.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](auto a, auto b) {
        return std::tuple(series[a].source, series[a].processKey, series[a].name, series[a].series) <
               std::tuple(series[b].source, series[b].processKey, series[b].name, series[b].series);
    });
    std::vector<std::uint32_t> place(series.size());
    PageVector<CounterTrack> sortedSeries;
    for (std::uint32_t at = 0; at < order.size(); ++at) {
        place[order[at]] = at;
        sortedSeries.push_back(series[order[at]]);
    }
    std::ranges::stable_sort(samples, [&](const CounterRow& a, const CounterRow& b) {
        return std::tuple(place[a.series], a.ts) < std::tuple(place[b.series], b.ts);
    });
    PageVector<CounterSample> sortedSamples;
    sortedSamples.reserve(samples.size());
    for (const CounterRow& sample : samples) {
        CounterTrack& track = sortedSeries[place[sample.series]];
        if (track.count++ == 0)
            track.begin = static_cast<std::uint32_t>(sortedSamples.size());
        sortedSamples.push_back({sample.ts, sample.value});
    }
    samples = {};
    made.counterTracks = std::move(sortedSeries);
    made.counterSamples = std::move(sortedSamples);
}

void TimelineBuilder::Parts::takeFlows(const std::vector<TrackId>& trackMap,
                                       const std::vector<NameId>& nameMap, LayoutTally& tally)
{
    std::vector<std::size_t> begins;
    std::size_t total = 0;
    for (const FlowBatch& batch : flows) {
        begins.push_back(total);
        total += batch.rows.size();
    }
    PageVector<FlowEnd> ends(total);
    parallelFor(flows.size(), [&](std::size_t number) {
        const FlowBatch batch = std::move(flows[number]);
        const auto named = [&](NameId id) {
            return batch.map && id.valid() ? batch.map->names[id.index()] : id;
        };
        FlowEnd* end = ends.data() + begins[number];
        for (const FlowRow& row : batch.rows) {
            const NameId category = named(row.category);
            const TrackId track = batch.map ? batch.map->tracks[row.track.index()] : row.track;
            const std::int64_t shift = batch.map ? batch.map->shift : 0;
            *end++ = {clampTime(clampTime(row.ts) + shift),
                      row.id,
                      row.args | (batch.map ? batch.map->place : 0),
                      category.valid() ? nameMap[category.index()] : category,
                      trackMap[track.index()],
                      sharedFlowIds ? 0 : tracks[track.index()].source,
                      row.phase,
                      row.bindNext};
        }
    });
    flows = {};
    // The flows look at the slices only, which are all there.
    TimelineParts slices;
    slices.ts = made.ts;
    slices.dur = made.dur;
    slices.tracks = made.tracks;
    slices.lanes = made.lanes;
    slices.blocks = made.blocks;
    slices.firstBlock = made.firstBlock;
    made.flows = bindFlows(Timeline(std::move(slices)), std::move(ends), tally);
}

void TimelineBuilder::Parts::takeSteps(const std::vector<NameId>& nameMap)
{
    PageVector<StepMark> marks(steps.begin(), steps.end());
    for (StepMark& step : marks)
        step.name = step.name.valid() ? nameMap[step.name.index()] : step.name;
    std::ranges::stable_sort(marks, [](const StepMark& a, const StepMark& b) {
        return std::tuple(a.rank, a.source, a.begin, a.end) < std::tuple(b.rank, b.source, b.begin, b.end);
    });
    made.steps = std::move(marks);
}

TimelinePtr TimelineBuilder::Parts::freeze()
{
    std::tie(made.begin, made.end) = timeRange(made);
    made.names = std::move(names);
    return std::make_shared<const Timeline>(std::move(made));
}

} // namespace shardscope::core
