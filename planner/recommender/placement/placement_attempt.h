// SPDX-License-Identifier: GPL-3.0-or-later
// One attempt at a placement: a choice of options for each copy of a table, and where their shards lie.
#pragma once

#include "planner/recommender/placement/option_choice.h"
#include "planner/recommender/placement/placement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::planner {

/// What is placed: tables with their copies written out, and the options of each table.
struct PlacementTrial {
    PlacementTrial(const PlacementRequest& of, const OptionTable& all);

    const PlacementRequest& request;
    const OptionTable& options;
    std::vector<std::size_t> table; ///< of each copy
    std::vector<std::int64_t> copy; ///< which of its table's

    /// How often something may be tried whose cost grows with the size of the problem.
    [[nodiscard]] std::size_t trials(std::size_t timesItems) const
    {
        return timesItems / (table.size() + static_cast<std::size_t>(request.cluster.devices));
    }
};

[[nodiscard]] core::TableConstraint constraintOf(const PlacementRequest& request, const std::string& name);
/// The memory of a device without what is reserved.
[[nodiscard]] core::Bytes usableDevice(const PlacementRequest& request);
/// The memory of all devices together.
[[nodiscard]] MemoryBudget budgetOf(const PlacementRequest& request);

/// Items of one choice of options, and what lies on all devices.
struct PlacementProblem {
    std::vector<PartitionItem> items;
    std::vector<std::size_t> owner; ///< of each item: index among the copies
    PartitionSpace space;
};

struct PlacementAttempt {
    std::vector<std::size_t> chosen;
    PlacementProblem problem;
    Partition partition;
    PartitionMethod method = PartitionMethod::GreedyByTime;
    bool fits = false;
    double starts = 0; ///< seconds of the exchanges that its options need, without their bytes

    /// What tables take of a step: all devices wait for the one that looks up longest, and for the one that
    /// sends most.
    [[nodiscard]] double seconds() const;
    /// Seconds of each device in exchanges.
    [[nodiscard]] std::vector<double> sending() const;
    [[nodiscard]] bool betterThan(const PlacementAttempt& other) const
    {
        if (fits != other.fits)
            return fits;
        if (!fits && partition.unplaced.size() != other.partition.unplaced.size())
            return partition.unplaced.size() < other.partition.unplaced.size();
        constexpr double kAlike = 1e-9; // of a second: the same but for rounding
        const double worst = seconds();
        const double others = other.seconds();
        if (std::abs(worst - others) > kAlike * others)
            return worst < others;
        return crowd() < other.crowd(); // fewer devices are left to be relieved
    }
    /// Devices that are as slow as the slowest, or nearly.
    [[nodiscard]] std::size_t crowd() const
    {
        constexpr double kNearly = 0.999;
        const double nearly = kNearly * partition.worst();
        return static_cast<std::size_t>(
            std::ranges::count_if(partition.seconds, [nearly](double seconds) { return seconds >= nearly; }));
    }
};

/// Where the shards of \p chosen (an option of each copy) lie by \p method, after rounds of local search.
[[nodiscard]] PlacementAttempt attemptWith(const PlacementTrial& trial, std::vector<std::size_t> chosen,
                                           PartitionMethod method, std::size_t improvements);
/// The request's methods that can differ on \p chosen: differencing divides what lies on single devices;
/// where nothing does, it is greedy placing by time.
[[nodiscard]] std::vector<PartitionMethod> methodsFor(const PlacementTrial& trial,
                                                      const std::vector<std::size_t>& chosen);
/// The best by any method of the request.
[[nodiscard]] PlacementAttempt bestMethod(const PlacementTrial& trial,
                                          const std::vector<std::size_t>& chosen);

} // namespace shardscope::planner
