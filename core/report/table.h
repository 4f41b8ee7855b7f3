// SPDX-License-Identifier: GPL-3.0-or-later
// Every list in the product is a Table: typed columns, rows of cells, one export.
#pragma once

#include "core/units/quantity.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace shardscope::core {

enum class CellKind { Text, Integer, Real, Quantity, Nanoseconds, Fraction, Flag };

/// What kind of words the texts of a column are: core/report/words.h.
enum class Words : std::uint8_t;

/// A column: \c key is stable (CSV header, JSON name), \c title is English source text the front ends
/// translate.
struct Column {
    std::string key;
    std::string title;
    CellKind kind = CellKind::Text;
    Dimension dimension{}; ///< for CellKind::Quantity
    std::string help;      ///< what it means, one sentence
    Words words{};         ///< of CellKind::Text; names, if nothing else is said
};

/// monostate: unknown or not applicable, shown as a dash, null in JSON.
using Cell = std::variant<std::monostate, std::string, std::int64_t, double, bool>;

/// What a cell says beside its value.
struct CellNote {
    std::string path;                   ///< of the derivation behind it (--explain); empty: none is known
    std::optional<Dimension> dimension; ///< of a number in a column of texts: written with its unit
    std::optional<Words> words;         ///< where the text is of another kind than the column's
    std::string name{}; ///< English; what people call what the text is the key of; empty: the text
};

struct Table {
    std::string key;   ///< stable
    std::string title; ///< English source text
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;                             ///< each as long as columns
    std::map<std::pair<std::size_t, std::size_t>, CellNote> notes{}; ///< by row and column; few have one

    /// An empty one where the cell has none.
    [[nodiscard]] const CellNote& note(std::size_t row, std::size_t column) const;
    /// The note of a cell of the last row, to be filled in.
    [[nodiscard]] CellNote& noteLast(std::size_t column) { return notes[{rows.size() - 1, column}]; }
    /// Says which derivation is behind all cells of the last row.
    void explainLast(const std::string& path);
    [[nodiscard]] std::optional<std::size_t> columnIndex(std::string_view columnKey) const;
};

/// RFC 4180 CSV with a header of keys; numbers in base units with all their digits.
[[nodiscard]] std::string toCsv(const Table& table);
/// {"name", "columns": [keys], "rows": [[...]]} (contract, section 3).
[[nodiscard]] std::string toJson(const Table& table);

} // namespace shardscope::core
