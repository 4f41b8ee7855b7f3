// SPDX-License-Identifier: GPL-3.0-or-later
// Counts and sums of a table's rows by columns: a row for each set of values of those key columns that a
// statement reads, whichever they are. Only statements made by grouped_statement.h know what to make of that:
// such tables are not listed.
#pragma once

#include "profiler/sql/arguments/arg_reader.h"
#include "profiler/sql/grouping/splitter.h"
#include "profiler/sql/sqlite/virtual_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace shardscope::profiler::sql {

struct GroupedStatement;

/// The columns that are summed.
enum GroupNumber : int { kGroupId, kGroupTs, kGroupDur, kGroupNumbers };

/// Rows that have the keys in common; by one row of each, which tells the keys.
struct SliceGroups {
    struct Number {
        std::int64_t sum = 0; ///< modulo 2^64: see magnitude
        std::int64_t least = 0;
        std::int64_t most = 0;

        void add(std::int64_t value, bool first)
        {
            sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) +
                                            static_cast<std::uint64_t>(value));
            least = first ? value : std::min(least, value);
            most = first ? value : std::max(most, value);
        }
    };
    struct Group {
        std::uint32_t row = 0;
        std::int64_t count = 0;
        std::array<Number, kGroupNumbers> numbers;
    };
    unsigned keys = 0;    ///< as bits
    std::string argument; ///< the joined one; of rows that have it. "": none is
    std::vector<Group> groups;
    std::vector<ArgValue> values;                  ///< of it, of each group; empty: none is joined
    std::array<double, kGroupNumbers> magnitude{}; ///< sum of all absolute values
    bool tooMany = false;                          ///< no groups were made: SQLite is as fast
};

/// Columns: keys, called as in the table that is grouped, then the count, then sum, least and most of each
/// number.
class GroupTable : public VirtualTable {
public:
    [[nodiscard]] Estimate estimate(const Plan& plan) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override;
    [[nodiscard]] bool canOrder(const Plan& /*plan*/) const override { return false; }
    [[nodiscard]] bool heedsUse() const override { return true; }
    /// How many of its columns are keys.
    [[nodiscard]] int keyCount() const { return static_cast<int>(columns().size()) - kNumberColumns; }

    /// Rows grouped by \p keys, and joined with the argument of the statement that answers took last; the
    /// last few kept. Null: stopped.
    [[nodiscard]] std::shared_ptr<const SliceGroups> groups(unsigned keys);
    /// Whether \p statement is worth asking, and its sums are SQLite's to the last bit: whole numbers that
    /// cannot overflow, and reals that hold every sum on the way exactly, in whatever order. False also where
    /// the statement was stopped.
    [[nodiscard]] bool answers(const GroupedStatement& statement);
    /// The value of \p key of the group \p at.
    virtual void tellKey(int key, const SliceGroups& groups, std::size_t at, Answer answer) = 0;

protected:
    static constexpr int kNumberColumns = 1 + 3 * kGroupNumbers;
    /// \p task: of the statement that runs. \p splitKeys: those that rows are told apart by.
    GroupTable(const char* name, std::span<const ColumnSpec> columns, unsigned splitKeys,
               const core::Task& task)
        : VirtualTable(name, columns)
        , m_splitKeys(splitKeys)
        , m_task(task)
    {
    }
    /// Null: stopped.
    [[nodiscard]] virtual std::shared_ptr<SliceGroups> make(unsigned keys) = 0;
    /// Whether the argument is soon to be had.
    [[nodiscard]] virtual bool knowsArgument() const { return false; }
    /// Appends the columns behind the keys.
    static void addNumberColumns(std::vector<ColumnSpec>& columns);
    /// Sums \p rows of \p rowCount by groups; valuesOf(row) gives an array of the numbers. False: stopped.
    template <class ValuesOf>
    [[nodiscard]] bool sum(std::uint32_t rowCount, const Splitter& rows, ValuesOf valuesOf,
                           SliceGroups& made) const;
    /// A row of groups costs SQLite more than one of those that come in order: forgets groups that are too
    /// many.
    static void leaveFew(std::uint32_t rowCount, SliceGroups& made);

    const core::Task& task() const { return m_task; }
    const std::string& argument() const { return m_argument; }

private:
    unsigned m_splitKeys;
    const core::Task& m_task;
    std::string m_argument;                               ///< of the statement that is answered; "": none
    std::list<std::shared_ptr<const SliceGroups>> m_kept; ///< the last used in front
};

template <class ValuesOf>
bool GroupTable::sum(std::uint32_t rowCount, const Splitter& rows, ValuesOf valuesOf, SliceGroups& made) const
{
    made.groups.resize(rows.count());
    for (std::uint32_t row = 0; row < rowCount; ++row) {
        SliceGroups::Group& group = made.groups[rows.of(row)];
        const bool first = group.count++ == 0;
        if (first)
            group.row = row;
        const std::array<std::int64_t, kGroupNumbers> values = valuesOf(row);
        for (std::size_t number = 0; number < values.size(); ++number) {
            group.numbers[number].add(values[number], first);
            made.magnitude[number] += std::abs(static_cast<double>(values[number]));
        }
        if (row % kGroupRowsBetweenChecks == 0 && m_task.cancelled())
            return false;
    }
    return true;
}

} // namespace shardscope::profiler::sql
