// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/phase_times.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

struct PhasedRow {
    core::Interval time;
    std::optional<Phase> phase;
};

std::vector<PhasedRow> rowsOf(const AnalysisInput& input, const RankTime& rank, const RowPhases& phases)
{
    const core::Timeline& timeline = input.timeline();
    std::vector<PhasedRow> rows;
    if (rank.device) {
        const DeviceWork& work = input.deviceWork(rank.part);
        for (std::size_t at = 0; at < work.rows.size(); ++at)
            rows.push_back({work.time(timeline, at), phases.of(work.rows[at])});
    } else {
        for (const core::TrackId id : input.ranks()[rank.part].tracks) {
            const core::Track& track = timeline.tracks()[id.index()];
            for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                    if (phases.of(row))
                        rows.push_back(
                            {{timeline.ts()[row], timeline.ts()[row] + timeline.dur()[row]}, phases.of(row)});
                }
            }
        }
    }
    std::ranges::stable_sort(rows, {}, [](const PhasedRow& row) { return row.time.begin; });
    return rows;
}

} // namespace

core::Result<ClaimTimes> phaseTimes(const AnalysisInput& input, std::span<const RankTime> ranks, Phase phase,
                                    const core::Task& task)
{
    SHARDSCOPE_TRY(const RowPhases phases, phasesOf(input, task));
    if (!phases.told())
        return noPhases(phase);
    ClaimTimes times;
    for (const RankTime& rank : ranks) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        std::vector<core::Interval> own;
        std::int64_t told = rank.steps.window.begin;
        for (const PhasedRow& row : rowsOf(input, rank, phases)) {
            if (row.time.end <= told)
                continue;
            if (row.phase == phase)
                own.push_back({told, row.time.end});
            told = row.time.end;
        }
        times[rank.part] = within(core::unite(std::move(own)), rank.steps.window);
    }
    return times;
}

RankTime withinPhase(RankTime rank, const ClaimTimes& times)
{
    const core::IntervalSet& own = times.at(rank.part);
    for (core::IntervalSet* const set : {&rank.computing, &rank.communicating, &rank.copying, &rank.idle})
        *set = core::intersect(*set, own);
    return rank;
}

void keepPhase(const CostInput& cost, const ClaimTimes& times, CostFindings& findings)
{
    for (CostFinding& finding : findings) {
        double before = 0;
        double after = 0;
        for (const RankTime& rank : cost.ranks) {
            const auto own = finding.time.find(rank.part);
            if (own == finding.time.end())
                continue;
            before += rank.ofAll(core::measure(own->second));
            own->second = core::intersect(own->second, times.at(rank.part));
            after += rank.ofAll(core::measure(own->second));
        }
        const double kept = before > 0 ? after / before : 0;
        finding.secondsPerStep *= kept;
        finding.recordedSeconds *= kept;
        std::erase_if(finding.evidence, [&](const Evidence& one) {
            return std::ranges::none_of(cost.ranks, [&](const RankTime& rank) {
                const RankPart& part = cost.input.ranks()[rank.part];
                return part.rank == one.rank && part.device == one.device &&
                       !within(times.at(rank.part), {one.ts, one.ts + one.dur}).empty();
            });
        });
    }
    std::erase_if(findings, [](const CostFinding& one) { return one.secondsPerStep <= 0; });
}

} // namespace shardscope::profiler
