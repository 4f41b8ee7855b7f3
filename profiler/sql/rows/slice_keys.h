// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers among a slice's arguments that tie rows together: its stream, the correlation of a call and the
// work it launched, and the external id of an operation and what it launched. Read from the files in one pass
// when first asked for, as analyses read them.
#pragma once

#include "profiler/analyze/input/input.h"
#include "profiler/sql/rows/row_order.h"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace shardscope::profiler::sql {

/// Used by one statement at a time.
class SliceKeys {
public:
    SliceKeys(const RunRows& rows, const AnalysisInput& input)
        : m_rows(rows)
        , m_input(input)
    {
    }
    /// IntegerColumn::kMissing where \p row has none, or the statement was stopped.
    [[nodiscard]] std::int64_t value(ArgKey key, std::uint32_t row, const core::Task& task);
    /// All slices that have a \p key, by it; null: stopped.
    [[nodiscard]] std::shared_ptr<const RowList> by(ArgKey key, const core::Task& task);
    /// Where in by(key) the slices of \p value lie, by row. After by(key).
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> placesOf(ArgKey key, std::int64_t value) const;

private:
    struct Key {
        const IntegerColumn* column = nullptr; ///< null before the first that asks
        std::shared_ptr<const RowList> rows;   ///< by it; null before
        std::int64_t least = 0;                ///< of all values, and
        std::vector<std::uint32_t> starts; ///< where the rows of each from it on begin; empty: too far apart
    };
    [[nodiscard]] const IntegerColumn* column(ArgKey key, const core::Task& task);
    static void sort(Key& key, RowList rows);

    const RunRows& m_rows;
    const AnalysisInput& m_input;
    std::array<Key, kArgKeys> m_known;
};

} // namespace shardscope::profiler::sql
