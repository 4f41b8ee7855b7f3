// SPDX-License-Identifier: GPL-3.0-or-later
// Equal tables need not all lie alike: how many of them take which option, where one option for all wastes
// room or time.
#pragma once

#include "planner/recommender/placement/option_choice.h"
#include "planner/recommender/placement/partition.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace shardscope::planner {

/// So many copies with each option, at most three options.
struct CopyMix {
    std::vector<std::pair<std::size_t, std::int64_t>> parts; ///< option and number of copies
    double least = 0; ///< seconds that no placement of this mix comes below
};

/// The mixes of \p copies equal tables that keep \p room in total and could come below \p worst, where all
/// other tables keep a device busy for \p otherSeconds on average. Of each set of options the one with the
/// least bound comes first, then the second of each, and so on; at most \p most in all. Where a node's edge
/// leaves no room is known only when it is tried.
[[nodiscard]] std::vector<CopyMix> copyMixes(const std::vector<TableOption>& options, std::int64_t copies,
                                             const MemoryBudget& room, const PartitionSpace& space,
                                             double otherSeconds, double worst, std::size_t most);

} // namespace shardscope::planner
