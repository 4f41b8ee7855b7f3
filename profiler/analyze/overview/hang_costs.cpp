// SPDX-License-Identifier: GPL-3.0-or-later
// A job that hung: from the first rank that waits for ever to the end of its record.
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/overview/cost_findings.h"
#include "profiler/analyze/ranks/hang.h"

#include <algorithm>

namespace shardscope::profiler {

core::Result<CostFindings> hangCosts(const CostInput& cost, const core::Task& task)
{
    CostFindings findings;
    SHARDSCOPE_TRY(const RankInput* const shared, cost.input.rankInput(task));
    const RankInput& ranks = *shared;
    const Collectives& collectives = ranks.collectives;
    const Hang hang = findHang(cost.input, collectives, callStates(cost.input, collectives, task));
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    if (hang.stuck.empty())
        return findings;
    const StuckCollective& first = hang.stuck.front();
    std::int64_t waited = 0;
    std::vector<Evidence> evidence;
    for (const std::uint32_t call : first.waiting) {
        const std::uint32_t row = collectives.calls[call].row;
        waited = std::max(waited, cost.input.timeline().dur()[row]);
        evidence.push_back(evidenceOf(cost.input, row));
    }
    const std::string kind = !hang.culprits.empty() ? "hang_culprit"
                             : !hang.circle.empty() ? "hang_circle"
                                                    : "hang_transport";
    const std::vector<std::int32_t>& who = hang.culprits.empty() ? hang.circle : hang.culprits;
    const bool recorded = std::ranges::none_of(who, [&](std::int32_t rank) {
        return std::ranges::find(first.unknown, rank) != first.unknown.end();
    });
    CostFinding found =
        costFinding(cost, kind, static_cast<double>(waited) * 1e-9,
                    recorded && !who.empty() ? Confidence::High : Confidence::Medium,
                    {ranksText(who), std::string(core::nameOf(first.kind)), std::to_string(first.sequence),
                     groupLabel(collectives.groups[first.group])});
    found.evidence = std::move(evidence);
    findings.push_back(std::move(found));
    return findings;
}

} // namespace shardscope::profiler
