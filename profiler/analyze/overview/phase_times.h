// SPDX-License-Identifier: GPL-3.0-or-later
// When devices are at work for a phase of training: an overview of forward, backward or the optimizer alone.
#pragma once

#include "profiler/analyze/input/phases.h"
#include "profiler/analyze/overview/cost_findings.h"

#include <span>

namespace shardscope::profiler {

/// By part of \p ranks: each moment of its window belongs to the phase of the work that runs, or that runs
/// next where none does (a device that waits, waits for that); of work that runs at once, to what began
/// first. Of a rank without device work the host's operations tell. Errors: Cancelled; UnknownValue where no
/// name tells phases.
[[nodiscard]] core::Result<ClaimTimes> phaseTimes(const AnalysisInput& input, std::span<const RankTime> ranks,
                                                  Phase phase, const core::Task& task);
/// What of \p rank lies in \p times.
[[nodiscard]] RankTime withinPhase(RankTime rank, const ClaimTimes& times);
/// Leaves of \p findings what their times have in \p times, at as much of their price; what claims no time
/// goes.
void keepPhase(const CostInput& cost, const ClaimTimes& times, CostFindings& findings);

} // namespace shardscope::profiler
