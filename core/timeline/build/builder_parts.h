// SPDX-License-Identifier: GPL-3.0-or-later
// What a TimelineBuilder has collected, and the steps that lay it out.
#pragma once

#include "core/timeline/build/edge_pairing.h"
#include "core/timeline/build/timeline_builder.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace shardscope::core {

[[nodiscard]] inline std::int64_t clampTime(std::int64_t time)
{
    return std::clamp(time, -kMaxTime, kMaxTime);
}

struct CounterRow {
    std::int64_t ts;
    double value;
    std::uint32_t series;
};

struct TimelineBuilder::Parts {
    /// Rows that came together, with the numbers they came with. After settle: the builder's.
    struct Batch {
        RowRun<SliceRow> rows;
        std::shared_ptr<const RowMap> map;                     ///< null: the rows have the builder's numbers
        std::vector<std::pair<TrackId, std::uint32_t>> counts; ///< rows of each track
    };
    struct FlowBatch {
        RowRun<FlowRow> rows;
        std::shared_ptr<const RowMap> map;
    };

    StringPool names;
    std::vector<Track> tracks;
    std::map<std::tuple<std::uint32_t, std::string, std::string>, TrackId, std::less<>> trackIds;
    std::vector<Batch> batches;
    RowBlocks<SliceRow> oneByOne; ///< no batch yet
    std::vector<EdgeRow> edges;
    PageVector<Instant> instants;
    std::vector<FlowBatch> flows;
    RowBlocks<FlowRow> flowsOneByOne; ///< no batch yet
    bool sharedFlowIds = false;
    std::vector<CounterTrack> series;
    std::map<std::tuple<std::uint32_t, NameId, NameId, NameId>, std::uint32_t> seriesIds;
    std::vector<CounterRow> samples;
    std::vector<StepMark> steps;
    std::vector<NameId> annotationCategories; ///< empty: nothing to split off
    std::vector<TrackId> annotationsOf;       ///< by track: where its annotations go; invalid: they stay

    // The timeline's columns while they are made.
    struct Slices {
        PageVector<std::int64_t> ts, dur;
        PageVector<NameId> name, category;
        PageVector<std::uint64_t> args;
    } laid;
    PageVector<Track> laidTracks;
    PageVector<Lane> lanes;
    PageVector<LaneBlock> blocks;
    PageVector<std::uint32_t> firstBlock;
    TimelineParts made;

    void cutSlices(); ///< told one by one since the last time: a batch
    void cutFlows();
    void nameTracks();
    void splitAnnotations();
    void nameAnnotations();
    void settle(std::size_t firstBatch, LayoutTally& tally);
    void pairSlices(LayoutTally& tally);
    std::vector<NameId> sortNames();
    std::vector<TrackId> sortTracks();
    Result<std::vector<std::uint32_t>> scatter(const std::vector<TrackId>& trackMap,
                                               const std::vector<NameId>& nameMap);
    void layOut(const std::vector<std::uint32_t>& firstRow, const Task& task, LayoutTally& tally);
    void sumBlocks();
    void freezeSlices();
    void takeInstants(const std::vector<TrackId>& trackMap, const std::vector<NameId>& nameMap);
    void takeCounters(const std::vector<NameId>& nameMap);
    void takeFlows(const std::vector<TrackId>& trackMap, const std::vector<NameId>& nameMap,
                   LayoutTally& tally);
    void takeSteps(const std::vector<NameId>& nameMap);
    TimelinePtr freeze();
};

} // namespace shardscope::core
