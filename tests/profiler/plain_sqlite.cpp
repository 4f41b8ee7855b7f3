// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/plain_sqlite.h"

#include "profiler/sql/arguments/args_table.h"
#include "profiler/sql/tables/slice_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sqlite3.h>
#include <stdexcept>
#include <variant>

namespace shardscope::tests {
namespace {

using Statement = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;

Statement prepared(sqlite3* database, const std::string& sql)
{
    sqlite3_stmt* made = nullptr;
    sqlite3_prepare_v2(database, sql.c_str(), -1, &made, nullptr);
    return {made, sqlite3_finalize};
}

std::string realText(double value)
{
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

void bind(sqlite3_stmt* statement, int place, const core::Cell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        sqlite3_bind_int64(statement, place, *whole);
    else if (const auto* real = std::get_if<double>(&cell))
        sqlite3_bind_double(statement, place, *real);
    else if (const auto* text = std::get_if<std::string>(&cell))
        sqlite3_bind_text(statement, place, text->data(), static_cast<int>(text->size()), SQLITE_TRANSIENT);
    else
        sqlite3_bind_null(statement, place);
}

std::string shown(const core::Cell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return "whole " + std::to_string(*whole) + "|";
    if (const auto* real = std::get_if<double>(&cell))
        return "real " + realText(*real) + "|";
    const auto* text = std::get_if<std::string>(&cell);
    return text == nullptr ? std::string("null|") : "text " + *text + "|";
}

std::string shown(sqlite3_stmt* statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return "whole " + std::to_string(sqlite3_column_int64(statement, column)) + "|";
    case SQLITE_FLOAT: return "real " + realText(sqlite3_column_double(statement, column)) + "|";
    case SQLITE_NULL: return "null|";
    default: break;
    }
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    return "text " + std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column))) +
           "|";
}

} // namespace

std::vector<std::string> sortedRows(profiler::SqlSession& session, const std::string& sql)
{
    const auto answer = session.query(sql);
    if (!answer.ok())
        return {kNoAnswer};
    std::vector<std::string> rows;
    for (const auto& row : answer->table->rows) {
        std::string& line = rows.emplace_back();
        for (const core::Cell& cell : row)
            line += shown(cell);
    }
    std::ranges::sort(rows);
    return rows;
}

PlainSqlite::PlainSqlite(profiler::SqlSession& session)
{
    sqlite3* database = nullptr;
    sqlite3_open(":memory:", &database);
    m_database = {database, sqlite3_close};
    copy(session, "slice", profiler::sql::SliceTable::specs());
    copy(session, "args", profiler::sql::ArgsTable::specs());
    // SQLite could begin with either of two tables; by this index it walks the other one.
    sqlite3_exec(database, "CREATE INDEX of_set ON args(arg_set_id)", nullptr, nullptr, nullptr);
}

void PlainSqlite::copy(profiler::SqlSession& session, const std::string& table,
                       std::span<const profiler::sql::ColumnSpec> columns)
{
    static constexpr std::array kTypes{" INTEGER", " REAL", " TEXT", ""}; // by ColumnType
    std::string names;
    std::string types;
    std::string places;
    for (const profiler::sql::ColumnSpec& column : columns) {
        const std::string comma = names.empty() ? "" : ", ";
        names += comma + column.name;
        types += comma + column.name + kTypes[static_cast<std::size_t>(column.type)];
        places += comma + "?";
    }
    sqlite3_exec(m_database.get(), ("BEGIN; CREATE TABLE " + table + "(" + types + ")").c_str(), nullptr,
                 nullptr, nullptr);
    const Statement insert = prepared(m_database.get(), "INSERT INTO " + table + " VALUES (" + places + ")");
    const auto rows = session.query("SELECT " + names + " FROM " + table);
    for (const auto& row : rows.value().table->rows) {
        for (std::size_t column = 0; column < row.size(); ++column)
            bind(insert.get(), static_cast<int>(column) + 1, row[column]);
        if (sqlite3_step(insert.get()) != SQLITE_DONE)
            throw std::runtime_error(sqlite3_errmsg(m_database.get()));
        sqlite3_reset(insert.get());
    }
    sqlite3_exec(m_database.get(), "COMMIT", nullptr, nullptr, nullptr);
}

std::vector<std::string> PlainSqlite::sortedRows(const std::string& sql) const
{
    const Statement statement = prepared(m_database.get(), sql);
    std::vector<std::string> rows;
    int code = statement ? sqlite3_step(statement.get()) : SQLITE_ERROR;
    for (; code == SQLITE_ROW; code = sqlite3_step(statement.get())) {
        std::string& line = rows.emplace_back();
        for (int column = 0; column < sqlite3_column_count(statement.get()); ++column)
            line += shown(statement.get(), column);
    }
    if (code != SQLITE_DONE)
        return {kNoAnswer};
    std::ranges::sort(rows);
    return rows;
}

} // namespace shardscope::tests
