// SPDX-License-Identifier: GPL-3.0-or-later
// Where two runs spend their time apart: by name, and by place in the tree of calls.
#pragma once

#include "core/report/table.h"
#include "profiler/analyze/input/analysis.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// One name, or one path of calls, in both runs.
struct Difference {
    std::string name;      ///< of a path: the names from the outermost on, with " > " between
    bool device = false;   ///< rows of a device; of names only
    bool function = false; ///< a function of Python; of names only
    std::int64_t depth = 0;
    std::int64_t countA = 0;
    std::int64_t countB = 0;
    std::int64_t totalA = 0; ///< ns
    std::int64_t totalB = 0;
    [[nodiscard]] std::int64_t difference() const { return totalB - totalA; }
};

/// Sums over all ranks of every name, largest difference first. Device annotations are left out: they cover
/// other rows. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<Difference>>
differencesByName(const AnalysisInput& a, const AnalysisInput& b, const core::Task& task = {});

/// The same by path of the host's calls, down to \p depth levels, where either run spends at least a
/// thousandth of its span. A call whose difference is that of one call inside it is left out: that one says
/// it.
[[nodiscard]] core::Result<std::vector<Difference>> differencesByTree(const AnalysisInput& a,
                                                                      const AnalysisInput& b,
                                                                      std::size_t depth,
                                                                      const core::Task& task = {});

enum class DifferenceKind : std::uint8_t { Names, Functions, Tree };
/// Tables "by_name", "by_function" and "by_tree" of the first \p top (0: all).
[[nodiscard]] core::Table differenceTable(const std::vector<Difference>& differences, DifferenceKind kind,
                                          std::size_t top);

/// Which names of \p timeline a row of these tables counts, one flag a name: \p row is a Difference's name,
/// or its path (\p tree), of which the last name is meant. "ProfilerStep#*" means every "ProfilerStep#7".
[[nodiscard]] std::vector<bool> namesCounted(const core::Timeline& timeline, std::string_view row, bool tree);

} // namespace shardscope::profiler
