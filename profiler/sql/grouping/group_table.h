// SPDX-License-Identifier: GPL-3.0-or-later
// Counts and sums of slices by columns: a row for each set of values of those key columns that a statement
// reads, whichever they are, and for each value of the argument that they are joined with. Only statements
// made by grouped_statement.h know what to make of that: the table is not listed.
#pragma once

#include "profiler/sql/arguments/arg_index.h"
#include "profiler/sql/arguments/arg_reader.h"
#include "profiler/sql/rows/slice_keys.h"
#include "profiler/sql/sqlite/virtual_table.h"

#include <array>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace shardscope::profiler::sql {

struct GroupedStatement;

/// The slice columns that are summed.
enum GroupNumber : int { kGroupId, kGroupTs, kGroupDur, kGroupNumbers };

/// Columns of the group table: keys, called as the slice table's, then the count, then sum, least and most of
/// each number.
enum GroupColumn : int {
    kGroupName,
    kGroupNameId,
    kGroupCategory,
    kGroupOp,
    kGroupRank,
    kGroupTrack,
    kGroupDepth,
    kGroupInstant,
    kGroupStream,
    // Of the argument that the statement joins: columns of args. The last of all keys.
    kGroupValue,
    kGroupValueType,
    kGroupInteger,
    kGroupString,
    kGroupReal,
    kGroupKeys,
    kGroupCount = kGroupKeys,
    kGroupFirstNumber,
};

inline constexpr unsigned kGroupArgumentKeys = (1U << kGroupKeys) - (1U << kGroupValue);

inline constexpr const char* kGroupTable = "slice in groups";

/// Slices that have the keys in common; by one slice of each, which tells the keys.
struct SliceGroups {
    struct Number {
        std::int64_t sum = 0; ///< modulo 2^64: see magnitude
        std::int64_t least = 0;
        std::int64_t most = 0;
    };
    struct Group {
        std::uint32_t row = 0;
        std::int64_t count = 0;
        std::array<Number, kGroupNumbers> numbers;
    };
    unsigned keys = 0;    ///< as bits
    std::string argument; ///< the joined one; of slices that have it. "": none is
    std::vector<Group> groups;
    std::vector<ArgValue> values;                  ///< of it, of each group; empty: none is joined
    std::array<double, kGroupNumbers> magnitude{}; ///< sum of all absolute values
    bool tooMany = false;                          ///< no groups were made: SQLite is as fast
};

class GroupTable final : public VirtualTable {
public:
    /// All outlive the table; \p task: of the statement that runs.
    GroupTable(const RunRows& rows, SliceKeys& sliceKeys, ArgIndex& arguments, const core::Task& task)
        : VirtualTable(kGroupTable)
        , m_rows(rows)
        , m_sliceKeys(sliceKeys)
        , m_arguments(arguments)
        , m_task(task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] Estimate estimate(const Plan& plan) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override;
    [[nodiscard]] bool canOrder(const Plan& /*plan*/) const override { return false; }
    [[nodiscard]] bool heedsUse() const override { return true; }

    /// Slices grouped by \p keys, and joined with the argument of the statement that answers took last; the
    /// last few kept. Null: stopped.
    [[nodiscard]] std::shared_ptr<const SliceGroups> groups(unsigned keys);
    /// Whether \p statement is worth asking, and its sums are SQLite's to the last bit: whole numbers that
    /// cannot overflow, and reals that hold every sum on the way exactly, in whatever order. False also where
    /// the statement was stopped.
    [[nodiscard]] bool answers(const GroupedStatement& statement);
    /// The value of \p key of the group \p at.
    void tellKey(int key, const SliceGroups& groups, std::size_t at, Answer answer);

private:
    [[nodiscard]] std::shared_ptr<const SliceGroups> make(unsigned keys);
    [[nodiscard]] bool joinArgument(SliceGroups& made);

    const RunRows& m_rows;
    SliceKeys& m_sliceKeys;
    ArgIndex& m_arguments;
    const core::Task& m_task;
    std::string m_argument;                               ///< of the statement that is answered
    std::list<std::shared_ptr<const SliceGroups>> m_kept; ///< the last used in front
    std::uint32_t m_laneHint = 0;
};

} // namespace shardscope::profiler::sql
