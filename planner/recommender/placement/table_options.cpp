// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/table_options.h"

#include <algorithm>

namespace shardscope::planner {

namespace {

using core::LookupKernel;
using core::TableSharding;
using core::Tier;

constexpr std::int64_t kColumnGrain =
    4; // column shards start at multiples of 16 bytes of fp32, as fused kernels want

template <class Item>
bool allowed(const std::vector<Item>& list, Item item)
{
    return list.empty() || std::ranges::find(list, item) != list.end();
}

Spread spreadOf(TableSharding sharding)
{
    switch (sharding) {
    case TableSharding::DataParallel:
    case TableSharding::RowWise: return Spread::Everywhere;
    case TableSharding::TableRowWise:
    case TableSharding::Grid: return Spread::OneNode;
    case TableSharding::TableWise:
    case TableSharding::ColumnWise:
    case TableSharding::TableColumnWise: break;
    }
    return Spread::AnyDevice;
}

bool splitsColumns(TableSharding sharding)
{
    return sharding == TableSharding::ColumnWise || sharding == TableSharding::Grid;
}

/// Widths of column shards worth trying: the whole row, and halves of it down to the narrowest.
std::vector<std::int64_t> columnWidths(const core::EmbeddingTable& table, TableSharding sharding,
                                       const OptionSettings& settings)
{
    if (!splitsColumns(sharding))
        return {table.dim};
    std::vector<std::int64_t> widths;
    for (std::int64_t parts = 2; parts <= settings.mostColumnShards; parts *= 2) {
        const std::int64_t width = (table.dim + parts - 1) / parts;
        const std::int64_t rounded = (width + kColumnGrain - 1) / kColumnGrain * kColumnGrain;
        if (rounded < settings.narrowestColumns || rounded >= table.dim)
            break;
        widths.push_back(rounded);
    }
    return widths;
}

/// The shardings that this cluster tells apart. Column- and table-column-wise differ only in where shards may
/// go, which the partition decides; they are one option here.
std::vector<TableSharding> shardingsFor(const core::TableConstraint& constraint,
                                        const EmbeddingCluster& cluster)
{
    std::vector<TableSharding> shardings;
    const bool severalNodes = cluster.nodes() > 1 && cluster.devicesPerNode > 1;
    for (const TableSharding sharding :
         {TableSharding::DataParallel, TableSharding::TableWise, TableSharding::ColumnWise,
          TableSharding::RowWise, TableSharding::TableRowWise, TableSharding::Grid}) {
        if (spreadOf(sharding) == Spread::OneNode && !severalNodes)
            continue;
        if (cluster.devices == 1 && sharding != TableSharding::TableWise)
            continue;
        const bool column = sharding == TableSharding::ColumnWise &&
                            allowed(constraint.shardings, TableSharding::TableColumnWise);
        if (allowed(constraint.shardings, sharding) || column)
            shardings.push_back(sharding);
    }
    if (constraint.device)
        shardings.erase(std::remove_if(shardings.begin(), shardings.end(),
                                       [](TableSharding one) { return one != TableSharding::TableWise; }),
                        shardings.end());
    return shardings;
}

struct KernelChoice {
    LookupKernel kernel;
    double cachingRatio;
};

std::vector<KernelChoice> kernelsFor(TableSharding sharding, const core::TableConstraint& constraint,
                                     const EmbeddingCluster& cluster, const OptionSettings& settings)
{
    std::vector<KernelChoice> kernels;
    if (sharding == TableSharding::DataParallel) {
        if (allowed(constraint.kernels, LookupKernel::Dense))
            kernels.push_back({LookupKernel::Dense, 0});
        return kernels;
    }
    if (allowed(constraint.kernels, LookupKernel::Fused))
        kernels.push_back({LookupKernel::Fused, 0});
    if (cluster.hostCapacity.value() > 0 && cluster.hostBandwidth.value() > 0) {
        for (const double ratio : settings.cachingRatios)
            if (allowed(constraint.kernels, LookupKernel::FusedUvmCaching))
                kernels.push_back({LookupKernel::FusedUvmCaching, ratio});
        if (allowed(constraint.kernels, LookupKernel::FusedUvm))
            kernels.push_back({LookupKernel::FusedUvm, 0});
    }
    if (cluster.nvmeCapacity.value() > 0 && cluster.nvmeBandwidth.value() > 0) {
        for (const double ratio : settings.cachingRatios)
            if (allowed(constraint.kernels, LookupKernel::KeyValue))
                kernels.push_back({LookupKernel::KeyValue, ratio});
    }
    return kernels;
}

std::optional<TableOption> optionOf(ShardQuery query, std::int64_t width, core::Bytes reserved,
                                    const ShardCostModel& model)
{
    const EmbeddingCluster& cluster = query.cluster;
    const auto shards = core::shardTable(query.sharding, query.table.rows, query.table.dim, cluster.devices,
                                         cluster.devicesPerNode, width);
    query.shard = shards.front(); // the largest of its kind: later ones are cut short by rounding
    TableOption option;
    option.sharding = query.sharding;
    option.kernel = query.kernel;
    option.cachingRatio = query.cachingRatio;
    option.columnWidth = width;
    option.spread = spreadOf(query.sharding);
    option.groups = splitsColumns(query.sharding) ? (query.table.dim + width - 1) / width : 1;
    option.shard = model.cost(query);
    option.deviceBytes = shardBytes(query, Tier::Device);
    option.hostBytes = shardBytes(query, Tier::Host);
    option.nvmeBytes = shardBytes(query, Tier::Nvme);
    if (option.deviceBytes > reserved || option.hostBytes > cluster.hostCapacity ||
        option.nvmeBytes > cluster.nvmeCapacity)
        return std::nullopt;
    const double held = static_cast<double>(shards.size());
    option.work = option.shard.total().value() * held;
    option.deviceTotal = option.deviceBytes.value() * held;
    option.hostTotal = option.hostBytes.value() * held;
    option.nvmeTotal = option.nvmeBytes.value() * held;
    return option;
}

} // namespace

std::vector<TableOption> tableOptions(const core::EmbeddingTable& table,
                                      const core::TableConstraint& constraint,
                                      const EmbeddingCluster& cluster, core::Bytes reserved,
                                      const ShardCostModel& model, const OptionSettings& settings)
{
    std::vector<TableOption> options;
    for (const TableSharding sharding : shardingsFor(constraint, cluster)) {
        for (const std::int64_t width : columnWidths(table, sharding, settings)) {
            for (const KernelChoice& kernel : kernelsFor(sharding, constraint, cluster, settings)) {
                const ShardQuery query{table,          sharding, kernel.kernel, kernel.cachingRatio, {},
                                       settings.batch, cluster,  settings.wire, settings.hotRows};
                if (auto option = optionOf(query, width, reserved, model))
                    options.push_back(*option);
            }
        }
    }
    return options;
}

} // namespace shardscope::planner
