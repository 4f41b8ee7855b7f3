// SPDX-License-Identifier: GPL-3.0-or-later
// Where every table goes: sharding, kernel, tier and device, searched for the least step time of the slowest
// device.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/model/recommender.h"
#include "core/plan/evaluation.h"
#include "core/report/table.h"
#include "planner/recommender/placement/partition.h"
#include "planner/recommender/placement/table_options.h"

#include <map>
#include <string>
#include <vector>

namespace shardscope::planner {

struct PlacementRequest {
    std::vector<core::EmbeddingTable> tables; ///< a count above 1 stands for that many tables
    EmbeddingCluster cluster;
    OptionSettings settings;
    std::map<std::string, core::TableConstraint> constraints; ///< by table name
    /// The share of device memory kept free for the dense part, batches and buffers (TorchRec's default
    /// reservation is 15 %).
    double deviceReserve = 0.15;
    double hostReserve = 0.1;
    std::vector<PartitionMethod> methods{PartitionMethod::GreedyBySize, PartitionMethod::GreedyByTime,
                                         PartitionMethod::Differencing};
    std::size_t improvements = 2000; ///< rounds of local search
};

/// One table (or copy) and where it went.
struct PlacedTable {
    std::size_t table = 0; ///< index into the request's tables
    std::int64_t copy = 0;
    TableOption option;
    std::vector<std::int64_t>
        devices; ///< of each column block: its device, or its node's first; empty: everywhere
};

struct DeviceLoad {
    core::Seconds seconds;
    core::Bytes device;
    core::Bytes host;
    core::Bytes nvme;
};

struct Placement {
    std::vector<PlacedTable> tables;
    std::vector<DeviceLoad> devices;
    core::Seconds slowest;
    core::Seconds lowerBound; ///< no placement under this cost model comes below it
    double memoryShare = 0;   ///< of what tables may use in all memories together, that they fill
    PartitionMethod method = PartitionMethod::GreedyByTime;
    core::Verdict verdict; ///< which table, which tier, how much short, what would help

    /// slowest / lowerBound: how far from optimal it can be at most.
    [[nodiscard]] double gap() const
    {
        return lowerBound.value() > 0 ? slowest.value() / lowerBound.value() : 1;
    }
    /// Largest over mean, minus one.
    [[nodiscard]] double timeImbalance() const;
    [[nodiscard]] double byteImbalance() const;
};

/// Share of \p table's lookups that device memory answers under \p option: all, none, or an ideal cache's
/// hits.
[[nodiscard]] double deviceHitRatio(const core::EmbeddingTable& table, const TableOption& option);

/// Tries several limits on the slowest shard with every method and keeps the best. Errors: Inconsistent (a
/// constraint that names no table or leaves a table no option), Cancelled.
[[nodiscard]] core::Result<Placement> placeTables(const PlacementRequest& request,
                                                  const ShardCostModel& model, const core::Task& task = {});

} // namespace shardscope::planner
