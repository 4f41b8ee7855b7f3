// SPDX-License-Identifier: GPL-3.0-or-later
// Counts, means and quartiles of samples, as pandas' describe() defines them.
#pragma once

#include "core/report/table.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::profiler {

struct Summary {
    std::size_t count = 0;
    double sum = 0;
    double mean = 0;
    std::optional<double> deviation; ///< of the sample (n - 1); none below two values
    double least = 0;
    double firstQuartile = 0; ///< interpolated linearly between neighbours
    double median = 0;
    double thirdQuartile = 0;
    double most = 0;
};

/// Summarizes \p values, in any order; all zero if there are none.
[[nodiscard]] Summary summaryOf(std::vector<double> values);
[[nodiscard]] Summary summaryOf(const std::vector<std::int64_t>& values);

/// Seven columns: mean, std, min, q25, median, q75, max, of \p kind; keys end in \p unit ("_ns").
[[nodiscard]] std::vector<core::Column> summaryColumns(core::CellKind kind, const std::string& unit,
                                                       core::Dimension dimension = {});
/// The cells of a summary; times in whole nanoseconds, rounded. Empty cells if there are no values.
[[nodiscard]] std::vector<core::Cell> summaryCells(const Summary& summary, core::CellKind kind);

} // namespace shardscope::profiler
