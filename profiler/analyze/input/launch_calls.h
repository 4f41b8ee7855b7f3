// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of a driver or runtime that give devices work.
#pragma once

#include "core/kinds/row_verdict.h"

#include "core/timeline/intervals.h"
#include "core/timeline/row_kinds.h"

#include <cstddef>

namespace shardscope::profiler {

class AnalysisInput;

using core::LaunchCall;

[[nodiscard]] constexpr bool launches(LaunchCall call)
{
    return call == LaunchCall::Kernel || call == LaunchCall::Graph;
}

/// Whether threads of \p part launch kernels, recorded or not.
[[nodiscard]] bool launchesKernels(const AnalysisInput& input, std::size_t part);
/// When a thread captures launches into a graph, by begin.
[[nodiscard]] core::IntervalSet captureTimes(const core::Timeline& timeline, const core::RowKinds& kinds,
                                             core::TrackId thread);
/// Whether the run launches or captures graphs of kernels.
[[nodiscard]] bool usesGraphs(const AnalysisInput& input);
/// Whether a runtime launches kernels one by one for which there are graphs (CUDA's, HIP's), and none is
/// used.
[[nodiscard]] bool couldUseGraphs(const AnalysisInput& input);

} // namespace shardscope::profiler
