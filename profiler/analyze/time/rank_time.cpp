// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/time/rank_time.h"

#include "profiler/analyze/input/launch_calls.h"
#include "profiler/analyze/time/host_segments.h"
#include "profiler/analyze/time/told_steps.h"
#include "profiler/trace/collective_names.h"

#include <algorithm>
#include <set>

namespace shardscope::profiler {

using core::Interval;
using core::IntervalSet;

namespace {

/// When the host's threads run operations, outermost ones; a thread that waits or communicates does not.
IntervalSet hostWork(const AnalysisInput& input, const RankPart& part)
{
    std::vector<Interval> times;
    for (const core::TrackId id : part.tracks) {
        if (input.timeline().tracks()[id.index()].device)
            continue;
        for (const HostSegment& segment : hostSegments(input.timeline(), input.kinds(), id)) {
            if (segment.work == IdleCause::Launching)
                times.push_back(segment.time);
        }
    }
    return core::unite(std::move(times));
}

} // namespace

core::Result<std::map<std::uint32_t, IntervalSet>> hostCommunication(const AnalysisInput& input,
                                                                     const core::Task& task)
{
    const core::Timeline& timeline = input.timeline();
    std::map<std::uint32_t, std::vector<Interval>> times;
    std::set<std::uint32_t> byDevice;
    for (const core::Lane& lane : timeline.lanes()) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        const core::Track& track = timeline.tracks()[lane.track.index()];
        const std::uint32_t source = track.source;
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            const CommunicationRole role = communicationOf(input.kinds().of(row, lane.track)).role;
            const core::NameId category = timeline.category()[row];
            if (role == CommunicationRole::None || (category.valid() && isCallRecorder(input.text(category))))
                continue; // what runs beside recorded calls is not known
            if (role == CommunicationRole::Device)
                byDevice.insert(source);
            else if (role == CommunicationRole::Annotation)
                times[source].push_back({timeline.ts()[row], timeline.ts()[row] + timeline.dur()[row]});
        }
    }
    for (const RankPart& part : input.ranks()) { // a device of the same host
        if (byDevice.count(part.source) > 0)
            byDevice.insert(part.hostSource);
    }
    std::map<std::uint32_t, IntervalSet> sets;
    for (auto& [source, own] : times) {
        if (byDevice.count(source) == 0)
            sets[source] = core::unite(std::move(own));
    }
    return sets;
}

IntervalSet within(const IntervalSet& set, const Interval& window)
{
    auto at = std::ranges::partition_point(set, [&](const Interval& one) { return one.end <= window.begin; });
    IntervalSet inside;
    for (; at != set.end() && at->begin < window.end; ++at)
        inside.push_back({std::max(at->begin, window.begin), std::min(at->end, window.end)});
    return inside;
}

double ranksOf(std::span<const RankTime> times)
{
    std::int64_t ranks = 0;
    for (const RankTime& time : times)
        ranks += time.stands;
    return static_cast<double>(std::max<std::int64_t>(1, ranks));
}

core::Result<RankActivity> activityOf(const AnalysisInput& input, std::size_t part,
                                      const std::map<std::uint32_t, IntervalSet>& byHost,
                                      const AnalysisOptions& options, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, options, task));
    const BusyTimes busy = busyTimes(input, part, rows);
    RankActivity activity;
    activity.device = !rows.empty();
    activity.known = !input.deviceWork(part).rows.empty() || !launchesKernels(input, part);
    if (!activity.known)
        return activity;
    activity.computing =
        activity.device ? busy.of(KernelKind::Compute) : hostWork(input, input.ranks()[part]);
    activity.communication = busy.of(KernelKind::Communication);
    if (const auto own = byHost.find(input.ranks()[part].hostSource); own != byHost.end())
        activity.communication = core::unite(activity.communication, own->second);
    activity.communicating = core::subtract(activity.communication, activity.computing);
    const IntervalSet told = core::unite(activity.computing, activity.communicating);
    activity.copying = core::subtract(busy.of(KernelKind::Copy), told);
    return activity;
}

core::Result<std::vector<RankTime>> rankTimes(const AnalysisInput& input, const AnalysisOptions& options,
                                              const core::Task& task)
{
    SHARDSCOPE_TRY(const auto byHost, hostCommunication(input, task));
    const std::vector<bool> counts = ranksThatCount(input);
    std::vector<RankTime> ranks;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        if (!counts[part])
            continue;
        RankTime rank;
        rank.part = part;
        rank.stands = input.ranks()[part].stands;
        SHARDSCOPE_TRY(rank.steps, measuredSteps(input, part, task));
        windowOfToldSteps(input, part, rank.steps);
        const Interval& window = rank.steps.window;
        if (window.begin >= window.end)
            continue;
        SHARDSCOPE_TRY(const RankActivity all, activityOf(input, part, byHost, options, task));
        rank.device = all.device;
        rank.known = all.known;
        if (!rank.known) {
            ranks.push_back(std::move(rank));
            continue;
        }
        rank.computing = within(all.computing, window);
        rank.communicating = within(all.communicating, window);
        rank.copying = within(all.copying, window);
        rank.allCommunication = core::measure(within(all.communication, window));
        const IntervalSet told = core::unite(core::unite(rank.computing, rank.communicating), rank.copying);
        rank.idle = core::subtract({window}, told);
        for (const RankStep& step : rank.steps.steps)
            rank.computingOfStep.push_back(core::measure(within(rank.computing, {step.begin, step.end})));
        ranks.push_back(std::move(rank));
    }
    return ranks;
}

} // namespace shardscope::profiler
