// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/cost_findings.h"

#include "core/kinds/op_class.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/analyze/ranks/lateness.h"
#include "profiler/analyze/ranks/pipeline_steps.h"
#include "profiler/trace/copy_direction.h"

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

core::IntervalSet longestOf(core::IntervalSet times, std::int64_t most)
{
    std::ranges::stable_sort(times, [](const core::Interval& a, const core::Interval& b) {
        return a.end - a.begin > b.end - b.begin;
    });
    core::IntervalSet chosen;
    for (core::Interval& one : times) {
        if (most <= 0)
            break;
        one.begin = std::max(one.begin, one.end - most);
        most -= one.end - one.begin;
        chosen.push_back(one);
    }
    return core::unite(std::move(chosen));
}

double meanOver(const CostInput& cost, double sum) { return sum / ranksOf(cost.ranks); }

CostFinding costFinding(std::string kind, double secondsPerStep, Confidence confidence,
                        std::vector<std::string> more)
{
    CostFinding found;
    found.kind = std::move(kind);
    found.args = {std::string(), std::string()};
    found.args.insert(found.args.end(), more.begin(), more.end());
    found.secondsPerStep = found.recordedSeconds = secondsPerStep;
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

Result<CostFindings> exposedCosts(const CostInput& cost, const core::Task&)
{
    double communicating = 0;
    double copying = 0;
    double all = 0;
    bool anyDevice = false;
    std::vector<Evidence> calls;
    std::vector<Evidence> copies;
    ClaimTimes whenCalls;
    ClaimTimes whenCopies;
    for (const RankTime& rank : cost.ranks) {
        const core::IntervalSet own = cost.outsideBubble(rank, rank.communicating);
        communicating += rank.ofAll(core::measure(own));
        copying += rank.ofAll(core::measure(rank.copying));
        all += rank.ofAll(rank.allCommunication);
        anyDevice = anyDevice || rank.device;
        addLongest(cost, rank, own, calls);
        addLongest(cost, rank, rank.copying, copies);
        whenCalls[rank.part] = own;
        whenCopies[rank.part] = rank.copying;
    }
    CostFindings findings;
    if (communicating > 0) {
        const std::string name = busiestName(cost, KernelKind::Communication);
        findings.push_back(costFinding(name.empty() ? "exposed_host_communication" : "exposed_communication",
                                       meanOver(cost, communicating), Confidence::High,
                                       {secondsText(meanOver(cost, all)), name}));
        findings.back().evidence = std::move(calls);
        findings.back().time = std::move(whenCalls);
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
        findings.push_back(costFinding("exposed_copies", meanOver(cost, copying), Confidence::High, {name}));
        if (copyDirection(name) == CopyDirection::OnDevice) // no transfer
            findings.back().advice = "exposed_copies.on_device";
        findings.back().evidence = std::move(copies);
        findings.back().time = std::move(whenCopies);
    }
    return findings;
}

} // namespace shardscope::profiler
