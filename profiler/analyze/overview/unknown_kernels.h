// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of which nothing tells what they do.
#pragma once

#include "profiler/analyze/input/analysis.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::profiler {

/// Kernels that no rule knows (docs/kernels.md), and whose operation does not tell either.
struct UnknownKernels {
    double share = 0; ///< of the time of all device rows, overlaps counted twice
    std::size_t names = 0;
    std::vector<std::string> largest; ///< three at most, by their time
};

/// Gathers the unknown kernels of all devices of the run. Errors: Cancelled.
[[nodiscard]] core::Result<UnknownKernels> unknownKernels(const AnalysisInput& input,
                                                          const core::Task& task = {});

} // namespace shardscope::profiler
