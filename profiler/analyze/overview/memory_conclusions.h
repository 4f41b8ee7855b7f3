// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's memory comes to: the findings of the analyses of memory, as the overview repeats them.
#pragma once

#include "core/report/report.h"
#include "profiler/analyze/input/analysis.h"

#include <vector>

namespace shardscope::profiler {

/// Concludes from allocators' snapshots and recorded memory, in the order of the analyses; empty if neither
/// is there. Memory that ran out is left out: it is a finding of its own. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<core::Finding>>
memoryConclusions(const AnalysisInput& input, const AnalysisOptions& options, const core::Task& task);

} // namespace shardscope::profiler
