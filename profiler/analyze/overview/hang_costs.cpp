// SPDX-License-Identifier: GPL-3.0-or-later
// A job that hung: from the first rank that waits for ever to the end of its record.
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/overview/cost_findings.h"
#include "profiler/analyze/ranks/hang.h"
#include "profiler/analyze/ranks/launched.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

/// What NCCL's own counts tell: who does not answer, or is behind.
CostFindings launchedCosts(const AnalysisInput& input, const std::vector<CommunicatorLaunches>& launched)
{
    CostFindings findings;
    for (LaunchedVerdict& verdict : launchedVerdicts(launched)) {
        const bool gone = verdict.key == "rank_dead" || verdict.key == "rank_failed";
        const bool once = verdict.key == "rank_behind" || verdict.key == "file_behind"; // who is only late
        CostFinding found = costFinding("hang_" + verdict.key, static_cast<double>(verdict.waited) * 1e-9,
                                        gone   ? Confidence::High
                                        : once ? Confidence::Low
                                               : Confidence::Medium,
                                        std::move(verdict.args));
        for (const std::uint32_t row : verdict.rows) {
            if (found.evidence.size() < kEvidence)
                found.evidence.push_back(evidenceOf(input, row));
        }
        findings.push_back(std::move(found));
    }
    return findings;
}

} // namespace

core::Result<CostFindings> hangCosts(const CostInput& cost, const core::Task& task)
{
    SHARDSCOPE_TRY(const RankInput* const shared, cost.input.rankInput(task));
    const Collectives& collectives = shared->collectives;
    const std::vector<RecordedCall> calls = recordedCalls(cost.input, collectives, task);
    const Hang hang = findHang(cost.input, collectives, calls);
    const std::vector<CommunicatorLaunches> launched = launchedCollectives(cost.input, collectives, task);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    if (hang.stuck.empty())
        return launchedCosts(cost.input, launched);
    const HangVerdict verdict = hangVerdict(collectives, calls, hang);
    std::int64_t waited = 0;
    std::vector<Evidence> evidence;
    for (const std::uint32_t call : verdict.evidence) {
        const std::uint32_t row = collectives.calls[call].row;
        waited = std::max(waited, cost.input.timeline().dur()[row]);
        evidence.push_back(evidenceOf(cost.input, row));
    }
    const bool sure = verdict.key != "gone" && verdict.key != "transport"; // no dump, and nobody to name
    CostFinding found = costFinding("hang_" + verdict.key, static_cast<double>(waited) * 1e-9,
                                    sure ? Confidence::High : Confidence::Medium, verdict.args);
    found.evidence = std::move(evidence);
    return CostFindings{std::move(found)};
}

} // namespace shardscope::profiler
