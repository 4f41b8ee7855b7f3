// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/ledger.h"

#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/statistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace shardscope::profiler {

using core::IntervalSet;

namespace {

/// A step that takes so much of the median stands out, as the analysis of steps has it.
constexpr double kStandsOut = 1.2;
/// A share of a step's excess: with less than that unexplained, other findings have told why.
constexpr double kUnexplained = 0.2;

const IntervalSet& claimOf(const CostFinding& finding, std::size_t part)
{
    static const IntervalSet kNothing;
    const auto own = finding.time.find(part);
    return own == finding.time.end() ? kNothing : own->second;
}

/// What \p finding claims in each step of \p rank, ns.
std::vector<std::int64_t> claimedBySteps(const CostFinding& finding, const RankTime& rank)
{
    std::vector<std::int64_t> claimed;
    for (const RankStep& step : rank.steps.steps)
        claimed.push_back(core::measure(within(claimOf(finding, rank.part), {step.begin, step.end})));
    return claimed;
}

} // namespace

namespace {

/// What a late rank does longer than the others is its own time: it comes from what no other finding has.
/// If there is not so much time left, the finding costs that much less.
void settleOwners(const CostInput& cost, ClaimTimes& taken, CostFindings& findings)
{
    for (CostFinding& finding : findings) {
        const auto rank = std::ranges::find_if(
            cost.ranks, [&](const RankTime& one) { return finding.owner == std::optional(one.part); });
        if (rank == cost.ranks.end() || finding.secondsPerStep <= 0)
            continue;
        IntervalSet& all = taken[rank->part];
        const std::int64_t missing = finding.owned - core::measure(claimOf(finding, rank->part));
        const IntervalSet rest = longestOf(core::subtract({rank->steps.window}, all), missing);
        all = core::unite(all, rest);
        const double less =
            meanOver(cost, rank->ofAll(std::max<std::int64_t>(0, missing - core::measure(rest))));
        finding.secondsPerStep = std::max(0.0, finding.secondsPerStep - less);
        finding.recordedSeconds = std::max(0.0, finding.recordedSeconds - less);
    }
}

} // namespace

void settle(const CostInput& cost, CostFindings& findings)
{
    ClaimTimes taken;
    for (CostFinding& finding : findings) {
        double before = 0;
        double after = 0;
        for (const RankTime& rank : cost.ranks) {
            const auto own = finding.time.find(rank.part);
            if (own == finding.time.end())
                continue;
            IntervalSet& all = taken[rank.part];
            IntervalSet left = core::subtract(own->second, all);
            before += rank.ofAll(core::measure(own->second));
            after += rank.ofAll(core::measure(left));
            all = core::unite(all, left);
            own->second = std::move(left);
        }
        if (before <= 0 || after >= before)
            continue;
        finding.partly = true;
        finding.secondsPerStep *= after / before;
        finding.recordedSeconds *= after / before;
        std::erase_if(finding.evidence, [&](const Evidence& one) { // of times that are another's
            return one.row == core::SliceId::kNone &&
                   std::ranges::none_of(cost.ranks, [&](const RankTime& rank) {
                       const RankPart& part = cost.input.ranks()[rank.part];
                       return part.rank == one.rank && part.device == one.device &&
                              !within(claimOf(finding, rank.part), {one.ts, one.ts + one.dur}).empty();
                   });
        });
    }
    settleOwners(cost, taken, findings);
    std::erase_if(findings,
                  [](const CostFinding& one) { return !one.time.empty() && one.secondsPerStep <= 0; });
}

CostFindings unexplainedSlowSteps(const CostInput& cost, const CostFindings& findings)
{
    double seconds = 0;
    std::int64_t slow = 0;
    double median = 0;
    std::vector<Evidence> evidence;
    for (const RankTime& rank : cost.ranks) {
        const std::size_t steps = rank.steps.steps.size();
        if (steps < 3)
            continue;
        std::vector<std::int64_t> durations;
        for (const RankStep& step : rank.steps.steps)
            durations.push_back(step.end - step.begin);
        const double usual = summaryOf(durations).median;
        if (std::ranges::none_of(
                durations, [&](std::int64_t one) { return static_cast<double>(one) > kStandsOut * usual; }))
            continue;
        median = std::max(median, usual);
        std::vector<double> explained(steps, 0.0);
        for (const CostFinding& finding : findings) {
            const std::vector<std::int64_t> claimed = claimedBySteps(finding, rank);
            const double often = summaryOf(claimed).median;
            for (std::size_t at = 0; at < steps; ++at)
                explained[at] += std::max(0.0, static_cast<double>(claimed[at]) - often);
        }
        double left = 0;
        for (std::size_t at = 0; at < steps; ++at) {
            const double excess = static_cast<double>(durations[at]) - usual;
            if (static_cast<double>(durations[at]) <= kStandsOut * usual ||
                excess - explained[at] <= kUnexplained * excess)
                continue;
            ++slow;
            left += excess - explained[at];
            evidence.push_back(
                evidenceOf(cost, rank, {rank.steps.steps[at].begin, rank.steps.steps[at].end}));
        }
        seconds += rank.ofAll(std::llround(left));
    }
    CostFindings found;
    if (slow > 0) {
        found.push_back(costFinding("slow_steps", meanOver(cost, seconds), Confidence::Medium,
                                    {std::to_string(slow), nanosText(std::llround(median))}));
        longestFirst(evidence);
        found.back().evidence = std::move(evidence);
    }
    return found;
}

} // namespace shardscope::profiler
