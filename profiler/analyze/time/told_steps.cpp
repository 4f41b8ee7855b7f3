// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/time/told_steps.h"

#include <algorithm>

namespace shardscope::profiler {

namespace {

bool holdsSlices(const AnalysisInput& input, std::size_t part)
{
    return std::ranges::any_of(input.ranks()[part].tracks, [&](core::TrackId track) {
        return input.timeline().tracks()[track.index()].laneCount > 0;
    });
}

} // namespace

std::vector<bool> ranksThatCount(const AnalysisInput& input)
{
    std::vector<bool> counts(input.ranks().size());
    bool any = false;
    for (std::size_t part = 0; part < counts.size(); ++part) {
        counts[part] = holdsSlices(input, part);
        any = any || counts[part];
    }
    if (!any)
        counts.assign(counts.size(), true);
    return counts;
}

void windowOfToldSteps(const AnalysisInput& input, std::size_t part, MeasuredSteps& steps)
{
    if (steps.steps.empty() || holdsSlices(input, part))
        return;
    std::int64_t together = 0;
    for (const RankStep& step : steps.steps)
        together += step.end - step.begin;
    steps.window.begin = steps.window.end - together;
}

} // namespace shardscope::profiler
