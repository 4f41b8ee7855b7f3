// SPDX-License-Identifier: GPL-3.0-or-later
// Which tables lie in which memory so that all of them fit, whatever it costs in time.
#pragma once

#include "planner/recommender/placement/option_choice.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace shardscope::planner {

/// The memory that holds an option's rows: device 0, host 1, NVMe 2.
inline constexpr std::size_t kTableTiers = 3;
[[nodiscard]] std::size_t tierIndexOf(const TableOption& option);

/// For each table an option whose totals keep \p budget, or none where the search finds no such division.
/// Spread options (row-wise) are preferred: a shard on every device leaves no room unused at a device's edge,
/// so that whatever fits in some other sharding fits in this one. How the tables are divided over the tiers
/// is a subset-sum problem: solved in steps of a part in 16,384 of a tier, and greedily.
[[nodiscard]] std::optional<std::vector<std::size_t>> roomyChoice(const OptionTable& options,
                                                                  const MemoryBudget& budget);

/// What the tables need at least, all tiers together, and in each tier of those that may lie nowhere else.
struct LeastMemory {
    double all = 0;
    std::array<double, kTableTiers> bound{};
};
[[nodiscard]] LeastMemory leastMemory(const OptionTable& options);

} // namespace shardscope::planner
