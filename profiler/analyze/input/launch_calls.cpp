// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/launch_calls.h"

#include "profiler/analyze/input/input.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

bool isCudaOrHip(std::string_view name) { return name.starts_with("cu") || name.starts_with("hip"); }

} // namespace

bool launchesKernels(const AnalysisInput& input, std::size_t part)
{
    const core::Timeline& timeline = input.timeline();
    const std::vector<LaunchCall>& calls = input.launchCalls();
    if (std::ranges::none_of(calls, launches))
        return false;
    bool found = false;
    forEachHostLane(timeline, input.ranks()[part], [&](const core::Lane& lane) {
        const auto names = timeline.name().subspan(lane.begin, found ? 0 : lane.count);
        found = found || std::ranges::any_of(names, [&](core::NameId name) {
                    return name.valid() && launches(calls[name.index()]);
                });
    });
    return found;
}

core::IntervalSet captureTimes(const core::Timeline& timeline, const core::RowKinds& kinds,
                               core::TrackId thread)
{
    std::vector<std::pair<std::int64_t, LaunchCall>> ends;
    const core::Track& track = timeline.tracks()[thread.index()];
    for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            const LaunchCall call = kinds.of(row, thread).launch;
            if (call == LaunchCall::BeginCapture || call == LaunchCall::EndCapture)
                ends.emplace_back(timeline.ts()[row], call);
        }
    }
    std::ranges::sort(ends);
    core::IntervalSet times;
    std::optional<std::int64_t> since;
    for (const auto& [ts, call] : ends) {
        if (call == LaunchCall::BeginCapture) {
            since = since.value_or(ts);
        } else if (since) {
            times.push_back({*since, ts});
            since.reset();
        }
    }
    return times;
}

bool usesGraphs(const AnalysisInput& input)
{
    return std::ranges::any_of(input.launchCalls(), [](LaunchCall call) {
        return call == LaunchCall::Graph || call == LaunchCall::BeginCapture ||
               call == LaunchCall::Instantiate;
    });
}

bool couldUseGraphs(const AnalysisInput& input)
{
    if (usesGraphs(input))
        return false;
    const std::vector<LaunchCall>& calls = input.launchCalls();
    for (std::size_t name = 0; name < calls.size(); ++name) {
        if (calls[name] == LaunchCall::Kernel && isCudaOrHip(input.text(core::NameId{name})))
            return true;
    }
    return false;
}

} // namespace shardscope::profiler
