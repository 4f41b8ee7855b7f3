// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table.h"

#include "core/base/mapped.h"
#include "core/io/escape.h"
#include "core/io/output_file.h"
#include "core/report/report.h"
#include "core/report/table_file.h"
#include "core/report/table_text.h"
#include "core/units/plain_number.h"
#include "core/units/text.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace shardscope::core {
namespace {

/// An unknown cell is an empty field, an empty text an empty pair of quotes.
struct CsvCell {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(const std::string& text) const { return csvField(text); }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const
    {
        return std::isfinite(value) ? shortestText(value) : std::string{};
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

struct DocumentCell {
    Value operator()(std::monostate) const { return {}; }
    Value operator()(const std::string& text) const { return Value::ofText(text); }
    Value operator()(std::int64_t value) const { return Value::ofInteger(value); }
    Value operator()(double value) const { return Value::ofReal(value); }
    Value operator()(bool value) const { return Value::ofFlag(value); }
};

/// A row as it is written: a number among texts with its unit.
std::vector<Cell> writtenRow(const Table& table, std::size_t row)
{
    std::vector<Cell> cells = table.rows[row];
    for (std::size_t column = 0; column < cells.size() && !table.notes.empty(); ++column) {
        const auto& dimension = table.note(row, column).dimension;
        if (const auto* whole = std::get_if<std::int64_t>(&cells[column]); dimension && whole)
            cells[column] = std::to_string(*whole);
        else if (const auto* real = std::get_if<double>(&cells[column]); dimension && real)
            cells[column] = quantityText(*real, *dimension, {}).joined();
    }
    return cells;
}

/// Names from traces may be any bytes: what is not UTF-8 becomes the replacement character.
std::string dumped(const nlohmann::ordered_json& json)
{
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::vector<std::string> keysOf(const Table& table)
{
    return mapped<std::string>(table.columns, &Column::key);
}

} // namespace

std::optional<std::size_t> Table::columnIndex(std::string_view columnKey) const
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].key == columnKey)
            return i;
    }
    return std::nullopt;
}

const CellNote& Table::note(std::size_t row, std::size_t column) const
{
    static const CellNote none;
    const auto found = notes.find({row, column});
    return found == notes.end() ? none : found->second;
}

void Table::explainLast(const std::string& path)
{
    for (std::size_t column = 0; column < columns.size(); ++column)
        noteLast(column).path = path;
}

const Table* Report::table(std::string_view tableKey) const
{
    for (const Table& table : tables) {
        if (table.key == tableKey)
            return &table;
    }
    return nullptr;
}

std::string csvHeader(std::span<const std::string> keys)
{
    std::string out;
    for (std::size_t i = 0; i < keys.size(); ++i)
        out += csvField(keys[i]) + (i + 1 < keys.size() ? "," : "\r\n");
    return out;
}

void appendCsvRow(std::span<const Cell> row, std::string& out)
{
    for (std::size_t i = 0; i < row.size(); ++i) {
        out += std::visit(CsvCell{}, row[i]);
        out += i + 1 < row.size() ? "," : "\r\n";
    }
}

std::string toCsv(const Table& table)
{
    std::string out = csvHeader(keysOf(table));
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        appendCsvRow(writtenRow(table, row), out);
    return out;
}

Result<Done> writeCsv(const Table& table, const std::filesystem::path& file, const Task& task)
{
    constexpr std::size_t kPiece = 4096; // rows: a few milliseconds
    SHARDSCOPE_TRY(OutputFile out, OutputFile::create(file));
    std::string text = csvHeader(keysOf(table));
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (row % kPiece == 0) {
            SHARDSCOPE_TRY_DONE(task.checkCancelled());
            task.report("write", static_cast<double>(row) / static_cast<double>(table.rows.size()));
            if (!out.write(text))
                break;
            text.clear();
        }
        appendCsvRow(writtenRow(table, row), text);
    }
    out.write(text);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    return out.commit();
}

std::string jsonTableHead(const std::string& key, std::span<const std::string> keys)
{
    return "{\"name\":" + dumped(key) + ",\"columns\":" +
           dumped(nlohmann::ordered_json(std::vector<std::string>(keys.begin(), keys.end()))) + ",\"rows\":[";
}

void appendJsonRow(std::span<const Cell> row, std::string& out)
{
    nlohmann::ordered_json cells = nlohmann::ordered_json::array();
    for (const Cell& cell : row)
        cells.push_back(std::visit(JsonCell{}, cell));
    out += dumped(cells);
}

Value tableDocument(const Table& table)
{
    std::vector<Value> columns;
    for (const Column& column : table.columns)
        columns.push_back(Value::ofText(column.key));
    std::vector<Value> rows;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        std::vector<Value> cells;
        for (const Cell& cell : writtenRow(table, row))
            cells.push_back(std::visit(DocumentCell{}, cell));
        rows.push_back(Value::ofItems(std::move(cells)));
    }
    return Value::ofMembers({{"name", Value::ofText(table.key)},
                             {"columns", Value::ofItems(std::move(columns))},
                             {"rows", Value::ofItems(std::move(rows))}});
}

std::string jsonTableEnd() { return "]}"; }

std::string toJson(const Table& table)
{
    std::string out = jsonTableHead(table.key, keysOf(table));
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        out += i > 0 ? "," : "";
        appendJsonRow(writtenRow(table, i), out);
    }
    return out + jsonTableEnd();
}

} // namespace shardscope::core
