// SPDX-License-Identifier: GPL-3.0-or-later
// One argument of many rows as a column: read in bulk once a statement asks for enough of them, and kept for
// the next ones. Exactly what ArgReader finds row by row: one key as the file writes it, no other names.
#pragma once

#include "core/base/task.h"
#include "profiler/sql/row_order.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler::sql {

/// What is known of one argument of one row.
struct ArgKnown {
    enum class Kind : std::uint8_t {
        Unread,  ///< ask ArgReader
        Missing, ///< the row has no such argument
        Integer,
        Other, ///< there is one: ArgReader has it
    };
    Kind kind = Kind::Unread;
    std::uint32_t integer = 0;
};

/// Used by one statement at a time.
class ArgIndex {
public:
    ArgIndex(const RunRows& rows, RowOrder& order)
        : m_rows(rows)
        , m_order(order)
    {
    }
    void beginStatement() { m_coming = 0; }
    /// A walk over \p rows rows of the slice table begins: the statement may ask for as many.
    void expect(std::uint64_t rows) { m_coming = std::max(m_coming, rows); }
    /// Rows of one category have like arguments and are asked for together: when a good part of them has
    /// been, or is about to be, all are read. Stopped by \p task: Unread.
    [[nodiscard]] ArgKnown look(std::uint32_t row, std::string_view key, const core::Task& task);
    /// Reads \p key of all rows. False: stopped.
    [[nodiscard]] bool readAll(std::string_view key, const core::Task& task);

private:
    struct Free {
        void operator()(std::uint32_t* cells) const { std::free(cells); }
    };
    struct Part {
        std::uint32_t asked = 0;
        bool read = false;
    };
    /// Rows of one category.
    struct PartRows {
        std::span<const std::uint32_t> rows;
        std::uint32_t withArguments;
    };
    struct Column {
        std::string key;
        std::uint32_t asked = 0;                    ///< before there were parts
        std::vector<Part> parts;                    ///< as m_parts; empty before
        std::unique_ptr<std::uint32_t, Free> cells; ///< value + 1; 0: missing; kOther; null before the first
    };
    static constexpr std::uint32_t kOther = 0xFFFFFFFFu;

    [[nodiscard]] Column& column(std::string_view key);
    [[nodiscard]] std::uint32_t partOf(std::uint32_t row) const;
    [[nodiscard]] bool makeParts(Column& column, const core::Task& task);
    [[nodiscard]] bool read(Column& column, const std::vector<std::uint32_t>& rows, const core::Task& task);
    [[nodiscard]] bool readPart(Column& column, std::uint32_t part, const core::Task& task);

    const RunRows& m_rows;
    RowOrder& m_order;
    std::uint64_t m_coming = 0;                  ///< rows that the statement walks over at most
    std::vector<std::uint32_t> m_partOfCategory; ///< by NameId + 1: those without one come first
    std::vector<PartRows> m_parts;               ///< into the order's groups, which stay
    std::list<Column> m_columns;                 ///< the last used in front
};

} // namespace shardscope::profiler::sql
