// SPDX-License-Identifier: GPL-3.0-or-later
// Which ranges that a program named (record_function, NVTX) hold which calls: one sweep over both in the
// order of time, thread by thread. A join would compare every range with every call.
#pragma once

#include "profiler/analyze/input/input.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// Whether rows of a category are ranges that the program named on the host.
[[nodiscard]] bool isAnnotationCategory(std::string_view category);

/// For each of \p calls (host rows, in any order; kNoRow among them) the innermost range around its begin on
/// its thread: the one that began last and is not over. kNoRow: none. Ranges that straddle others count as
/// those that nest do; NVTX ranges, which stand on a track of their own, belong to their thread. Errors:
/// Cancelled.
[[nodiscard]] core::Result<std::vector<std::uint32_t>>
innermostAnnotations(const AnalysisInput& input, std::size_t part, std::span<const std::uint32_t> calls,
                     const core::Task& task);

/// What the device did for one range: for calls within it at any depth.
struct AnnotationWork {
    std::uint32_t row = 0;         ///< of the range
    std::uint32_t parent = kNoRow; ///< index of the range it began in
    std::uint32_t rows = 0;        ///< kernels, copies and fills
    bool repeats = false;          ///< a range around it has the same name
    std::int64_t time = 0;         ///< theirs, summed
    std::int64_t first = core::kMaxTime;
    std::int64_t last = -core::kMaxTime; ///< from the first one's begin to the last one's end
};
/// The work of all ranges of the rank's threads, thread by thread in the order of begin. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<AnnotationWork>>
annotationWork(const AnalysisInput& input, std::size_t part, const core::Task& task);

} // namespace shardscope::profiler
