// SPDX-License-Identifier: GPL-3.0-or-later
// A job that hung: from the first rank that waits for ever to the end of its record.
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/overview/cost_findings.h"
#include "profiler/analyze/ranks/hang.h"

#include <algorithm>

namespace shardscope::profiler {

core::Result<CostFindings> hangCosts(const CostInput& cost, const core::Task& task)
{
    SHARDSCOPE_TRY(const RankInput* const shared, cost.input.rankInput(task));
    const Collectives& collectives = shared->collectives;
    const std::vector<RecordedCall> calls = recordedCalls(cost.input, collectives, task);
    const Hang hang = findHang(cost.input, collectives, calls);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    if (hang.stuck.empty())
        return CostFindings();
    const HangVerdict verdict = hangVerdict(collectives, calls, hang);
    std::int64_t waited = 0;
    std::vector<Evidence> evidence;
    for (const std::uint32_t call : verdict.evidence) {
        const std::uint32_t row = collectives.calls[call].row;
        waited = std::max(waited, cost.input.timeline().dur()[row]);
        evidence.push_back(evidenceOf(cost.input, row));
    }
    const bool sure = verdict.key != "gone" && verdict.key != "transport"; // no dump, and nobody to name
    CostFinding found = costFinding(cost, "hang_" + verdict.key, static_cast<double>(waited) * 1e-9,
                                    sure ? Confidence::High : Confidence::Medium, verdict.args);
    found.evidence = std::move(evidence);
    return CostFindings{std::move(found)};
}

} // namespace shardscope::profiler
