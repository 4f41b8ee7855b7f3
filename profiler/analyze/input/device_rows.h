// SPDX-License-Identifier: GPL-3.0-or-later
// Which device rows an analysis counts, and the times when they run, as sets.
#pragma once

#include "core/timeline/intervals.h"
#include "profiler/analyze/input/analysis.h"

#include <array>

namespace shardscope::profiler {

/// The device's rows that \p options let count, stream after stream, as indices into DeviceWork's columns.
/// Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<std::uint32_t>> countedRows(const AnalysisInput& input,
                                                                   std::size_t part,
                                                                   const AnalysisOptions& options,
                                                                   const core::Task& task);

/// Whether a call is known that launched one of them. Errors: Cancelled.
[[nodiscard]] core::Result<bool> knowsLaunches(const AnalysisInput& input, const AnalysisOptions& options,
                                               const core::Task& task);

/// When rows of each kind run.
struct BusyTimes {
    std::array<core::IntervalSet, kKernelKinds> kinds;
    core::IntervalSet all;

    [[nodiscard]] const core::IntervalSet& of(KernelKind kind) const
    {
        return kinds[static_cast<std::size_t>(kind)];
    }
};
[[nodiscard]] BusyTimes busyTimes(const AnalysisInput& input, std::size_t part,
                                  std::span<const std::uint32_t> counted);

} // namespace shardscope::profiler
