// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/other_runs.h"

#include "core/timeline/intervals.h"

#include <algorithm>
#include <optional>

namespace shardscope::profiler {

namespace {

struct Recorded {
    std::optional<core::Interval> time; ///< none: no slices
    bool device = false;                ///< has work of a device
};

/// What was recorded of each source.
std::vector<Recorded> recordedOf(const AnalysisInput& input)
{
    const core::Timeline& timeline = input.timeline();
    std::vector<Recorded> recorded(input.run().sources.size());
    for (const core::Track& track : timeline.tracks()) {
        if (track.source >= recorded.size() || track.laneCount == 0)
            continue;
        Recorded& one = recorded[track.source];
        for (std::uint32_t number = track.firstLane; number < track.firstLane + track.laneCount; ++number) {
            const core::Lane& lane = timeline.lanes()[number];
            if (lane.count == 0)
                continue;
            const std::uint32_t last = lane.begin + lane.count - 1; // slices of a lane do not overlap
            const core::Interval time{timeline.ts()[lane.begin], timeline.ts()[last] + timeline.dur()[last]};
            one.time = one.time ? core::Interval{std::min(one.time->begin, time.begin),
                                                 std::max(one.time->end, time.end)}
                                : time;
        }
    }
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const std::uint32_t source = input.ranks()[part].source;
        if (source < recorded.size())
            recorded[source].device = recorded[source].device || !input.deviceWork(part).rows.empty();
    }
    return recorded;
}

} // namespace

std::vector<std::uint32_t> sourcesOfOtherRuns(const AnalysisInput& input)
{
    const auto& sources = input.run().sources;
    const std::vector<Recorded> recorded = recordedOf(input);
    const auto begun =
        std::ranges::find_if(recorded, [](const Recorded& one) { return one.time.has_value(); });
    const auto first = static_cast<std::size_t>(begun - recorded.begin());
    std::vector<std::uint32_t> others;
    for (std::size_t at = first + 1; at < recorded.size(); ++at) {
        if (!recorded[at].time)
            continue;
        const core::RunSource& a = sources[first];
        const core::RunSource& b = sources[at];
        const bool otherWorld = a.worldSize >= 0 && b.worldSize >= 0 && a.worldSize != b.worldSize;
        const bool ranksDiffer = a.rank >= 0 && b.rank >= 0 && a.rank != b.rank;
        const bool otherTime = recorded[at].time->begin > recorded[first].time->end ||
                               recorded[at].time->end < recorded[first].time->begin;
        const bool sameRank = a.rank >= 0 && a.rank == b.rank;
        const bool twice = sameRank && recorded[at].device && recorded[first].device;
        if (otherWorld || (!ranksDiffer && (otherTime || twice)))
            others.push_back(static_cast<std::uint32_t>(at));
    }
    return others;
}

} // namespace shardscope::profiler
