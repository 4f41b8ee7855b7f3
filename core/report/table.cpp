// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table.h"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace shardscope::core {
namespace {

/// The shortest digits that read back to the same number.
template <class N>
std::string digits(N value)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

std::string quoted(const std::string& text)
{
    if (!text.empty() && text.find_first_of("\",\r\n") == std::string::npos && text.front() != ' ' &&
        text.back() != ' ')
        return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"')
            out += '"';
        out += c;
    }
    return out + '"';
}

/// An unknown cell is an empty field, an empty text an empty pair of quotes.
struct CsvCell {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(const std::string& text) const { return quoted(text); }
    std::string operator()(std::int64_t value) const { return digits(value); }
    std::string operator()(double value) const
    {
        return std::isfinite(value) ? digits(value) : std::string{};
    }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
};

struct JsonCell {
    nlohmann::ordered_json operator()(std::monostate) const { return nullptr; }
    template <class T>
    nlohmann::ordered_json operator()(const T& value) const
    {
        return value; // a number that is not finite is written as null
    }
};

} // namespace

std::optional<std::size_t> Table::columnIndex(std::string_view columnKey) const
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].key == columnKey)
            return i;
    }
    return std::nullopt;
}

std::string toCsv(const Table& table)
{
    std::string out;
    const auto endField = [&out](std::size_t index, std::size_t count) {
        out += index + 1 < count ? "," : "\r\n";
    };
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        out += quoted(table.columns[i].key);
        endField(i, table.columns.size());
    }
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            out += std::visit(CsvCell{}, row[i]);
            endField(i, row.size());
        }
    }
    return out;
}

std::string toJson(const Table& table)
{
    nlohmann::ordered_json columns = nlohmann::ordered_json::array();
    for (const Column& column : table.columns)
        columns.push_back(column.key);
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const auto& row : table.rows) {
        nlohmann::ordered_json cells = nlohmann::ordered_json::array();
        for (const Cell& cell : row)
            cells.push_back(std::visit(JsonCell{}, cell));
        rows.push_back(std::move(cells));
    }
    const nlohmann::ordered_json document{
        {"name", table.key}, {"columns", std::move(columns)}, {"rows", std::move(rows)}};
    // Names from traces may be any bytes: what is not UTF-8 becomes the replacement character.
    return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace shardscope::core
