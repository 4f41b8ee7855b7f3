// SPDX-License-Identifier: GPL-3.0-or-later
// A placement as tables: one row a table, one row a device; and what device memory answers.
#include "planner/recommender/placement/placement.h"

#include "planner/recommender/placement/id_skew.h"

namespace shardscope::planner {

double deviceHitRatio(const core::EmbeddingTable& table, const TableOption& option)
{
    const double rows = static_cast<double>(table.rows);
    if (core::isCached(option.kernel))
        return hottestShare(option.cachingRatio * rows, rows, table.skew);
    return core::tierOf(option.kernel) == core::Tier::Device ? 1 : 0;
}

core::Table placementTable(const PlacementRequest& request, const Placement& placement)
{
    using core::CellKind;
    core::Table table{
        "placement",
        "Placement of tables",
        {{"table", "Table", CellKind::Text, {}, "Embedding table"},
         {"copy", "Copy", CellKind::Integer, {}, "Which of several equal tables"},
         {"sharding", "Sharding", CellKind::Text, {}, "How its rows and columns are cut"},
         {"kernel", "Kernel", CellKind::Text, {}, "Which operator looks rows up, and in which memory"},
         {"caching_ratio", "Cached", CellKind::Fraction, {}, "Rows that device memory caches"},
         {"shards", "Shards", CellKind::Integer, {}, "Column blocks placed on their own"},
         {"devices", "Devices", CellKind::Text, {}, "Where they lie"},
         {"device_bytes", "Device memory", CellKind::Quantity, core::kByte, "Of all shards"},
         {"host_bytes", "Host memory", CellKind::Quantity, core::kByte, "Of all shards"},
         {"nvme_bytes", "SSD", CellKind::Quantity, core::kByte, "Of all shards"},
         {"seconds", "Time of a shard", CellKind::Quantity, core::kSecond, "In one step"}},
        {}};
    for (const PlacedTable& placed : placement.tables) {
        std::string where;
        for (const std::int64_t device : placed.devices)
            where += (where.empty() ? "" : " ") + (device < 0 ? std::string("none") : std::to_string(device));
        if (placed.option.spread == Spread::OneNode)
            where = "nodes of " + where;
        if (placed.option.spread == Spread::Everywhere)
            where = "all";
        table.rows.push_back({request.tables[placed.table].name, placed.copy,
                              std::string(nameOf(placed.option.sharding)),
                              std::string(nameOf(placed.option.kernel)), placed.option.cachingRatio,
                              placed.option.groups, where, placed.option.deviceTotal, placed.option.hostTotal,
                              placed.option.nvmeTotal, placed.option.shard.total().value()});
    }
    return table;
}

core::Table deviceTable(const PlacementRequest& request, const Placement& placement)
{
    using core::CellKind;
    core::Table table{"devices",
                      "Load of devices",
                      {{"device", "Device", CellKind::Integer, {}, "Number of the device"},
                       {"node", "Node", CellKind::Integer, {}, "Node it is in"},
                       {"seconds", "Time", CellKind::Quantity, core::kSecond, "For its shards, in one step"},
                       {"device_bytes", "Device memory", CellKind::Quantity, core::kByte, "Of its shards"},
                       {"host_bytes", "Host memory", CellKind::Quantity, core::kByte, "Of its shards"},
                       {"nvme_bytes", "SSD", CellKind::Quantity, core::kByte, "Of its shards"}},
                      {}};
    for (std::size_t i = 0; i < placement.devices.size(); ++i) {
        const DeviceLoad& load = placement.devices[i];
        const auto device = static_cast<std::int64_t>(i);
        table.rows.push_back({device, device / request.cluster.devicesPerNode, load.seconds.value(),
                              load.device.value(), load.host.value(), load.nvme.value()});
    }
    return table;
}

} // namespace shardscope::planner
