// SPDX-License-Identifier: GPL-3.0-or-later
// Which scenario is taken: of those that hold the cheapest, else the fastest; else which is closest.
#include "app/session/study/solved_study.h"

#include <algorithm>

namespace shardscope::app {
namespace {

/// What is least of those that hold alike.
double measureOf(const SolvedStudy& solved, const SolvedScenario& scenario)
{
    return solved.byCost ? scenario.cost->likely : scenario.seconds.likely;
}

/// How far beyond its limits: the larger of both quotients.
double excessOf(const StudyJob& job, const SolvedScenario& scenario)
{
    double excess = 0;
    if (job.deadline)
        excess = std::max(excess, scenario.seconds.likely / *job.deadline);
    if (job.budget && scenario.cost)
        excess = std::max(excess, scenario.cost->likely / *job.budget);
    return excess;
}

} // namespace

void decide(SolvedStudy& solved)
{
    solved.decision.reset();
    solved.closest.reset();
    const std::vector<SolvedScenario>& all = solved.scenarios;
    const auto held = [](const SolvedScenario& one) { return one.holds() != Holds::No; };
    solved.byCost = std::ranges::all_of(
        all, [&](const SolvedScenario& one) { return !held(one) || one.cost.has_value(); });
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (!all[at].feasible())
            continue;
        if (!held(all[at])) {
            if (!solved.closest ||
                excessOf(solved.study.job, all[at]) < excessOf(solved.study.job, all[*solved.closest]))
                solved.closest = at;
            continue;
        }
        const auto rank = [&](std::size_t one) {
            return std::pair(all[one].holds(), measureOf(solved, all[one]));
        };
        if (!solved.decision || rank(at) < rank(*solved.decision))
            solved.decision = at;
    }
    if (solved.decision)
        solved.closest.reset();
}

} // namespace shardscope::app
