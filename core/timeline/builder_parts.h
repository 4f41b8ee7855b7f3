// SPDX-License-Identifier: GPL-3.0-or-later
// What a TimelineBuilder has collected, and the steps that lay it out.
#pragma once

#include "core/timeline/edge_pairing.h"
#include "core/timeline/timeline_builder.h"

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
    StringPool names;
    std::vector<Track> tracks;
    std::map<std::tuple<std::uint32_t, std::string, std::string>, TrackId, std::less<>> trackIds;
    std::vector<std::vector<SliceRow>> chunks;
    std::vector<EdgeRow> edges;
    std::vector<Instant> instants;
    std::vector<std::vector<FlowRow>> flows;
    std::vector<CounterTrack> series;
    std::map<std::tuple<std::uint32_t, NameId, NameId, NameId>, std::uint32_t> seriesIds;
    std::vector<CounterRow> samples;
    std::vector<StepMark> steps;
    Timeline timeline;

    void pairSlices(LayoutTally& tally);
    void clampSlices(LayoutTally& tally);
    std::vector<NameId> sortNames();
    std::vector<TrackId> sortTracks();
    Result<Done> scatter(const std::vector<TrackId>& trackMap, const std::vector<NameId>& nameMap,
                         std::vector<std::uint32_t>& firstRow);
    void layOut(TrackId track, std::uint32_t begin, std::uint32_t end, LayoutTally& tally);
    void sumBlocks();
    void takeInstants(const std::vector<TrackId>& trackMap, const std::vector<NameId>& nameMap);
    void takeCounters(const std::vector<NameId>& nameMap);
    void takeFlows(const std::vector<TrackId>& trackMap, const std::vector<NameId>& nameMap,
                   LayoutTally& tally);
    void takeSteps(const std::vector<NameId>& nameMap);
    void findRange();
};

} // namespace shardscope::core
