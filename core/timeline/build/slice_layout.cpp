// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of slices into lanes: settled, scattered to their tracks, each track laid out, blocks summed. Batches,
// tracks and lanes are worked on at the same time; what comes out depends on the order of rows only.
#include "core/base/parallel.h"
#include "core/timeline/build/builder_parts.h"
#include "core/timeline/build/track_layout.h"
#include "core/timeline/summaries.h"

#include <algorithm>
#include <mutex>
#include <numeric>

namespace shardscope::core {

namespace {

/// Turns the rows' own numbers and times into the builder's, within what a timeline can hold.
void settleRow(SliceRow& row, const RowMap& map, LayoutTally& tally)
{
    const auto mapped = [](auto id, const auto& ids) { return id.valid() ? ids[id.index()] : id; };
    if (!map.tracks.empty()) {
        row.name = mapped(row.name, map.names);
        row.category = mapped(row.category, map.names);
        row.track = map.tracks[row.track.index()];
        row.args |= map.place;
    }
    if (row.dur < 0) {
        tally.note(LayoutOddity::NegativeDuration, row.args);
        row.dur = 0;
    }
    const std::int64_t written = clampTime(row.ts);
    const std::int64_t ts = clampTime(written + map.shift);
    const std::int64_t dur = std::min(row.dur, kMaxTime - ts);
    if (written != row.ts || dur != row.dur)
        tally.note(LayoutOddity::TimeOutOfRange, row.args);
    row.ts = ts;
    row.dur = dur;
}

std::vector<std::pair<TrackId, std::uint32_t>> countsOf(const RowRun<SliceRow>& rows, std::size_t tracks)
{
    std::vector<std::uint32_t> counts(tracks, 0);
    std::vector<std::pair<TrackId, std::uint32_t>> met;
    for (const SliceRow& row : rows) {
        if (counts[row.track.index()]++ == 0)
            met.emplace_back(row.track, 0);
    }
    for (auto& [track, count] : met)
        count = counts[track.index()];
    return met;
}

} // namespace

void TimelineBuilder::Parts::settle(std::size_t firstBatch, LayoutTally& tally)
{
    static const RowMap kAsTheyAre;
    std::mutex mutex;
    const auto splitOff = [&](SliceRow& row) {
        if (std::ranges::find(annotationCategories, row.category) == annotationCategories.end())
            return;
        const TrackId split =
            row.track.index() < annotationsOf.size() ? annotationsOf[row.track.index()] : TrackId{};
        row.track = split.valid() ? split : row.track;
    };
    parallelFor(batches.size() - firstBatch, [&](std::size_t number) {
        Batch& batch = batches[firstBatch + number];
        LayoutTally own;
        for (SliceRow& row : batch.rows)
            settleRow(row, batch.map ? *batch.map : kAsTheyAre, own);
        if (!annotationCategories.empty())
            std::ranges::for_each(batch.rows, splitOff);
        batch.counts = countsOf(batch.rows, tracks.size());
        const std::lock_guard lock(mutex);
        tally.add(own);
    });
}

/// Moves every row to its track's range, in input order; batches go as they are done. Returns each track's
/// first row, and the end.
Result<std::vector<std::uint32_t>> TimelineBuilder::Parts::scatter(const std::vector<TrackId>& trackMap,
                                                                   const std::vector<NameId>& nameMap)
{
    std::vector<std::uint64_t> sizes(laidTracks.size() + 1, 0);
    for (const Batch& batch : batches) {
        for (const auto& [track, count] : batch.counts)
            sizes[trackMap[track.index()].index()] += count;
    }
    const std::uint64_t total = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
    if (total >= SliceId::kNone)
        return Error{ErrorCode::FileTooLarge, {std::to_string(total), std::to_string(SliceId::kNone - 1)}};
    std::vector<std::uint32_t> firstRow(sizes.size());
    std::exclusive_scan(sizes.begin(), sizes.end(), firstRow.begin(), 0u,
                        [](std::uint64_t a, std::uint64_t b) { return static_cast<std::uint32_t>(a + b); });
    laid.ts.resize(total);
    laid.dur.resize(total);
    laid.name.resize(total);
    laid.category.resize(total);
    laid.args.resize(total);
    // A batch's counts become the rows where its slices of each track begin.
    std::vector<std::uint32_t> next = firstRow;
    for (Batch& batch : batches) {
        for (auto& [track, count] : batch.counts) {
            std::uint32_t& place = next[trackMap[track.index()].index()];
            const std::uint32_t begin = place;
            place += std::exchange(count, begin);
        }
    }
    parallelFor(batches.size(), [&](std::size_t number) {
        Batch batch = std::move(batches[number]);
        const auto places = std::make_unique_for_overwrite<std::uint32_t[]>(tracks.size());
        for (const auto& [track, begin] : batch.counts)
            places[track.index()] = begin;
        const auto final = [&](NameId id) { return id.valid() ? nameMap[id.index()] : id; };
        for (const SliceRow& row : batch.rows) {
            const std::uint32_t at = places[row.track.index()]++;
            laid.ts[at] = row.ts;
            laid.dur[at] = row.dur;
            laid.name[at] = final(row.name);
            laid.category[at] = final(row.category);
            laid.args[at] = row.args;
        }
    });
    batches = {};
    return firstRow;
}

namespace {

/// \p values in the order \p order.
template <class T>
void permute(std::span<T> values, const PageVector<std::uint32_t>& order)
{
    PageVector<T> moved(order.size());
    for (std::size_t at = 0; at < order.size(); ++at)
        moved[at] = values[order[at]];
    std::ranges::copy(moved, values.begin());
}

struct LaidTrack {
    std::vector<std::uint32_t> laneCounts;
    std::uint32_t overflowLanes = 0;
};

} // namespace

void TimelineBuilder::Parts::layOut(const std::vector<std::uint32_t>& firstRow, const Task& task,
                                    LayoutTally& tally)
{
    std::vector<LaidTrack> nested(laidTracks.size());
    std::vector<std::uint32_t> largestFirst(nested.size());
    std::iota(largestFirst.begin(), largestFirst.end(), 0u);
    const auto rowsOf = [&](std::uint32_t track) { return firstRow[track + 1] - firstRow[track]; };
    std::ranges::stable_sort(largestFirst, [&](auto a, auto b) { return rowsOf(a) > rowsOf(b); });
    std::mutex mutex;
    std::uint64_t done = 0;
    parallelFor(nested.size(), [&](std::size_t number) {
        const std::uint32_t track = largestFirst[number];
        const std::uint32_t begin = firstRow[track];
        const std::uint32_t count = rowsOf(track);
        if (count == 0 || task.cancelled())
            return;
        const auto part = [&](auto& column) { return std::span(column).subspan(begin, count); };
        TrackLayout layout = laidTracks[track].async ? packTrack(part(laid.ts), part(laid.dur))
                                                     : nestTrack(part(laid.ts), part(laid.dur));
        nested[track] = {std::move(layout.laneCounts), layout.overflowLanes};
        {
            const std::lock_guard lock(mutex);
            for (const std::uint32_t row : layout.displaced)
                tally.note(LayoutOddity::Displaced, laid.args[begin + row]);
            made.displaced += layout.displaced.size();
            done += count;
            task.report("nest", double(done) / double(laid.ts.size()));
        }
        if (std::ranges::is_sorted(layout.order))
            return;
        const std::function<void()> columns[] = {
            [&] { permute(part(laid.ts), layout.order); },
            [&] { permute(part(laid.dur), layout.order); },
            [&] { permute(part(laid.args), layout.order); },
            [&] { permute(part(laid.name), layout.order); },
            [&] { permute(part(laid.category), layout.order); },
        };
        parallelFor(std::size(columns), [&](std::size_t column) { columns[column](); });
    });
    for (std::uint32_t number = 0; number < nested.size(); ++number) {
        Track& track = laidTracks[number];
        const std::vector<std::uint32_t>& counts = nested[number].laneCounts;
        track.firstLane = static_cast<std::uint32_t>(lanes.size());
        track.laneCount = static_cast<std::uint32_t>(counts.size());
        std::uint32_t row = firstRow[number];
        for (std::uint32_t depth = 0; depth < track.laneCount; ++depth) {
            const bool overflow = depth + nested[number].overflowLanes >= track.laneCount;
            lanes.push_back({TrackId{number}, depth, overflow, row, counts[depth]});
            row += counts[depth];
        }
    }
}

void TimelineBuilder::Parts::sumBlocks()
{
    LaneBlocks sums = sumLaneBlocks(lanes, laid.ts, laid.dur);
    blocks = std::move(sums.blocks);
    firstBlock = std::move(sums.firstBlock);
}

/// From here on slices can be looked up in \c made.
void TimelineBuilder::Parts::freezeSlices()
{
    made.ts = std::move(laid.ts);
    made.dur = std::move(laid.dur);
    made.name = std::move(laid.name);
    made.category = std::move(laid.category);
    made.args = std::move(laid.args);
    made.tracks = std::move(laidTracks);
    made.lanes = std::move(lanes);
    made.blocks = std::move(blocks);
    made.firstBlock = std::move(firstBlock);
}

} // namespace shardscope::core
