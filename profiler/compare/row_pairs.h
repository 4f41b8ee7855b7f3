// SPDX-License-Identifier: GPL-3.0-or-later
// Which row of one run is which of another's, row by row: what a difference's lines are made of.
#pragma once

#include "profiler/analyze/input/analysis.h"
#include "profiler/compare/step_difference.h"

#include <cstdint>
#include <vector>

namespace shardscope::profiler {

/// A row of A and the one of B that does the same work: the n-th of its kind in the n-th counted step of
/// devices that are each other's. kNoRow: the other side has none.
struct RowPair {
    std::uint32_t a = kNoRow;
    std::uint32_t b = kNoRow;
    std::uint32_t difference = 0; ///< into StepDifference::rows
    std::uint32_t step = 0;       ///< from 0
};

/// Pairs the devices' work of the counted steps, by device, line of \p difference, step and begin; \p ofA and
/// \p ofB are the sides that \p difference was made of. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<RowPair>> rowPairs(const AnalysisInput& a, const ComparedSteps& ofA,
                                                          const AnalysisInput& b, const ComparedSteps& ofB,
                                                          const StepDifference& difference,
                                                          const core::Task& task = {});

} // namespace shardscope::profiler
