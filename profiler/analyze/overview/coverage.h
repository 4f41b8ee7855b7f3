// SPDX-License-Identifier: GPL-3.0-or-later
// What of a run was recorded, and what is not known for want of it.
#pragma once

#include "profiler/analyze/input/analysis.h"
#include "profiler/analyze/overview/unknown_kernels.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::profiler {

struct Coverage {
    std::int64_t launches = 0;            ///< of kernels and graphs
    std::int64_t launchesWithoutWork = 0; ///< none of whose work is in the file, captured ones left out
    std::int64_t capturedLaunches = 0;    ///< into a graph, which is launched later
    std::int64_t deviceRows = 0;
    std::int64_t deviceRowsWithoutLaunch = 0;
    UnknownKernels unknown;
    std::int64_t impossibleRows = 0; ///< that last beyond what began behind them on their stream
    std::int64_t impossibleNs = 0;   ///< their time
    std::int64_t deviceNs = 0;       ///< time of all device rows, overlaps counted twice
    /// What no row of the recording tells: "device_work", "launches" (of the devices' work), "operators",
    /// "stacks" (functions of the program), "shapes" (of operations), "communication_sizes", "memory",
    /// "steps". None of a
    /// simulated run, and of files without rows.
    std::vector<std::string> notRecorded;
};

/// Errors: Cancelled.
[[nodiscard]] core::Result<Coverage> coverageOf(const AnalysisInput& input, const core::Task& task = {});

/// Something that a run cannot tell. Keys and arguments; the front ends make the sentences.
struct NotKnown {
    std::string what;
    std::string because;
    std::vector<std::string> args; ///< of because
    std::string record;            ///< how to have it recorded
};

/// \p device: what the file says there is, \p framework: what ran; empty: not told.
[[nodiscard]] std::vector<NotKnown> notKnownOf(const Coverage& coverage, const std::string& device,
                                               const std::string& framework);

} // namespace shardscope::profiler
