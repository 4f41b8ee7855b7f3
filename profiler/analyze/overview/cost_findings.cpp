// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/cost_findings.h"

#include "core/kinds/op_class.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/analyze/ranks/lateness.h"
#include "profiler/analyze/ranks/pipeline_steps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace shardscope::profiler {

using core::Interval;
using core::Result;

namespace {

std::string secondsText(double seconds) { return nanosText(std::llround(seconds * 1e9)); }

} // namespace

void longestFirst(std::vector<Evidence>& evidence)
{
    std::ranges::stable_sort(evidence, std::ranges::greater(), &Evidence::dur);
    if (evidence.size() > kEvidence)
        evidence.resize(kEvidence);
}

double meanOver(const CostInput& cost, double sum) { return sum / ranksOf(cost.ranks); }

CostFinding costFinding(const CostInput& cost, std::string kind, double secondsPerStep, Confidence confidence,
                        std::vector<std::string> more)
{
    CostFinding found;
    found.kind = std::move(kind);
    found.args = {secondsText(secondsPerStep),
                  percentText(cost.stepSeconds > 0 ? secondsPerStep / cost.stepSeconds : 0)};
    found.args.insert(found.args.end(), more.begin(), more.end());
    found.secondsPerStep = secondsPerStep;
    found.confidence = confidence;
    found.advice = found.kind;
    return found;
}

Evidence evidenceOf(const CostInput& cost, const RankTime& rank, const Interval& time)
{
    const RankPart& part = cost.input.ranks()[rank.part];
    return {core::SliceId::kNone, core::TrackId::kNone,  part.rank,
            time.begin,           time.end - time.begin, part.device};
}

Evidence evidenceOf(const AnalysisInput& input, std::uint32_t row)
{
    const core::Timeline& timeline = input.timeline();
    const core::TrackId track = timeline.lanes()[timeline.laneOf(core::SliceId{row}).index()].track;
    const core::Track& own = timeline.tracks()[track.index()];
    const RankPart* const part = own.device ? input.partOf(own.source) : nullptr;
    return {row,
            track.value,
            part != nullptr ? part->rank : own.rank,
            timeline.ts()[row],
            timeline.dur()[row],
            part != nullptr ? part->device : -1};
}

core::IntervalSet CostInput::outsideBubble(const RankTime& rank, const core::IntervalSet& set) const
{
    const auto own = bubbles.find(rank.part);
    return own == bubbles.end() ? set : core::subtract(set, own->second);
}

Result<std::map<std::size_t, core::IntervalSet>> bubblesOf(const AnalysisInput& input,
                                                           std::span<const RankTime> ranks,
                                                           const AnalysisOptions& options,
                                                           const core::Task& task)
{
    std::map<std::size_t, core::IntervalSet> bubbles;
    if (ranks.size() < 2)
        return bubbles;
    SHARDSCOPE_TRY(const PipelineSteps steps, pipelineSteps(input, options, task));
    for (const auto& [name, step] : steps) {
        for (const auto& [part, tally] : step.parts)
            bubbles[part] = core::unite(bubbles[part], bubbleOf(step, tally));
    }
    return bubbles;
}

namespace {

/// The longest of a set of times, as evidence.
void addLongest(const CostInput& cost, const RankTime& rank, const core::IntervalSet& set,
                std::vector<Evidence>& evidence)
{
    for (const Interval& one : set)
        evidence.push_back(evidenceOf(cost, rank, one));
    longestFirst(evidence);
}

/// The name that takes most device time of a kind, within the window.
std::string busiestName(const CostInput& cost, KernelKind kind)
{
    std::map<core::NameId, std::int64_t> times;
    for (const RankTime& rank : cost.ranks) {
        const DeviceWork& work = cost.input.deviceWork(rank.part);
        for (std::size_t at = 0; at < work.rows.size(); ++at) {
            const std::uint32_t row = work.rows[at];
            const std::int64_t ts = cost.input.timeline().ts()[row];
            if (work.kinds[at] == kind && ts >= rank.steps.window.begin && ts < rank.steps.window.end)
                times[cost.input.timeline().name()[row]] += cost.input.timeline().dur()[row];
        }
    }
    const auto most =
        std::ranges::max_element(times, [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == times.end() ? std::string() : std::string(cost.input.text(most->first));
}

} // namespace

namespace {

/// Copies that stay on the device are no transfers.
bool staysOnDevice(std::string_view copy)
{
    return copy.find("DtoD") != std::string_view::npos || copy.find("D2D") != std::string_view::npos;
}

} // namespace

Result<CostFindings> exposedCosts(const CostInput& cost, const core::Task&)
{
    double communicating = 0;
    double copying = 0;
    double all = 0;
    bool anyDevice = false;
    std::vector<Evidence> calls;
    std::vector<Evidence> copies;
    for (const RankTime& rank : cost.ranks) {
        const core::IntervalSet own = cost.outsideBubble(rank, rank.communicating);
        communicating += rank.ofAll(core::measure(own));
        copying += rank.ofAll(core::measure(rank.copying));
        all += rank.ofAll(rank.allCommunication);
        anyDevice = anyDevice || rank.device;
        addLongest(cost, rank, own, calls);
        addLongest(cost, rank, rank.copying, copies);
    }
    CostFindings findings;
    if (communicating > 0) {
        const std::string name = busiestName(cost, KernelKind::Communication);
        findings.push_back(costFinding(
            cost, name.empty() ? "exposed_host_communication" : "exposed_communication",
            meanOver(cost, communicating), Confidence::High, {secondsText(meanOver(cost, all)), name}));
        findings.back().evidence = std::move(calls);
        if (name.empty() && !anyDevice)
            findings.back().advice = "exposed_host_communication.host";
        if (!name.empty() && !absentRanks(cost.input).empty()) {
            // Who waits in a collective for a rank that is not here looks as if it sent all the while.
            findings.back().confidence = Confidence::Medium;
            findings.back().advice = "exposed_communication.absent";
        }
    }
    if (copying > 0) {
        const std::string name = busiestName(cost, KernelKind::Copy);
        findings.push_back(
            costFinding(cost, "exposed_copies", meanOver(cost, copying), Confidence::High, {name}));
        if (staysOnDevice(name))
            findings.back().advice = "exposed_copies.on_device";
        findings.back().evidence = std::move(copies);
    }
    return findings;
}

namespace {

/// How many of the steps that count began before \p ts, a time of the host.
std::size_t stepOf(const MeasuredSteps& steps, std::int64_t ts)
{
    const auto behind =
        std::ranges::upper_bound(steps.steps, ts, {}, [](const RankStep& step) { return step.host.begin; });
    return static_cast<std::size_t>(behind - steps.steps.begin());
}

} // namespace

Result<CostFindings> unfusedCosts(const CostInput& cost, const core::Task& task)
{
    const core::Timeline& timeline = cost.input.timeline();
    std::map<core::NameId, bool> known;
    double seconds = 0;
    std::int64_t chains = 0;
    std::vector<Evidence> evidence;
    for (const RankTime& rank : cost.ranks) {
        const DeviceWork& work = cost.input.deviceWork(rank.part);
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, cost.input.launches(rank.part, task));
        std::int64_t saved = 0;
        for (const DeviceStream& stream : work.streams) {
            SHARDSCOPE_TRY_DONE(task.checkCancelled());
            std::size_t step = 0; // of the chain: kernels of different steps are never one
            std::int64_t sum = 0;
            std::int64_t longest = 0;
            std::int64_t count = 0;
            Interval chain;
            const auto close = [&] {
                if (count > 1) {
                    saved += sum - longest;
                    ++chains;
                    evidence.push_back(evidenceOf(cost, rank, chain));
                    if (evidence.size() > 4 * kEvidence)
                        longestFirst(evidence);
                }
                sum = longest = count = 0;
            };
            for (std::uint32_t at = stream.begin; at < stream.end; ++at) {
                const std::uint32_t row = work.rows[at];
                const std::int64_t ts = timeline.ts()[row];
                const auto [found, isNew] = known.try_emplace(timeline.name()[row], false);
                if (isNew) // by name: a kernel of no known class may be anything
                    found->second =
                        work.kinds[at] == KernelKind::Compute &&
                        cost.input.text(timeline.name()[row]).find("elementwise") != std::string_view::npos &&
                        core::opClassOf(cost.input.kinds().of(row).work) == core::OpClass::Elementwise;
                const bool counts =
                    found->second && ts >= rank.steps.window.begin && ts < rank.steps.window.end;
                if (!counts) {
                    close();
                    continue;
                }
                const std::uint32_t launch = launches->launch[at];
                const std::size_t own = stepOf(rank.steps, launch == kNoRow ? ts : timeline.ts()[launch]);
                if (own != std::exchange(step, own))
                    close();
                chain.begin = count == 0 ? ts : chain.begin;
                chain.end = ts + timeline.dur()[row];
                sum += timeline.dur()[row];
                longest = std::max(longest, timeline.dur()[row]);
                ++count;
            }
            close();
        }
        seconds += rank.ofAll(saved);
    }
    CostFindings findings;
    if (seconds > 0) {
        findings.push_back(costFinding(cost, "unfused_elementwise", meanOver(cost, seconds), Confidence::Low,
                                       {std::to_string(chains)}));
        longestFirst(evidence);
        findings.back().evidence = std::move(evidence);
    }
    return findings;
}

Result<CostFindings> slowStepCosts(const CostInput& cost, const core::Task&)
{
    constexpr double kStandsOut = 1.2; // as the analysis of steps has it
    double seconds = 0;
    std::int64_t slow = 0;
    double median = 0;
    std::vector<Evidence> evidence;
    for (const RankTime& rank : cost.ranks) {
        if (rank.steps.steps.size() < 3)
            continue;
        std::vector<std::int64_t> durations;
        for (const RankStep& step : rank.steps.steps)
            durations.push_back(step.end - step.begin);
        const Summary summary = summaryOf(durations);
        median = std::max(median, summary.median);
        std::int64_t excess = 0;
        for (const RankStep& step : rank.steps.steps) {
            const auto duration = static_cast<double>(step.end - step.begin);
            if (duration <= kStandsOut * summary.median)
                continue;
            ++slow;
            excess += static_cast<std::int64_t>(duration - summary.median);
            evidence.push_back(evidenceOf(cost, rank, {step.begin, step.end}));
        }
        seconds += rank.ofAll(excess);
    }
    CostFindings findings;
    if (slow > 0) {
        findings.push_back(costFinding(cost, "slow_steps", meanOver(cost, seconds), Confidence::Medium,
                                       {std::to_string(slow), nanosText(std::llround(median))}));
        longestFirst(evidence);
        findings.back().evidence = std::move(evidence);
    }
    return findings;
}

} // namespace shardscope::profiler
