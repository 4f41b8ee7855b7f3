// SPDX-License-Identifier: GPL-3.0-or-later
// Each nanosecond of a device's step goes to one finding: what two claim is the first one's.
#pragma once

#include "profiler/analyze/overview/cost_findings.h"

namespace shardscope::profiler {

/// Takes from each of \p findings, in their order, the times that one before it has claimed, and the share of
/// its seconds that goes with them. Those without times, as of memory that ran out, stay as they are.
void settle(const CostInput& cost, CostFindings& findings);

/// The part of each slow step's excess that \p findings do not explain. They explain what they claim in that
/// step beyond what they claim in the median step.
[[nodiscard]] CostFindings unexplainedSlowSteps(const CostInput& cost, const CostFindings& findings);

} // namespace shardscope::profiler
