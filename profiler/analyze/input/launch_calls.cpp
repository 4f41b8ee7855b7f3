// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/launch_calls.h"

#include <algorithm>

namespace shardscope::profiler {

namespace {

bool isCudaOrHip(std::string_view name) { return name.starts_with("cu") || name.starts_with("hip"); }

/// Whether a name of the run's satisfies \p wanted.
template <class Wanted>
bool anyName(const AnalysisInput& input, Wanted wanted)
{
    const core::StringPool& names = input.timeline().names();
    for (std::size_t id = 0; id < names.size(); ++id) {
        if (wanted(names.text(core::NameId{id})))
            return true;
    }
    return false;
}

} // namespace

LaunchCall launchCall(std::string_view name)
{
    const auto holds = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    if (isCudaOrHip(name)) {
        return holds("GraphLaunch")                 ? LaunchCall::Graph
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
    std::vector<bool> launches(timeline.names().size(), false);
    bool any = false;
    for (std::size_t id = 0; id < launches.size(); ++id) {
        const LaunchCall call = launchCall(timeline.names().text(core::NameId{id}));
        launches[id] = call == LaunchCall::Kernel || call == LaunchCall::Graph;
        any = any || launches[id];
    }
    bool found = false;
    forEachHostLane(timeline, input.ranks()[part], [&](const core::Lane& lane) {
        const auto names = timeline.name().subspan(lane.begin, any && !found ? lane.count : 0);
        found = found || std::ranges::any_of(
                             names, [&](core::NameId name) { return name.valid() && launches[name.index()]; });
    });
    return found;
}

bool usesGraphs(const AnalysisInput& input)
{
    return anyName(input, [](std::string_view name) {
        const LaunchCall call = launchCall(name);
        return call == LaunchCall::Graph || call == LaunchCall::BeginCapture ||
               (isCudaOrHip(name) && name.find("GraphInstantiate") != std::string_view::npos);
    });
}

bool couldUseGraphs(const AnalysisInput& input)
{
    return !usesGraphs(input) && anyName(input, [](std::string_view name) {
        return isCudaOrHip(name) && launchCall(name) == LaunchCall::Kernel;
    });
}

} // namespace shardscope::profiler
