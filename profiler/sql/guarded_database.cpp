// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/guarded_database.h"

#include "core/base/mapped.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "profiler/sql/sql_session.h"
#include "profiler/sql/sqlite/sql_value.h"

#include <limits>
#include <optional>
#include <vector>

#include <sqlite3.h>

namespace shardscope::profiler::sql {

using core::Error;
using core::ErrorCode;

namespace {

constexpr int kStepsBetweenChecks = 10'000;
constexpr int kLongestValue = 64 << 20;    // bytes
constexpr int kLongestStatement = 1 << 20; // bytes
constexpr int kDeepestExpression = 200;    // the parser recurses

int stopped(void* task) { return static_cast<const core::Task*>(task)->cancelled() ? 1 : 0; }

/// The temporary database holds the session's views and SQLite's own list of them, and a statement can change
/// the rows of neither ("may not be modified"): what asks is SQLite, making or dropping a view.
bool isTemporary(const char* database)
{
    return database != nullptr && sqlite3_stricmp(database, "temp") == 0;
}

/// Statements read, and give what they read a name for the session; nothing else. What functions there are
/// touch no file.
int authorise(void* /*context*/, int action, const char* /*first*/, const char* second, const char* database,
              const char* /*view*/)
{
    switch (action) {
    case SQLITE_CREATE_TEMP_VIEW:
    case SQLITE_DROP_TEMP_VIEW: return SQLITE_OK;
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE: return isTemporary(database) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION:
        return second != nullptr && sqlite3_stricmp(second, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    default: return SQLITE_DENY;
    }
}

} // namespace

void harden(sqlite3* database, core::Task& task)
{
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, kLongestValue);
    sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, kLongestStatement);
    sqlite3_limit(database, SQLITE_LIMIT_EXPR_DEPTH, kDeepestExpression);
    sqlite3_limit(database, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, kLongestPattern);
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(database, SQLITE_LIMIT_WORKER_THREADS, 0);
    sqlite3_set_authorizer(database, authorise, nullptr);
    sqlite3_progress_handler(database, kStepsBetweenChecks, stopped, &task);
}

namespace {

/// The word behind "no such table: " and the like.
std::optional<std::string> wordBehind(const std::string& message, const std::string& start)
{
    if (message.compare(0, start.size(), start) != 0)
        return std::nullopt;
    return message.substr(start.size());
}

std::vector<std::string> tableNames() { return core::mapped<std::string>(sqlTables(), &SqlTable::name); }

/// What a statement may have meant by \p word, which names no column there: the table that has a column of
/// that very name, or else the name most like it. Empty where that would be \p word once more.
std::string meantColumn(const std::string& word)
{
    const std::string last = word.substr(word.rfind('.') + 1);
    std::vector<std::string> names;
    for (const SqlTable& table : sqlTables()) {
        for (const SqlColumn& column : table.columns) {
            if (sqlite3_stricmp(column.name.c_str(), last.c_str()) == 0) {
                std::string whole = table.name + "." + column.name;
                return sqlite3_stricmp(whole.c_str(), word.c_str()) == 0 ? std::string() : whole;
            }
            names.push_back(column.name);
        }
    }
    return core::nearestName(last, names);
}

} // namespace

Error failureOf(sqlite3* database, int code, std::size_t begin)
{
    const std::string message = sqlite3_errmsg(database);
    Error error{ErrorCode::SyntaxError, {message, "SQL"}};
    if (const int offset = sqlite3_error_offset(database); offset >= 0)
        error.place.byteOffset = begin + static_cast<std::uint64_t>(offset);
    error.place.file = "SQL";
    if (code == SQLITE_INTERRUPT) {
        error = {ErrorCode::Cancelled};
    } else if (code == SQLITE_AUTH) {
        error.code = ErrorCode::NotSupported;
        error.args = {
            core::phrase(W_("this statement")),
            core::phrase(W_("a run is only read: SELECT, WITH, VALUES, EXPLAIN, CREATE TEMP VIEW"))};
    } else if (auto table = wordBehind(message, "no such table: ")) {
        error.code = ErrorCode::UnknownName;
        error.args = {*table, core::nearestName(*table, tableNames()), core::phrase(W_("table"))};
    } else if (auto column = wordBehind(message, "no such column: ")) {
        error.code = ErrorCode::UnknownName;
        error.args = {*column, meantColumn(*column), core::phrase(W_("column"))};
    } else if (message == "integer overflow") {
        error.code = ErrorCode::OutOfRange;
        error.args = {core::phrase(W_("a whole number of the answer")),
                      std::to_string(std::numeric_limits<std::int64_t>::min()),
                      std::to_string(std::numeric_limits<std::int64_t>::max())};
    } else if (code != SQLITE_ERROR) {
        error.code = ErrorCode::NotSupported;
        error.args = {core::phrase(W_("this statement")), message};
    }
    return error;
}

namespace {

/// Whether nothing but blanks, comments and semicolons is left of the text.
bool isBlank(sqlite3* database, const char* rest)
{
    Statement more;
    return sqlite3_prepare_v2(database, rest, -1, &more.handle, nullptr) == SQLITE_OK &&
           more.handle == nullptr;
}

} // namespace

core::Result<core::Done> prepareNext(sqlite3* database, const std::string& sql, std::size_t& begin,
                                     Statement& statement)
{
    if (const std::size_t nul = sql.find('\0'); nul != std::string::npos)
        return Error{
            ErrorCode::SyntaxError, {core::phrase(W_("a NUL character")), "SQL"}, {"SQL", {}, {}, nul}};
    const auto wrong = [&](const char* what) {
        return Error{ErrorCode::SyntaxError, {core::phrase(what), "SQL"}, {"SQL", {}, {}, begin}};
    };
    const char* rest = nullptr;
    const int code = sqlite3_prepare_v2(database, sql.c_str() + begin,
                                        static_cast<int>(sql.size() - begin) + 1, &statement.handle, &rest);
    if (code != SQLITE_OK)
        return failureOf(database, code, begin);
    if (statement.handle == nullptr)
        return wrong(W_("no statement"));
    if (sqlite3_bind_parameter_count(statement.handle) > 0)
        return wrong(W_("a parameter without a value"));
    statement.begin = begin;
    statement.last = isBlank(database, rest);
    if (!statement.last && sqlite3_column_count(statement.handle) > 0)
        return wrong(W_("rows of a statement that is not the last"));
    begin = static_cast<std::size_t>(rest - sql.c_str());
    return core::Done{};
}

Statement::~Statement() { sqlite3_finalize(handle); }

} // namespace shardscope::profiler::sql
