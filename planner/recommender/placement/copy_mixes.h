// SPDX-License-Identifier: GPL-3.0-or-later
// Equal tables need not all lie alike: how many of them take which option, where one option for all wastes
// room or time.
#pragma once

#include "planner/recommender/placement/option_choice.h"
#include "planner/recommender/placement/partition.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace shardscope::planner {

/// So many copies with each option, at most three options.
struct CopyMix {
    /// Option and number of copies.
    using Part = std::pair<std::size_t, std::int64_t>;
    std::array<Part, 3> part{};
    std::size_t size = 0; ///< of the parts that there are
    double least = 0;     ///< seconds that no placement of this mix comes below

    [[nodiscard]] std::span<const Part> parts() const { return {part.data(), size}; }
};

/// The mixes of \p copies equal tables that keep \p room in total and could come below \p worst, where all
/// other tables keep a device busy for \p otherSeconds on average. Of each set of options the one with the
/// least bound comes first, then the second of each, and so on; at most \p most in all. Where a node's edge
/// leaves no room is known only when it is tried.
[[nodiscard]] std::vector<CopyMix> copyMixes(const std::vector<TableOption>& options, std::int64_t copies,
                                             const MemoryBudget& room, const PartitionSpace& space,
                                             double otherSeconds, double worst, std::size_t most);

} // namespace shardscope::planner
