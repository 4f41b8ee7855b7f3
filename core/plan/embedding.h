// SPDX-License-Identifier: GPL-3.0-or-later
// The embedding axis of a plan: how one table is cut into shards, and which kernel and memory tier serves it.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// How a table is divided over devices (TorchRec's names; ZionEX's "4D parallelism" is the first four).
enum class TableSharding {
    DataParallel,
    TableWise,
    ColumnWise,
    RowWise,
    TableRowWise,
    TableColumnWise,
    Grid
};
constexpr auto enumNames(TableSharding)
{
    return namesUpTo<TableSharding::Grid>("data_parallel", "table_wise", "column_wise", "row_wise",
                                          "table_row_wise", "table_column_wise", "grid_shard");
}
inline constexpr int kTableShardings = 7;

/// Which operator looks rows up, and from where: HBM (dense, fused), host memory through unified virtual
/// memory (uvm), host memory behind a software cache in HBM (uvm_caching), or an SSD behind one (key_value).
enum class LookupKernel {
    Dense,
    Fused,
    FusedUvm,
    FusedUvmCaching,
    Quant,
    QuantUvm,
    QuantUvmCaching,
    KeyValue
};
constexpr auto enumNames(LookupKernel)
{
    return namesUpTo<LookupKernel::KeyValue>("dense", "fused", "fused_uvm", "fused_uvm_caching", "quant",
                                             "quant_uvm", "quant_uvm_caching", "key_value");
}

/// Whether rows live in host memory or on an SSD, with a part of them cached in HBM.
[[nodiscard]] bool isCached(LookupKernel kernel);
/// Where the whole table lives.
[[nodiscard]] Tier tierOf(LookupKernel kernel);

/// What a user fixes for one table. Empty lists: everything is allowed.
struct TableConstraint {
    std::vector<TableSharding> shardings;
    std::vector<LookupKernel> kernels;
    std::optional<std::int64_t> device; ///< pinned: the one shard lies there
    friend bool operator==(const TableConstraint&, const TableConstraint&) = default;
};
/// Writes a constraint as plans do: names of shardings and kernels, and "device N", divided by spaces.
[[nodiscard]] std::string textOf(const TableConstraint& constraint);
/// Errors: MissingKey (nothing is said), UnknownValue with the nearest word, WrongType and OutOfRange (the
/// device).
[[nodiscard]] Result<TableConstraint> tableConstraintFromText(std::string_view text);

/// A rectangle of a table. rows is 0 for the trailing devices of a table with fewer rows than devices.
struct TableShard {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    friend bool operator==(const TableShard&, const TableShard&) = default;
};

/// The shards of a \p rows x \p columns table in device order. Rows are cut into ceil(rows / devices) blocks,
/// of which the last may be shorter and further ones empty; columns into blocks of \p columnWidth, of which
/// the last may be narrower. world: all devices; localWorld: those of one node. Source: TorchRec planner,
/// enumerators (BSD-3-Clause), as behaviour.
[[nodiscard]] std::vector<TableShard> shardTable(TableSharding sharding, std::int64_t rows,
                                                 std::int64_t columns, std::int64_t world,
                                                 std::int64_t localWorld, std::int64_t columnWidth);

/// The narrowest useful column shard (TorchRec: MIN_CW_DIM).
inline constexpr std::int64_t kDefaultColumnWidth = 128;

} // namespace shardscope::core
