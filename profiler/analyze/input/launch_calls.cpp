// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/launch_calls.h"

#include "profiler/analyze/input/input.h"

#include <algorithm>

namespace shardscope::profiler {

namespace {

bool isCudaOrHip(std::string_view name) { return name.starts_with("cu") || name.starts_with("hip"); }

} // namespace

LaunchCall launchCall(std::string_view name)
{
    const auto holds = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    if (isCudaOrHip(name)) {
        return holds("GraphLaunch")                 ? LaunchCall::Graph
               : holds("GraphInstantiate")          ? LaunchCall::Instantiate
               : holds("StreamBeginCapture")        ? LaunchCall::BeginCapture
               : holds("StreamEndCapture")          ? LaunchCall::EndCapture
               : holds("Launch") && holds("Kernel") ? LaunchCall::Kernel
                                                    : LaunchCall::None;
    }
    const bool other = name.starts_with("urEnqueue") || name.starts_with("zeCommandListAppend");
    return other && holds("Kernel") && holds("Launch") ? LaunchCall::Kernel : LaunchCall::None;
}

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
