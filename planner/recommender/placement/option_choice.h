// SPDX-License-Identifier: GPL-3.0-or-later
// Which option each table takes before shards are laid on devices, and a bound that no placement can beat.
#pragma once

#include "planner/recommender/placement/table_options.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace shardscope::planner {

/// Options of all tables, table by table.
using OptionTable = std::vector<std::vector<TableOption>>;

/// Totals that the cluster offers to tables, in bytes.
struct MemoryBudget {
    double device = 0;
    double host = 0;
    double nvme = 0;
};

struct OptionChoice {
    std::vector<std::size_t> option; ///< for each table, an index into its options
    bool fits = true;                ///< all tables fit the budget in total
};

/// Whether an option may be chosen, where a table has one that may.
using OptionFilter = std::function<bool(const TableOption&)>;

/// For each table the option of \p filter with the least work whose shard costs at most \p slowestShard (or
/// the fastest there is), then moved down the memory tiers where most bytes are freed for the least work
/// until \p budget holds: the greedy solution of the multiple-choice knapsack problem over each table's lower
/// convex hull.
[[nodiscard]] OptionChoice chooseOptions(const OptionTable& options, const MemoryBudget& budget,
                                         double slowestShard, const OptionFilter& filter);

/// Seconds below which no placement of these options on \p devices can come under this cost model: the larger
/// of the knapsack's linear relaxation shared evenly, and of the slowest table at its fastest.
[[nodiscard]] double placementLowerBound(const OptionTable& options, const MemoryBudget& budget,
                                         std::int64_t devices);

} // namespace shardscope::planner
