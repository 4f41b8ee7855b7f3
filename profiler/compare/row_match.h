// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows of two sides are each other's, and by how much they differ.
#pragma once

#include "profiler/compare/step_difference.h"

#include <map>
#include <vector>

namespace shardscope::profiler {

/// One key of a side: means over its compared devices.
struct RowSum {
    double seconds = 0; ///< a step
    double count = 0;
    std::vector<double> ofStep; ///< seconds of each counted step
    void add(const RowSum& other, double sign = 1);
};
using RowSums = std::map<core::WorkKey, RowSum>;

struct MatchedSide {
    const RowSums& rows;
    double step = 0; ///< seconds
    bool planned = false;
    bool fewSteps = false; ///< a recording of too few to have a spread
};

/// Rows as stepDifference has them, largest difference first.
[[nodiscard]] std::vector<RowDifference> matchRows(const MatchedSide& a, const MatchedSide& b);

} // namespace shardscope::profiler
