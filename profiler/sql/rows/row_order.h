// SPDX-License-Identifier: GPL-3.0-or-later
// Rows in the order that a statement asks for, sorted by radix; orders of all rows are kept for the next
// statement.
#pragma once

#include "core/base/task.h"
#include "profiler/sql/rows/run_rows.h"

#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <vector>

namespace shardscope::profiler::sql {

/// Columns that rows can be ordered by. Text goes by its bytes, the unknown comes first.
enum class RowKey : std::uint8_t { Id, Ts, Dur, Track, Depth, Name, Category, Op, Rank, Instant };

struct OrderKey {
    RowKey key;
    bool descending = false;
    friend bool operator==(const OrderKey&, const OrderKey&) = default;
};

using RowList = std::vector<std::uint32_t>;

/// All rows grouped by a name: those of NameId n are rows[starts[n + 1], starts[n + 2]), those without one
/// come first.
struct RowGroups {
    std::shared_ptr<const RowList> rows;
    std::vector<std::uint32_t> starts;
    [[nodiscard]] std::span<const std::uint32_t> of(core::NameId name) const
    {
        return std::span(*rows).subspan(starts[name.index() + 1],
                                        starts[name.index() + 2] - starts[name.index() + 1]);
    }
};

class RowOrder {
public:
    explicit RowOrder(const RunRows& rows)
        : m_rows(rows)
    {
    }

    /// Sorts \p rows (ascending) by \p keys, ties by row. False: cancelled.
    [[nodiscard]] bool sort(RowList& rows, std::span<const OrderKey> keys, const core::Task& task) const;
    /// All rows so ordered; null: cancelled. The last few are kept, those by name or category alone always.
    [[nodiscard]] std::shared_ptr<const RowList> all(std::span<const OrderKey> keys, const core::Task& task);
    /// All rows by RowKey::Name or RowKey::Category; null: cancelled.
    [[nodiscard]] const RowGroups* groups(RowKey key, const core::Task& task);
    /// Whether rows by their number are in this order already.
    [[nodiscard]] bool natural(std::span<const OrderKey> keys) const;

private:
    struct Kept {
        std::vector<OrderKey> keys;
        std::shared_ptr<const RowList> rows;
    };
    const RunRows& m_rows;
    std::list<Kept> m_kept; ///< the last used in front
    RowGroups m_byName;
    RowGroups m_byCategory;
};

} // namespace shardscope::profiler::sql
