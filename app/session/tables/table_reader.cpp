// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/tables/table_reader.h"

#include "app/session/tables/shown_cell.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <variant>

namespace shardscope::app {

template <class Value>
const Value* TableReader::at(std::size_t row, std::string_view key) const
{
    const auto column = m_table.columnIndex(key);
    return column && row < m_table.rows.size() ? std::get_if<Value>(&m_table.rows[row][*column]) : nullptr;
}

double TableReader::number(std::size_t row, std::string_view key) const
{
    if (const auto* whole = at<std::int64_t>(row, key))
        return static_cast<double>(*whole);
    const auto* real = at<double>(row, key);
    return real != nullptr ? *real : 0;
}

std::size_t TableReader::index(std::size_t row, std::string_view key) const
{
    constexpr double kMost = 1e6;
    const double value = number(row, key);
    return std::isnan(value) ? 0 : static_cast<std::size_t>(std::clamp(value, 0.0, kMost));
}

bool TableReader::flag(std::size_t row, std::string_view key) const
{
    const auto* value = at<bool>(row, key);
    return value != nullptr && *value;
}

std::string TableReader::text(std::size_t row, std::string_view key) const
{
    const auto* value = at<std::string>(row, key);
    return value != nullptr ? *value : std::string();
}

QString TableReader::words(std::size_t row, std::string_view key) const
{
    const auto column = m_table.columnIndex(key);
    return column ? shownWords(text(row, key), m_table.columns[*column].words) : QString();
}

} // namespace shardscope::app
