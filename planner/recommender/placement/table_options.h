// SPDX-License-Identifier: GPL-3.0-or-later
// Every way in which one table may be sharded and served, with what each costs in time and memory.
#pragma once

#include "planner/recommender/placement/shard_cost.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner {

/// Where shards of an option may go.
enum class Spread { AnyDevice, OneNode, Everywhere };

/// One legal option. Its shards are equal but for rounding; cost and bytes are those of the largest.
struct TableOption {
    core::TableSharding sharding = core::TableSharding::TableWise;
    core::LookupKernel kernel = core::LookupKernel::Fused;
    double cachingRatio = 0;
    std::int64_t columnWidth = 0;
    Spread spread = Spread::AnyDevice;
    std::int64_t groups = 1; ///< shards that are placed on their own: column blocks; 1 for the rest
    ShardCost shard;         ///< of one device that holds one
    core::Bytes deviceBytes; ///< of one device that holds one
    core::Bytes hostBytes;
    core::Bytes nvmeBytes;
    double work = 0;        ///< device-seconds of all shards
    double deviceTotal = 0; ///< HBM bytes of all shards
    double hostTotal = 0;
    double nvmeTotal = 0;
};

struct OptionSettings {
    std::int64_t batch = 1;
    EmbeddingWire wire;
    double hotRows = 0; ///< see ShardQuery
    std::vector<double> cachingRatios{0.05, 0.2, 0.5};
    std::int64_t narrowestColumns = 32; ///< a column shard is at least that wide
    std::int64_t mostColumnShards = 16;
};

/// All legal options of \p table, in a fixed order. \p reserved is what of the device the tables may use.
/// Options that no device could hold even alone are left out. Empty: the constraint and the cluster leave
/// none.
[[nodiscard]] std::vector<TableOption> tableOptions(const core::EmbeddingTable& table,
                                                    const core::TableConstraint& constraint,
                                                    const EmbeddingCluster& cluster, core::Bytes reserved,
                                                    const ShardCostModel& model,
                                                    const OptionSettings& settings);

} // namespace shardscope::planner
