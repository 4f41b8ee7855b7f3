// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/planted/plain_database.h"

#include <sqlite3.h>
#include <stdexcept>

namespace shardscope::tests::planted {

std::string value(std::int64_t number) { return std::to_string(number); }

std::string value(std::string_view text)
{
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("''") : std::string(1, c);
    return out + "'";
}

PlainDatabase::PlainDatabase(const std::filesystem::path& file)
{
    if (sqlite3_open(file.c_str(), &m_database) != SQLITE_OK)
        throw std::runtime_error("cannot write " + file.string());
    run("BEGIN");
}

PlainDatabase::~PlainDatabase()
{
    sqlite3_exec(m_database, "COMMIT", nullptr, nullptr, nullptr);
    sqlite3_close(m_database);
}

void PlainDatabase::table(const std::string& name, const std::string& columns)
{
    run("CREATE TABLE " + name + "(" + columns + ")");
}

void PlainDatabase::row(const std::string& table, std::initializer_list<std::string> values)
{
    std::string statement = "INSERT INTO " + table + " VALUES (";
    for (const std::string& one : values)
        statement += (statement.back() == '(' ? "" : ", ") + one;
    run(statement + ")");
}

void PlainDatabase::run(const std::string& statement)
{
    if (sqlite3_exec(m_database, statement.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        throw std::runtime_error(statement + ": " + sqlite3_errmsg(m_database));
}

} // namespace shardscope::tests::planted
