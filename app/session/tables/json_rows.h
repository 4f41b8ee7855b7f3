// SPDX-License-Identifier: GPL-3.0-or-later
// Documents as every verb prints them, and tables within them. Json: nlohmann::ordered_json, which headers do
// not name.
#pragma once

#include "core/report/table.h"

#include <string>
#include <type_traits>

namespace shardscope::app {

template <class Json>
std::string documentText(const Json& json)
{
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The rows of \p table as objects: the columns' keys with the cells' values.
template <class Json>
Json rowsJson(const core::Table& table)
{
    Json rows = Json::array();
    for (const auto& row : table.rows) {
        Json& entry = rows.emplace_back(Json::object());
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            std::visit(
                [&](const auto& value) {
                    Json& cell = entry[table.columns[column].key];
                    if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                        cell = value;
                },
                row[column]);
    }
    return rows;
}

} // namespace shardscope::app
