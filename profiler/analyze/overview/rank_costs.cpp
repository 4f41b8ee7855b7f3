// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks cost each other: one that computes longer or comes late, one that is missing, a pipeline that
// runs empty.
#include "core/base/mapped.h"
#include "profiler/analyze/builtin.h"

#include "core/units/plain_number.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/overview/cost_findings.h"
#include "profiler/analyze/ranks/lateness.h"

#include <algorithm>

namespace shardscope::profiler {

namespace {

std::string factorText(double factor) { return core::fixedText(factor, 1); }

std::vector<Evidence> evidenceOfRows(const AnalysisInput& input, const std::vector<std::uint32_t>& rows)
{
    return core::mapped<Evidence>(rows, [&](const std::uint32_t row) { return evidenceOf(input, row); });
}

/// What the mean rank waits a step for the one that computes most.
double lostToWork(const CostInput& cost, const Standout& work)
{
    double sum = 0;
    double most = 0;
    for (const RankTime& rank : cost.ranks) {
        const double own = rank.perStep(core::measure(rank.computing));
        sum += own * static_cast<double>(rank.stands);
        most = rank.part == work.part ? own : most;
    }
    return most - sum / ranksOf(cost.ranks);
}

void addStraggler(const CostInput& cost, const RankInput& ranks, CostFindings& findings)
{
    const Lateness lateness = latenessOf(cost.input, ranks, cost.ranks);
    const auto waiting = static_cast<double>(std::max<std::size_t>(1, cost.ranks.size()));
    const auto perStep = [&](std::int64_t waits, std::size_t steps) {
        return static_cast<double>(waits) * 1e-9 / waiting /
               static_cast<double>(std::max<std::size_t>(1, steps));
    };
    if (lateness.work) {
        const Standout& work = *lateness.work;
        const auto rank = std::ranges::find(cost.ranks, work.part, &RankTime::part);
        CostFinding found =
            costFinding(cost, "straggler_work", lostToWork(cost, work),
                        work.always() && work.steps > 1 ? Confidence::High : Confidence::Medium,
                        {rankText(cost.input.ranks()[work.part]), factorText(work.factor),
                         std::to_string(work.agreeing), std::to_string(work.steps)});
        found.evidence.push_back(evidenceOf(cost, *rank, rank->steps.window));
        found.rank = cost.input.ranks()[work.part].rank;
        found.device = cost.input.ranks()[work.part].device;
        findings.push_back(std::move(found));
    }
    if (!lateness.absent.empty() && lateness.waitedForAbsent > 0) {
        CostFinding found = costFinding(
            cost, "straggler_absent", perStep(lateness.waitedForAbsent, lateness.steps), Confidence::Medium,
            {std::to_string(lateness.absent.size()), std::to_string(lateness.absent.front())});
        found.evidence = evidenceOfRows(cost.input, lateness.absentCalls);
        findings.push_back(std::move(found));
    }
    if (lateness.late && (!lateness.work || lateness.work->part != lateness.late->part)) {
        const Standout& late = *lateness.late;
        const bool sure = late.always() && late.steps > 1 && lateness.absent.empty();
        CostFinding found = costFinding(cost, "straggler_late", perStep(late.waitedFor, late.steps),
                                        sure                      ? Confidence::High
                                        : lateness.absent.empty() ? Confidence::Medium
                                                                  : Confidence::Low,
                                        {rankText(cost.input.ranks()[late.part]),
                                         std::to_string(late.agreeing), std::to_string(late.steps)});
        found.evidence = evidenceOfRows(cost.input, late.worst);
        const RankPart& part = cost.input.ranks()[late.part];
        const bool sharesHost = std::ranges::count(cost.input.ranks(), part.hostSource,
                                                   &RankPart::hostSource) == std::ssize(cost.input.ranks());
        if (sharesHost) // all have one host, which cannot be what is late
            found.advice = "straggler_late.device";
        found.rank = cost.input.ranks()[late.part].rank;
        found.device = cost.input.ranks()[late.part].device;
        findings.push_back(std::move(found));
    }
}

/// From the pipeline's own analysis: the mean bubble of the ranks, over the steps that count.
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
    findings.push_back(costFinding(cost, "pipeline_bubble",
                                   sum / static_cast<double>(std::max<std::size_t>(1, rows)),
                                   guessed ? Confidence::Medium : Confidence::High,
                                   {least > 0 ? percentText(least) : std::string("–")}));
    for (const core::Finding& one : report.findings) {
        for (const core::Mark& mark : one.evidence)
            findings.back().evidence.push_back(
                {core::SliceId::kNone, mark.track, -1, mark.beginNs, mark.endNs - mark.beginNs});
    }
    return findings;
}

} // namespace

core::Result<CostFindings> rankCosts(const CostInput& cost, const core::Task& task)
{
    CostFindings findings;
    if (cost.ranks.size() < 2)
        return findings;
    SHARDSCOPE_TRY(const RankInput* const shared, cost.input.rankInput(task));
    const RankInput& ranks = *shared;
    if (!ranks.collectives.matched.empty())
        addStraggler(cost, ranks, findings);
    SHARDSCOPE_TRY(CostFindings bubbles, bubbleCosts(cost, task));
    for (CostFinding& one : bubbles)
        findings.push_back(std::move(one));
    return findings;
}

} // namespace shardscope::profiler
