// SPDX-License-Identifier: GPL-3.0-or-later
// Every list in the product is a Table: typed columns, rows of cells, one export.
#pragma once

#include "core/units/quantity.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace shardscope::core {

enum class CellKind { Text, Integer, Real, Quantity, Nanoseconds, Fraction, Flag };

/// A column: \c key is stable (CSV header, JSON name), \c title is English source text the front ends
/// translate.
struct Column {
    std::string key;
    std::string title;
    CellKind kind = CellKind::Text;
    Dimension dimension{}; ///< for CellKind::Quantity
    std::string help;      ///< what it means, one sentence
};

/// monostate: unknown or not applicable, shown as a dash, null in JSON.
using Cell = std::variant<std::monostate, std::string, std::int64_t, double, bool>;

struct Table {
    std::string key;   ///< stable
    std::string title; ///< English source text
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows; ///< each as long as columns

    [[nodiscard]] std::optional<std::size_t> columnIndex(std::string_view columnKey) const;
};

/// RFC 4180 CSV with a header of keys; numbers in base units with all their digits.
[[nodiscard]] std::string toCsv(const Table& table);
/// {"name", "columns": [keys], "rows": [[...]]} (contract, section 3).
[[nodiscard]] std::string toJson(const Table& table);

} // namespace shardscope::core
