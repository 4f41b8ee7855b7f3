// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a rank that figures "a step" are taken from: those after the warm-up.
#pragma once

#include "core/timeline/intervals.h"
#include "profiler/analyze/input/input.h"

#include <cstdint>
#include <span>
#include <vector>

namespace shardscope::profiler {

struct MeasuredSteps {
    /// Reaches from the first counted step's begin to the last one's end, or to the end of the device work
    /// that was launched in them. Without steps: all that was recorded.
    core::Interval window;
    std::vector<RankStep> steps; ///< counted; empty: none were found
    std::size_t warmUp = 0;      ///< steps left out at the beginning
    StepSource source = StepSource::None;

    /// How many steps the window holds; 1 where none were found.
    [[nodiscard]] double count() const { return steps.empty() ? 1.0 : static_cast<double>(steps.size()); }
};

/// How many steps at the beginning are no measure of the others: they take over half as long again as the
/// median of all that follow. Two at least are left.
[[nodiscard]] std::size_t warmUpSteps(std::span<const std::int64_t> costs);

/// Errors: Cancelled.
[[nodiscard]] core::Result<MeasuredSteps> measuredSteps(const AnalysisInput& input, std::size_t part,
                                                        const core::Task& task);

} // namespace shardscope::profiler
