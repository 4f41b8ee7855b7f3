// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/time/rank_time.h"

#include "profiler/analyze/time/host_blame.h"
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
        for (const HostSegment& segment : hostSegments(input.timeline(), id)) {
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
    const auto roleOf = [&](std::uint32_t row) {
        const core::NameId category = timeline.category()[row];
        return communicationName(input.text(timeline.name()[row]),
                                 category.valid() ? input.text(category) : std::string_view())
            .role;
    };
    // Most names have nothing to do with communication: asked once each, whatever their category.
    std::vector<bool> maybe(timeline.names().size(), false);
    for (std::size_t id = 0; id < maybe.size(); ++id) {
        const std::string_view name = timeline.names().text(core::NameId{id});
        maybe[id] = communicationName(name, "kernel").role != CommunicationRole::None ||
                    communicationName(name, "").role != CommunicationRole::None;
    }
    std::map<std::uint32_t, std::vector<Interval>> times;
    std::set<std::uint32_t> byDevice;
    for (const core::Lane& lane : timeline.lanes()) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        const std::uint32_t source = timeline.tracks()[lane.track.index()].source;
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            if (!timeline.name()[row].valid() || !maybe[timeline.name()[row].index()])
                continue;
            const CommunicationRole role = roleOf(row);
            if (role == CommunicationRole::Device)
                byDevice.insert(source);
            else if (role == CommunicationRole::Annotation)
                times[source].push_back({timeline.ts()[row], timeline.ts()[row] + timeline.dur()[row]});
        }
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

core::Result<RankActivity> activityOf(const AnalysisInput& input, std::size_t part,
                                      const std::map<std::uint32_t, IntervalSet>& byHost,
                                      const AnalysisOptions& options, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, options, task));
    const BusyTimes busy = busyTimes(input, part, rows);
    RankActivity activity;
    activity.device = !rows.empty();
    activity.computing =
        activity.device ? busy.of(KernelKind::Compute) : hostWork(input, input.ranks()[part]);
    activity.communication = busy.of(KernelKind::Communication);
    if (const auto own = byHost.find(input.ranks()[part].source); own != byHost.end())
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
    std::vector<RankTime> ranks;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        RankTime rank;
        rank.part = part;
        SHARDSCOPE_TRY(rank.steps, measuredSteps(input, part, task));
        const Interval& window = rank.steps.window;
        if (window.begin >= window.end)
            continue;
        SHARDSCOPE_TRY(const RankActivity all, activityOf(input, part, byHost, options, task));
        rank.device = all.device;
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
