// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as aligned text for a terminal.
#pragma once

#include "core/report/table.h"
#include "core/units/text.h"

#include <QString>

#include <string>

namespace shardscope::app {

/// Header and rows, two blanks between columns, numbers to the right; quantities with their unit, counts with
/// thousands apart, a dash where nothing is known. \p rowLimit 0: all rows.
[[nodiscard]] std::string textTable(const core::Table& table, core::TextStyle style,
                                    std::size_t rowLimit = 0);
/// The same as a table of Markdown (of GitHub's kind): characters that mean something there are escaped.
[[nodiscard]] std::string markdownTable(const core::Table& table, core::TextStyle style);
/// One cell as textTable has it.
[[nodiscard]] QString cellText(const core::Table& table, std::size_t row, std::size_t column,
                               core::TextStyle style);
/// 1234567 -> "1,234,567"
[[nodiscard]] std::string grouped(std::int64_t value);
/// 12345.6 -> "12,346": at least \p digits significant digits, thousands apart.
[[nodiscard]] std::string significant(double value, int digits);
/// 0.1234 -> "12.3 %"
[[nodiscard]] std::string percent(double fraction);

} // namespace shardscope::app
