// SPDX-License-Identifier: GPL-3.0-or-later
// A table's cells by the keys of its columns, for what draws or tells them.
#pragma once

#include "core/report/table.h"

#include <QString>

#include <cstddef>
#include <string>
#include <string_view>

namespace shardscope::app {

/// Reads a table that outlives it. Columns and rows that are not there, and cells of another kind, read as 0,
/// false and "".
class TableReader {
public:
    explicit TableReader(const core::Table& table)
        : m_table(table)
    {
    }
    [[nodiscard]] std::size_t rows() const { return m_table.rows.size(); }
    /// The number in a cell, an integer or a real, in the column's unit.
    [[nodiscard]] double number(std::size_t row, std::string_view key) const;
    /// A number as an index: between 0 and a million, more than could be drawn.
    [[nodiscard]] std::size_t index(std::size_t row, std::string_view key) const;
    [[nodiscard]] bool flag(std::size_t row, std::string_view key) const;
    [[nodiscard]] std::string text(std::size_t row, std::string_view key) const;
    /// The same in the reader's language, as the column's kind of words has it.
    [[nodiscard]] QString words(std::size_t row, std::string_view key) const;

private:
    template <class Value>
    [[nodiscard]] const Value* at(std::size_t row, std::string_view key) const;

    const core::Table& m_table;
};

} // namespace shardscope::app
