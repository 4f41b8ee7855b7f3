// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/device_steps.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kNoStep = std::numeric_limits<std::size_t>::max();

core::TrackId trackOf(const core::Timeline& timeline, std::uint32_t row)
{
    return timeline.lanes()[timeline.laneOf(core::SliceId{row}).index()].track;
}

/// The thread whose slice is the first of \p steps.
std::optional<core::TrackId> markingThread(const AnalysisInput& input, const RankPart& part,
                                           const RankSteps& steps)
{
    const core::Timeline& timeline = input.timeline();
    const RankStep& first = steps.steps.front();
    std::optional<core::TrackId> thread;
    forEachHostLane(timeline, part, [&](const core::Lane& lane) {
        const core::LaneId id{static_cast<std::size_t>(&lane - timeline.lanes().data())};
        const std::uint32_t row = timeline.firstStartingAt(id, lane.begin, first.begin);
        const bool marks = row < lane.begin + lane.count && timeline.ts()[row] == first.begin &&
                           timeline.ts()[row] + timeline.dur()[row] == first.end &&
                           timeline.name()[row].valid() && input.text(timeline.name()[row]) == first.name;
        if (marks && !thread)
            thread = lane.track;
    });
    return thread;
}

/// Whether \p thread runs functions of autograd (torch/csrc/autograd/engine.cpp names them).
bool runsBackward(const AnalysisInput& input, core::TrackId thread)
{
    const core::Timeline& timeline = input.timeline();
    const core::Track& track = timeline.tracks()[thread.index()];
    for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            if (timeline.name()[row].valid() &&
                input.text(timeline.name()[row]).starts_with("autograd::engine::"))
                return true;
        }
    }
    return false;
}

/// Threads whose kernels make the steps; none: all do.
std::set<core::TrackId> makingThreads(const AnalysisInput& input, const RankPart& part,
                                      const RankSteps& steps, const DeviceLaunches& launches)
{
    std::set<core::TrackId> threads;
    const std::optional<core::TrackId> marking = markingThread(input, part, steps);
    if (!marking)
        return threads;
    std::set<core::TrackId> launching;
    for (const std::uint32_t call : launches.launch) {
        if (call != kNoRow)
            launching.insert(trackOf(input.timeline(), call));
    }
    if (!launching.contains(*marking))
        return threads; // it only waits for those that work
    threads.insert(*marking);
    for (const core::TrackId thread : launching) {
        if (thread != *marking && runsBackward(input, thread))
            threads.insert(thread);
    }
    return threads;
}

/// What of a step's work lies where on the device.
struct StepWork {
    std::int64_t begin = std::numeric_limits<std::int64_t>::max();
    std::int64_t end = std::numeric_limits<std::int64_t>::min();

    [[nodiscard]] bool any() const { return begin <= end; }
};

/// The work of each step, whose times are the host's. \p before: when work from before all steps is done.
std::vector<StepWork> workOf(const AnalysisInput& input, std::size_t part, const RankSteps& steps,
                             const DeviceLaunches& launches, std::int64_t& before)
{
    const core::Timeline& timeline = input.timeline();
    const DeviceWork& work = input.deviceWork(part);
    const auto stepAt = [&](std::int64_t ts) {
        const auto behind = std::ranges::upper_bound(steps.steps, ts, {}, &RankStep::begin);
        if (behind == steps.steps.begin() || ts >= (behind - 1)->end)
            return kNoStep;
        return static_cast<std::size_t>(behind - steps.steps.begin()) - 1;
    };
    const std::set<core::TrackId> threads = makingThreads(input, input.ranks()[part], steps, launches);
    const bool onlyCopies =
        std::ranges::all_of(work.kinds, [](KernelKind kind) { return kind == KernelKind::Copy; });
    std::vector<StepWork> found(steps.steps.size());
    const std::uint32_t source = input.ranks()[part].source;
    before = std::numeric_limits<std::int64_t>::min();
    if (source < input.run().sources.size())
        before = input.run().sources[source].deviceSince.value_or(before);
    for (const DeviceStream& stream : work.streams) {
        std::size_t step = kNoStep;
        bool makes = false;
        for (std::uint32_t at = stream.begin; at < stream.end; ++at) {
            const std::uint32_t call = launches.launch[at];
            if (call != kNoRow) {
                step = stepAt(timeline.ts()[call]);
                makes = threads.empty() || threads.contains(trackOf(timeline, call));
            }
            const core::Interval time = work.time(timeline, at);
            if (step == kNoStep && time.begin < steps.steps.front().end)
                before = std::max(before, time.end);
            if (step == kNoStep)
                continue;
            found[step].begin = std::min(found[step].begin, time.begin);
            if (makes && (onlyCopies || work.kinds[at] != KernelKind::Copy))
                found[step].end = std::max(found[step].end, time.end);
        }
    }
    return found;
}

} // namespace

core::Result<RankSteps> deviceSteps(const AnalysisInput& input, std::size_t part, RankSteps host,
                                    const core::Task& task)
{
    if (host.steps.empty() || host.source == StepSource::Period || input.deviceWork(part).rows.empty())
        return host;
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    // If the calls of most rows are not known, their predecessors' steps are not either.
    const auto known =
        std::ranges::count_if(launches->launch, [](std::uint32_t call) { return call != kNoRow; });
    if (2 * static_cast<std::size_t>(known) < launches->launch.size() || known == 0)
        return host;
    std::int64_t before = 0;
    const std::vector<StepWork> work = workOf(input, part, host, *launches, before);
    const auto first = std::ranges::find_if(work, &StepWork::any);
    const auto last = std::find_if(work.rbegin(), work.rend(), [](const StepWork& one) { return one.any(); });
    if (first == work.end() ||
        !std::all_of(first, last.base(), [](const StepWork& one) { return one.any(); }))
        return host;
    RankSteps device{{}, host.source, true};
    // The device waited for the first step since the host began it, or since it was done with what came
    // before.
    const RankStep& firstOfHost = host.steps[static_cast<std::size_t>(first - work.begin())];
    std::int64_t begin = std::min(first->begin, std::max(firstOfHost.begin, before));
    for (auto at = first; at != last.base(); ++at) {
        RankStep step = host.steps[static_cast<std::size_t>(at - work.begin())];
        step.begin = begin;
        step.end = std::max(begin, at->end);
        begin = step.end;
        device.steps.push_back(std::move(step));
    }
    return device;
}

} // namespace shardscope::profiler
