// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers among a slice's arguments that tie rows together: its stream, and the correlation of a call and
// the work it launched. Read from the files in one pass when first asked for, as analyses read them.
#pragma once

#include "profiler/analyze/input/input.h"
#include "profiler/sql/rows/row_order.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

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
    /// All slices that have a correlation, by it; null: stopped.
    [[nodiscard]] std::shared_ptr<const RowList> byCorrelation(const core::Task& task);
    /// Where in byCorrelation() the slices of \p correlation lie, by row. After byCorrelation().
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> placesOf(std::int64_t correlation) const;

private:
    [[nodiscard]] const IntegerColumn* column(ArgKey key, const core::Task& task);

    const RunRows& m_rows;
    const AnalysisInput& m_input;
    const IntegerColumn* m_stream = nullptr; ///< null before the first that asks
    const IntegerColumn* m_correlation = nullptr;
    std::shared_ptr<const RowList> m_byCorrelation;
};

} // namespace shardscope::profiler::sql
