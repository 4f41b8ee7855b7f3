// SPDX-License-Identifier: GPL-3.0-or-later
// The graph of one rank within a span of time: host threads, what they launch, what they wait for. After
// HolisticTraceAnalysis' critical path, with kernels of CUDA graphs and kernels that overlap on a stream.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "profiler/analyze/input/input.h"
#include "profiler/analyze/path/path_graph.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardscope::profiler {

struct PathInput {
    PathGraph graph;
    std::size_t backwards = 0; ///< edges left out because they go back in time
    /// Calls that wait for the device, of which the file does not say for what: host rows.
    std::vector<std::uint32_t> unmarkedWaits;
};

/// What the graph is made of.
enum class PathRules : std::uint8_t {
    Told,     ///< what the file tells, as HolisticTraceAnalysis has it
    Inferred, ///< also: a thread that paused goes on when another thread's operation ended last, or else was
              ///< busy by itself; a call that waits for the device, of which no record says for what, waits
              ///< for the work that ended last
};

/// Errors: Cancelled.
[[nodiscard]] core::Result<PathInput> buildPathGraph(const AnalysisInput& input, std::size_t part,
                                                     std::int64_t begin, std::int64_t end, PathRules rules,
                                                     const core::Task& task);

/// Whether such a graph has an event that takes time. Cheap.
[[nodiscard]] bool holdsPathWork(const AnalysisInput& input, std::size_t part, std::int64_t begin,
                                 std::int64_t end);

} // namespace shardscope::profiler
