// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/measured_steps.h"

#include "profiler/analyze/input/statistics.h"

#include <algorithm>
#include <limits>

namespace shardscope::profiler {

namespace {

/// Beyond the scatter of steps (a fifth more than the median "stands out"), below a doubling.
constexpr double kWarmUp = 1.5;

/// Times of all rows of the rank.
core::Interval recorded(const core::Timeline& timeline, const RankPart& part)
{
    core::Interval all{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    for (const core::TrackId id : part.tracks) {
        const core::Track& track = timeline.tracks()[id.index()];
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            if (lane.count == 0)
                continue;
            const std::uint32_t last = lane.begin + lane.count - 1;
            all.begin = std::min(all.begin, timeline.ts()[lane.begin]);
            all.end = std::max(all.end, timeline.ts()[last] + timeline.dur()[last]);
        }
    }
    return all.begin < all.end ? all : core::Interval{};
}

/// From the devices' first row to their last: what comes before and after is not the program's step.
core::Interval deviceTime(const core::Timeline& timeline, const DeviceWork& work)
{
    core::Interval all{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    for (std::size_t at = 0; at < work.rows.size(); ++at) {
        const core::Interval time = work.time(timeline, at);
        all.begin = std::min(all.begin, time.begin);
        all.end = std::max(all.end, time.end);
    }
    return all;
}

} // namespace

std::size_t warmUpSteps(std::span<const std::int64_t> costs)
{
    constexpr std::size_t kLeft = 2;
    std::size_t first = 0;
    while (first + kLeft < costs.size()) {
        const Summary rest = summaryOf(
            std::vector<std::int64_t>(costs.begin() + static_cast<std::ptrdiff_t>(first) + 1, costs.end()));
        if (static_cast<double>(costs[first]) <= kWarmUp * rest.median)
            break;
        ++first;
    }
    return first;
}

core::Result<MeasuredSteps> measuredSteps(const AnalysisInput& input, std::size_t part,
                                          const core::Task& task)
{
    const core::Timeline& timeline = input.timeline();
    const RankSteps& all = input.steps(part);
    const DeviceWork& work = input.deviceWork(part);
    MeasuredSteps measured;
    if (all.steps.empty()) {
        measured.window =
            work.rows.empty() ? recorded(timeline, input.ranks()[part]) : deviceTime(timeline, work);
        return measured;
    }
    std::vector<std::int64_t> durations;
    for (const RankStep& step : all.steps)
        durations.push_back(step.end - step.begin);
    // Nobody knows well when the work before a device's first step ended, so that step is no measure of the
    // others.
    const std::size_t cut = all.onDevice && durations.size() > 1 ? 1 : 0;
    measured.warmUp = cut + warmUpSteps(std::span(durations).subspan(cut));
    measured.steps.assign(all.steps.begin() + static_cast<std::ptrdiff_t>(measured.warmUp), all.steps.end());
    measured.source = all.source;
    measured.window = {measured.steps.front().begin, measured.steps.back().end};
    if (all.onDevice)
        return measured;
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    std::int64_t end = measured.window.end;
    for (std::size_t at = 0; at < work.rows.size(); ++at) {
        const std::uint32_t launch = launches->launch[at];
        if (launch == kNoRow || timeline.ts()[launch] < measured.window.begin ||
            timeline.ts()[launch] >= measured.window.end)
            continue;
        end = std::max(end, timeline.ts()[work.rows[at]] + timeline.dur()[work.rows[at]]);
    }
    measured.window.end = end;
    return measured;
}

} // namespace shardscope::profiler
