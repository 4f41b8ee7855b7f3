// SPDX-License-Identifier: GPL-3.0-or-later
// What the devices' idle time costs, by what held the next work back.
#include "profiler/analyze/input/launch_calls.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/overview/cost_findings.h"
#include "profiler/analyze/time/host_blame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

namespace shardscope::profiler {

using core::Interval;
using core::Result;

namespace {

struct CauseSum {
    double seconds = 0;
    double unrecorded = 0; ///< of them, without the recorder
    ClaimTimes when;
    std::int64_t time = 0;
    std::int64_t gaps = 0;
    std::vector<Evidence> evidence;

    void add(CauseSum other)
    {
        seconds += other.seconds;
        unrecorded += other.unrecorded;
        time += other.time;
        gaps += other.gaps;
        for (auto& [part, times] : other.when)
            when[part] = core::unite(when[part], times);
        std::ranges::move(other.evidence, std::back_inserter(evidence));
    }
};

struct CauseWords {
    IdleCause cause;
    const char* kind;
    Confidence confidence;
};
constexpr std::array<CauseWords, 13> kCauses{{
    {IdleCause::DataLoading, "data_loading", Confidence::High},
    {IdleCause::HostWork, "host_work", Confidence::Medium},
    {IdleCause::SlowLaunch, "slow_launch", Confidence::Medium},
    {IdleCause::Communication, "host_communication", Confidence::High},
    {IdleCause::Allocation, "device_allocation", Confidence::High},
    {IdleCause::BlockingCopy, "blocking_copy", Confidence::High},
    {IdleCause::Synchronization, "synchronization", Confidence::Medium},
    {IdleCause::Launching, "launch_bound", Confidence::High},
    {IdleCause::Capture, "graph_capture", Confidence::High},
    {IdleCause::HostBetween, "host_between", Confidence::Medium},
    {IdleCause::ShortGap, "short_gaps", Confidence::High},
    {IdleCause::Dependency, "dependency_wait", Confidence::Medium},
    {IdleCause::Unknown, "idle_unknown", Confidence::Low},
}};

/// Calls a step that gave the devices work; work whose call is not known counts as one.
Result<double> launchesPerStep(const CostInput& cost, const core::Task& task)
{
    std::vector<std::uint32_t> seen(cost.input.timeline().sliceCount(), 0); // by row: the last part + 1
    double sum = 0;
    for (const RankTime& rank : cost.ranks) {
        const Interval& window = rank.steps.window;
        const DeviceWork& work = cost.input.deviceWork(rank.part);
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, cost.input.launches(rank.part, task));
        std::int64_t count = 0;
        for (std::size_t at = 0; at < work.rows.size(); ++at) {
            const std::uint32_t call = launches->launch[at] == kNoRow ? work.rows[at] : launches->launch[at];
            const std::int64_t ts = cost.input.timeline().ts()[work.rows[at]];
            count += ts >= window.begin && ts < window.end && seen[call] != rank.part + 1 ? 1 : 0;
            seen[call] = static_cast<std::uint32_t>(rank.part + 1);
        }
        sum += static_cast<double>(count * rank.stands) / rank.steps.count();
    }
    return meanOver(cost, sum);
}

using CauseSums = std::map<std::pair<IdleCause, core::NameId>, CauseSum>;

/// What the host does between launches, where no single thing takes a hundredth of a step, is one cost: that
/// of the name that takes most of it, empty where that was not recorded.
void mergeBetween(double worthSaying, CauseSums& sums)
{
    CauseSum all;
    core::NameId most;
    double mostSeconds = -1;
    for (auto at = sums.begin(); at != sums.end();) {
        const auto& [cause, name] = at->first;
        if (cause != IdleCause::HostBetween || at->second.unrecorded >= worthSaying) {
            ++at;
            continue;
        }
        if (at->second.seconds > mostSeconds) {
            mostSeconds = at->second.seconds;
            most = name;
        }
        all.add(std::move(at->second));
        at = sums.erase(at);
    }
    if (mostSeconds >= 0)
        sums[{IdleCause::HostBetween, most}].add(std::move(all));
}

} // namespace

Result<CostFindings> idleCosts(const CostInput& cost, const core::Task& task)
{
    CauseSums sums;
    for (const RankTime& rank : cost.ranks) {
        if (!rank.device)
            continue;
        const auto kept = cost.idleKept.find(rank.part);
        SHARDSCOPE_TRY(IdleShares shares,
                       idleByCause(cost.input, rank.part, cost.outsideBubble(rank, rank.idle), cost.options,
                                   task,
                                   kept == cost.idleKept.end() ? std::span<const float>() : kept->second));
        for (auto& [key, share] : shares) {
            // A simulated step has no launches: what is not ready waits for something else.
            const bool planned = cost.input.run().origin == core::RunOrigin::Simulated;
            CauseSum& sum = sums[planned && key.first == IdleCause::Unknown
                                     ? std::pair(IdleCause::Dependency, core::NameId())
                                     : key];
            sum.seconds += rank.ofAll(share.time);
            sum.unrecorded += rank.ofAll(std::llround(share.unrecorded));
            sum.when[rank.part] = core::unite(sum.when[rank.part], share.times);
            sum.time += share.time;
            sum.gaps += share.gaps;
            for (const Interval& gap : share.longest)
                sum.evidence.push_back(evidenceOf(cost, rank, gap));
        }
    }
    mergeBetween(kWorthSaying * cost.stepSeconds * ranksOf(cost.ranks), sums);
    CostFindings findings;
    for (auto& [key, sum] : sums) {
        const IdleCause cause = key.first;
        const auto words = std::ranges::find(kCauses, cause, &CauseWords::cause);
        std::vector<std::string> more;
        if (cause == IdleCause::Launching) {
            SHARDSCOPE_TRY(const double launches, launchesPerStep(cost, task));
            more = {std::to_string(std::llround(launches))};
        } else if (key.second.valid()) {
            more = {std::string(cost.input.text(key.second))};
        } else {
            more = {std::to_string(sum.gaps)};
        }
        const bool unrecorded = cause == IdleCause::HostBetween && !key.second.valid();
        CostFinding found = costFinding(unrecorded ? "host_unrecorded" : words->kind,
                                        meanOver(cost, sum.seconds), words->confidence, std::move(more));
        if (cause == IdleCause::Launching && couldUseGraphs(cost.input))
            found.advice = "launch_bound.graphs";
        const bool anySteps = std::ranges::any_of(
            cost.ranks, [](const RankTime& rank) { return rank.steps.source != StepSource::None; });
        if (cause == IdleCause::Allocation && !anySteps)
            found.advice = "device_allocation.first";
        found.secondsPerStep = meanOver(cost, sum.unrecorded);
        found.time = std::move(sum.when);
        if (key.second.valid())
            found.name = cost.input.text(key.second);
        longestFirst(sum.evidence);
        found.evidence = std::move(sum.evidence);
        findings.push_back(std::move(found));
    }
    return findings;
}

} // namespace shardscope::profiler
