// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks cost each other: one that computes longer or comes late, one that is missing, a pipeline that
// runs empty.
#include "core/base/mapped.h"
#include "profiler/analyze/builtin.h"

#include "core/units/plain_number.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/analyze/overview/cost_findings.h"
#include "profiler/analyze/ranks/slow_rank.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace shardscope::profiler {

namespace {

std::string factorText(double factor) { return core::fixedText(factor, 1); }

std::vector<Evidence> evidenceOfRows(const AnalysisInput& input, const std::vector<std::uint32_t>& rows)
{
    return core::mapped<Evidence>(rows, [&](const std::uint32_t row) { return evidenceOf(input, row); });
}

/// The part of these waits in which the waiting ranks ran nothing else.
ClaimTimes exposedWaits(const CostInput& cost, const ClaimTimes& waits)
{
    ClaimTimes exposed;
    for (const RankTime& rank : cost.ranks) {
        const auto own = waits.find(rank.part);
        if (own == waits.end())
            continue;
        core::IntervalSet times = core::intersect(own->second, cost.outsideBubble(rank, rank.communicating));
        if (!times.empty())
            exposed[rank.part] = std::move(times);
    }
    return exposed;
}

/// Mean of those who waited, seconds a step.
double waitedPerStep(const CostInput& cost, const ClaimTimes& waits)
{
    double sum = 0;
    for (const RankTime& rank : cost.ranks) {
        if (const auto own = waits.find(rank.part); own != waits.end())
            sum += rank.perStep(core::measure(own->second));
    }
    return waits.empty() ? 0.0 : sum / static_cast<double>(waits.size());
}

/// Makes each one's part of \p waits as long as \p seconds a step, of the longest times in which it does
/// nothing but communicate.
void extendWaits(const CostInput& cost, const Standout& slow, double seconds, ClaimTimes& waits)
{
    for (const RankTime& rank : cost.ranks) {
        if (slow.holds(rank.part))
            continue;
        core::IntervalSet& own = waits[rank.part];
        const auto missing = std::llround(seconds * rank.steps.count() * 1e9) - core::measure(own);
        const auto bubble = cost.bubbles.find(rank.part);
        const core::IntervalSet free =
            bubble == cost.bubbles.end() ? rank.communicating : within(bubble->second, rank.steps.window);
        own = core::unite(own, longestOf(core::subtract(free, own), missing));
    }
}

std::vector<std::size_t> membersOf(const Standout& slow)
{
    std::vector<std::size_t> parts = slow.alike;
    parts.push_back(slow.part);
    return parts;
}

/// What holds one rank's device up and not the others'.
struct OwnPauses {
    core::IntervalSet times;
    const CostFinding* most = nullptr; ///< of \p idle: the cause of most of them; null: none
};

/// How many ns \p part, one of \p slow, has beyond the others' median for each cause, up to \p most in all.
OwnPauses ownPauses(const CostInput& cost, const CostFindings& idle, const Standout& slow, std::size_t part,
                    std::int64_t most)
{
    OwnPauses own;
    std::int64_t longest = 0;
    for (const CostFinding& one : idle) {
        const auto times = one.time.find(part);
        if (times == one.time.end())
            continue;
        std::vector<std::int64_t> others;
        for (const RankTime& rank : cost.ranks) {
            const auto other = one.time.find(rank.part);
            if (!slow.holds(rank.part))
                others.push_back(other == one.time.end() ? 0 : core::measure(other->second));
        }
        const std::int64_t more =
            core::measure(times->second) - std::llround(others.empty() ? 0.0 : summaryOf(others).median);
        const core::IntervalSet taken =
            longestOf(times->second, std::min(more, most - core::measure(own.times)));
        if (core::measure(taken) > longest) {
            longest = core::measure(taken);
            own.most = &one;
        }
        own.times = core::unite(own.times, taken);
    }
    return own;
}

core::Result<core::Done> addStraggler(const CostInput& cost, const RankInput& ranks, const CostFindings& idle,
                                      const core::Task& task, CostFindings& findings)
{
    Lateness lateness = latenessOf(cost.input, ranks, cost.ranks);
    SHARDSCOPE_TRY(const auto slow, slowRankOf(cost.input, lateness, cost.ranks, cost.options, task));
    if (lateness.late && (!lateness.work || !lateness.work->holds(lateness.late->part)))
        lateness.work.reset(); // one rank, one reason
    else
        lateness.late.reset();
    if (lateness.work) {
        const Standout& work = *lateness.work;
        const auto rank = std::ranges::find(cost.ranks, work.part, &RankTime::part);
        ClaimTimes waits = exposedWaits(cost, work.waits);
        // A slow stage of a pipeline costs its whole excess: every micro-batch passes it.
        const double lost = cost.bubbles.empty()
                                ? std::max(waitedPerStep(cost, waits), lostToWork(cost.ranks, work))
                                : longerThanOthers(cost.ranks, work);
        extendWaits(cost, work, lost, waits);
        CostFinding found = costFinding(
            "straggler_work", lost, work.always() && work.steps > 1 ? Confidence::High : Confidence::Medium,
            {placesText(cost.input, membersOf(work)), factorText(work.factor), std::to_string(work.agreeing),
             std::to_string(work.steps)});
        found.variant = work.alike.empty() ? "" : "several";
        found.time = std::move(waits);
        const auto longer = std::llround(found.secondsPerStep * rank->steps.count() * 1e9);
        const double pauses = found.secondsPerStep - longerThanOthers(cost.ranks, work);
        for (const std::size_t part : membersOf(work))
            found.time[part] =
                ownPauses(cost, idle, work, part, std::llround(pauses * rank->steps.count() * 1e9)).times;
        found.owner = work.part;
        found.owned = longer;
        found.evidence.push_back(evidenceOf(cost, *rank, rank->steps.window));
        found.rank = cost.input.ranks()[work.part].rank;
        found.device = cost.input.ranks()[work.part].device;
        findings.push_back(std::move(found));
    }
    if (!lateness.absent.empty() && lateness.waitedForAbsent > 0) {
        ClaimTimes waits = exposedWaits(cost, lateness.waitsForAbsent);
        CostFinding found =
            costFinding("straggler_absent", waitedPerStep(cost, waits), Confidence::Medium,
                        {std::to_string(lateness.absent.size()), std::to_string(lateness.absent.front())});
        found.time = std::move(waits);
        found.evidence = evidenceOfRows(cost.input, lateness.absentCalls);
        findings.push_back(std::move(found));
    }
    if (lateness.late) {
        const Standout& late = *lateness.late;
        ClaimTimes waits = exposedWaits(cost, late.waits);
        const bool sure = late.always() && late.steps > 1 && lateness.absent.empty();
        CostFinding found = costFinding("straggler_late", waitedPerStep(cost, waits),
                                        sure                      ? Confidence::High
                                        : lateness.absent.empty() ? Confidence::Medium
                                                                  : Confidence::Low,
                                        {placesText(cost.input, membersOf(late)),
                                         std::to_string(late.agreeing), std::to_string(late.steps)});
        found.variant = late.alike.empty() ? "" : "several";
        found.evidence = evidenceOfRows(cost.input, late.worst);
        found.time = std::move(waits);
        const auto own = std::ranges::find(cost.ranks, late.part, &RankTime::part);
        if (own != cost.ranks.end()) { // what holds it up is told as its lateness, and no second time
            const auto waited = std::llround(found.secondsPerStep * own->steps.count() * 1e9);
            const OwnPauses pauses = ownPauses(cost, idle, late, late.part, waited);
            if (pauses.most != nullptr && 2 * core::measure(pauses.times) > waited &&
                !pauses.most->name.empty()) {
                found.variant = late.alike.empty() ? "host" : "several_host";
                found.args.push_back(pauses.most->name);
            }
            for (const std::size_t part : membersOf(late))
                found.time[part] = ownPauses(cost, idle, late, part, waited).times;
            found.owner = late.part;
            found.owned = waited;
        }
        const RankPart& part = cost.input.ranks()[late.part];
        const bool sharesHost = std::ranges::count(cost.input.ranks(), part.hostSource,
                                                   &RankPart::hostSource) == std::ssize(cost.input.ranks());
        if (sharesHost) // all have one host, which cannot be what is late
            found.advice = "straggler_late.device";
        else if (slow->reason != SlowReason::Begins && slow->reason != SlowReason::Unknown)
            found.advice = "straggler_late." + std::string(core::nameOf(slow->reason));
        found.rank = cost.input.ranks()[late.part].rank;
        found.device = cost.input.ranks()[late.part].device;
        findings.push_back(std::move(found));
    }
    return core::Done{};
}

/// Takes the mean bubble of the ranks, over the steps that count, from the pipeline's own analysis.
core::Result<CostFindings> bubbleCosts(const CostInput& cost, const core::Task& task)
{
    SHARDSCOPE_TRY(const core::Report report, pipelineBubble(cost.input, cost.options, task));
    CostFindings findings;
    if (report.tables.empty())
        return findings;
    const core::Table& table = report.tables.front();
    const auto column = [&](const char* key) { return table.columnIndex(key); };
    const auto bubble = column("bubble_ns");
    const auto ideal = column("ideal_share");
    const auto step = column("step");
    if (!bubble || !ideal || !step || table.rows.empty())
        return findings;
    double sum = 0;
    double least = 0;
    std::size_t rows = 0;
    for (const auto& row : table.rows) {
        if (const auto* time = std::get_if<std::int64_t>(&row[*bubble])) {
            sum += static_cast<double>(*time) * 1e-9;
            ++rows;
        }
        if (const auto* share = std::get_if<double>(&row[*ideal]))
            least = *share;
    }
    const bool guessed = std::ranges::any_of(
        report.findings, [](const core::Finding& one) { return one.key == "pipeline.by_transfers"; });
    findings.push_back(costFinding("pipeline_bubble",
                                   sum / static_cast<double>(std::max<std::size_t>(1, rows)),
                                   guessed ? Confidence::Medium : Confidence::High,
                                   {least > 0 ? percentText(least) : std::string("–")}));
    for (const RankTime& rank : cost.ranks) {
        if (const auto own = cost.bubbles.find(rank.part); own != cost.bubbles.end())
            findings.back().time[rank.part] = within(own->second, rank.steps.window);
    }
    for (const core::Finding& one : report.findings) {
        for (const core::Mark& mark : one.evidence)
            findings.back().evidence.push_back(
                {core::SliceId::kNone, mark.track, -1, mark.beginNs, mark.endNs - mark.beginNs});
    }
    return findings;
}

} // namespace

core::Result<CostFindings> rankCosts(const CostInput& cost, const CostFindings& idle, const core::Task& task)
{
    CostFindings findings;
    if (cost.ranks.size() < 2)
        return findings;
    SHARDSCOPE_TRY(const RankInput* const shared, cost.input.rankInput(task));
    const RankInput& ranks = *shared;
    if (!ranks.collectives.matched.empty() || !cost.bubbles.empty())
        SHARDSCOPE_TRY_DONE(addStraggler(cost, ranks, idle, task, findings));
    SHARDSCOPE_TRY(CostFindings bubbles, bubbleCosts(cost, task)); // what no slow stage accounts for
    std::ranges::move(bubbles, std::back_inserter(findings));
    return findings;
}

} // namespace shardscope::profiler
