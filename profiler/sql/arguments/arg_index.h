// SPDX-License-Identifier: GPL-3.0-or-later
// One argument of many rows as a column: read in bulk once a statement asks for enough of them, and kept for
// the next ones. Exactly what ArgReader finds row by row: one key as the file writes it, no other names.
#pragma once

#include "core/base/task.h"
#include "profiler/sql/arguments/arg_reading.h"
#include "profiler/sql/rows/row_order.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler::sql {

/// Used by one statement at a time.
class ArgIndex {
public:
    ArgIndex(const RunRows& rows, RowOrder& order)
        : m_rows(rows)
        , m_order(order)
    {
    }
    void beginStatement() { m_coming = 0; }
    /// Gives up what is still being read; what has been read stays.
    void endStatement();
    /// A walk over \p rows rows of the slice table begins: the statement may ask for as many.
    void expect(std::uint64_t rows) { m_coming = std::max(m_coming, rows); }
    /// Rows of one category have like arguments and are asked for together: when a good part of them has
    /// been, or is about to be, all are read, ahead of the one who asks. Stopped by \p task: Unread.
    [[nodiscard]] ArgKnown look(std::uint32_t row, std::string_view key, const core::Task& task);
    /// Begins to read \p key for all rows, which will be asked for it. False: stopped.
    [[nodiscard]] bool expectAll(std::string_view key, const core::Task& task);
    /// The values of all rows, read to the end where \p key was kept by the importer; null: it was not, or it
    /// was stopped. Until the next call of anything here.
    [[nodiscard]] const ArgCells* allKept(std::string_view key, const core::Task& task);

private:
    struct Part {
        std::uint32_t asked = 0;
        bool begun = false; ///< read, or being read
    };
    /// Rows of one category.
    struct PartRows {
        std::span<const std::uint32_t> rows;
        std::uint32_t withArguments;
    };
    struct Column {
        std::string key;
        std::uint32_t asked = 0;         ///< before there were parts
        std::vector<Part> parts;         ///< as m_parts; empty before
        std::unique_ptr<ArgCells> cells; ///< null before the first
    };

    [[nodiscard]] Column& column(std::string_view key);
    [[nodiscard]] std::uint32_t partOf(std::uint32_t row) const;
    [[nodiscard]] bool makeParts(Column& column, const core::Task& task);
    [[nodiscard]] ArgKnown unread(Column& column, std::uint32_t row, const core::Task& task);
    void begin(Column& column, std::span<const std::uint32_t> parts, const core::Task& task);
    void finish();

    const RunRows& m_rows;
    RowOrder& m_order;
    std::uint64_t m_coming = 0;                  ///< rows that the statement walks over at most
    std::vector<std::uint32_t> m_partOfCategory; ///< by NameId + 1: those without one come first
    std::vector<PartRows> m_parts;               ///< into the order's groups, which stay
    std::list<Column> m_columns;                 ///< the last used in front
    // The column that is being read, one at a time, and which of its parts.
    Column* m_readColumn = nullptr;
    std::vector<std::uint32_t> m_readParts;
    std::unique_ptr<ArgReading> m_reading; // last: writes into a column
};

} // namespace shardscope::profiler::sql
