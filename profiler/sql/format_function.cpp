// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/format_function.h"

#include "core/base/ascii.h"
#include "profiler/sql/guarded_database.h"

#include <algorithm>
#include <map>
#include <new>
#include <span>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace shardscope::profiler::sql {

namespace {

/// The widest width or precision that \p format asks for, its stars read from \p arguments (those behind the
/// format). Syntax: sqlite.org/printf.html.
long long widest(std::string_view format, std::span<sqlite3_value*> arguments)
{
    long long most = 0;
    std::size_t argument = 0;
    const auto number = [&](std::size_t& at) {
        long long value = 0;
        if (at < format.size() && format[at] == '*') {
            ++at;
            if (argument < arguments.size())
                value = sqlite3_value_int64(arguments[argument++]);
        }
        for (; at < format.size() && core::isDigit(format[at]); ++at)
            value = std::min(value * 10 + (format[at] - '0'), kLongestConversion + 1);
        most = std::max({most, value, value < 0 ? -(value + 1) : 0}); // a negative width is one to the left
    };
    for (std::size_t at = format.find('%'); at < format.size(); at = format.find('%', at)) {
        at = format.find_first_not_of("-+ #!0,", at + 1);
        if (at >= format.size())
            break;
        number(at);
        if (at < format.size() && format[at] == '.')
            number(++at);
        while (at < format.size() && format[at] == 'l')
            ++at;
        if (at < format.size() && format[at] != '%')
            ++argument;
        ++at;
    }
    return most;
}

/// SQLite's own format(), reached through a database of its own: a function that was put over it cannot call
/// it.
class OwnFormat {
public:
    OwnFormat() { sqlite3_open_v2(":memory:", &m_database, kFlags, nullptr); }
    ~OwnFormat()
    {
        m_statements.clear();
        sqlite3_close_v2(m_database);
    }
    OwnFormat(const OwnFormat&) = delete;
    OwnFormat& operator=(const OwnFormat&) = delete;

    void call(sqlite3_context* context, std::span<sqlite3_value*> values)
    {
        sqlite3_stmt* const statement = statementOf(values.size());
        if (statement == nullptr)
            return sqlite3_result_error_nomem(context);
        for (std::size_t at = 0; at < values.size(); ++at)
            sqlite3_bind_value(statement, static_cast<int>(at) + 1, values[at]);
        if (sqlite3_step(statement) == SQLITE_ROW)
            sqlite3_result_value(context, sqlite3_column_value(statement, 0));
        else
            sqlite3_result_error_code(context, sqlite3_errcode(m_database));
        sqlite3_reset(statement);
        sqlite3_clear_bindings(statement);
    }

private:
    static constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;

    /// A statement that formats so many values, kept from row to row.
    sqlite3_stmt* statementOf(std::size_t count)
    {
        Statement& statement = m_statements[count];
        if (statement.handle == nullptr) {
            std::string text = "SELECT format(";
            for (std::size_t at = 0; at < count; ++at)
                text += at == 0 ? "?" : ",?";
            sqlite3_prepare_v2(m_database, (text + ")").c_str(), -1, &statement.handle, nullptr);
        }
        return statement.handle;
    }

    sqlite3* m_database = nullptr;
    std::map<std::size_t, Statement> m_statements; ///< by number of values
};

void format(sqlite3_context* context, int count, sqlite3_value** values)
{
    try {
        const std::span all(values, static_cast<std::size_t>(count));
        const auto* const text =
            all.empty() ? nullptr : reinterpret_cast<const char*>(sqlite3_value_text(all.front()));
        if (text == nullptr)
            return sqlite3_result_null(context);
        if (widest(text, all.subspan(1)) > kLongestConversion)
            return sqlite3_result_error_toobig(context);
        static_cast<OwnFormat*>(sqlite3_user_data(context))->call(context, all);
    } catch (const std::bad_alloc&) {
        sqlite3_result_error_nomem(context);
    }
}

} // namespace

bool registerFormatFunctions(sqlite3* database)
{
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    const auto put = [&](const char* name) {
        auto* const own = new (std::nothrow) OwnFormat; // SQLite frees what it was given, also where it fails
        return own != nullptr && sqlite3_create_function_v2(
                                     database, name, -1, kFlags, own, format, nullptr, nullptr,
                                     [](void* old) { delete static_cast<OwnFormat*>(old); }) == SQLITE_OK;
    };
    return put("format") && put("printf");
}

} // namespace shardscope::profiler::sql
