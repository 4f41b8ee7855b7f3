// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/sql_session.h"

#include "core/base/refusals.h"
#include "core/base/stopwatch.h"
#include "profiler/sql/answers/match_table.h"
#include "profiler/sql/arguments/arg_function.h"
#include "profiler/sql/format_function.h"
#include "profiler/sql/functions/statistics_functions.h"
#include "profiler/sql/grouping/grouped_statement.h"
#include "profiler/sql/grouping/joined_columns.h"
#include "profiler/sql/grouping/launch_groups.h"
#include "profiler/sql/grouping/slice_groups.h"
#include "profiler/sql/guarded_database.h"
#include "profiler/sql/run_tables.h"
#include "profiler/sql/tables/plain_tables.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include <sqlite3.h>

namespace shardscope::profiler {

using core::Error;
using core::ErrorCode;

struct SqlSession::Parts {
    explicit Parts(core::RunPtr run)
        : runs(std::make_unique<sql::RunTables>(std::move(run), task))
        , sliceGroups(runs->rows, runs->sliceKeys, runs->argIndex, task)
        , launchGroups(runs->launches, task)
    {
    }
    ~Parts() { sqlite3_close_v2(database); }
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;

    /// The rows of \p statement, one by one; \p text is the statement's.
    [[nodiscard]] core::Result<core::Done> answer(const sql::Statement& statement, std::string_view text,
                                                  SqlSink& sink);
    /// Makes \p other of \p text, ready with its first row, where a faster statement answers what \p text
    /// does; else it stays empty. The code of its first step.
    [[nodiscard]] int askOtherwise(std::string_view text, sql::Statement& other);
    /// Such a statement; empty: there is none.
    [[nodiscard]] std::string fasterStatement(std::string_view text);
    /// Whether a view of the session has the name of \p table.
    [[nodiscard]] bool isHidden(const std::string& table) const;
    /// Errors: those of SqlSession::query.
    [[nodiscard]] core::Result<core::Done> run(const std::string& text, SqlSink& sink);
    /// Errors: StorageFailure.
    [[nodiscard]] core::Result<core::Done> openDatabase();
    [[nodiscard]] core::Error failed() const
    {
        return {ErrorCode::StorageFailure, {sqlite3_errmsg(database)}};
    }

    std::mutex mutex;
    core::Task task;                       ///< of the statement that runs
    std::unique_ptr<sql::RunTables> runs;  ///< of the run; of two the first
    std::unique_ptr<sql::RunTables> other; ///< of two the second
    std::unique_ptr<sql::MatchTable> match;
    sql::SliceGroupTable sliceGroups; ///< what grouped statements are asked of instead
    sql::LaunchGroupTable launchGroups;
    sqlite3* database = nullptr;
};

namespace {

core::Cell cellOf(sqlite3_stmt* statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return std::int64_t{sqlite3_column_int64(statement, column)};
    case SQLITE_FLOAT: return sqlite3_column_double(statement, column);
    case SQLITE_NULL: return {};
    default: {
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
        return bytes == nullptr ? std::string() : std::string(bytes, size);
    }
    }
}

/// Keeps rows as a table and finds out the kinds of its columns.
class TableSink final : public SqlSink {
public:
    explicit TableSink(std::size_t rowLimit)
        : m_rowLimit(rowLimit)
    {
        m_table.key = "sql";
        m_table.title = "Rows";
    }
    void begin(const std::vector<std::string>& columns) override
    {
        for (const std::string& name : columns)
            m_table.columns.push_back({name, name, core::CellKind::Text, {}, {}});
        m_wide.assign(columns.size(), 0);
    }
    bool row(std::span<const core::Cell> cells) override
    {
        if (m_rowLimit != 0 && m_table.rows.size() == m_rowLimit) {
            m_complete = false;
            return false;
        }
        // Widest kind met: nothing, integers, reals, text.
        for (std::size_t at = 0; at < cells.size(); ++at)
            m_wide[at] = std::max(m_wide[at], std::holds_alternative<std::string>(cells[at])    ? 3
                                              : std::holds_alternative<double>(cells[at])       ? 2
                                              : std::holds_alternative<std::int64_t>(cells[at]) ? 1
                                                                                                : 0);
        m_table.rows.emplace_back(cells.begin(), cells.end());
        return true;
    }
    SqlAnswer take(double seconds)
    {
        for (std::size_t at = 0; at < m_wide.size(); ++at)
            m_table.columns[at].kind = m_wide[at] == 1   ? core::CellKind::Integer
                                       : m_wide[at] == 2 ? core::CellKind::Real
                                                         : core::CellKind::Text;
        return {std::make_shared<const core::Table>(std::move(m_table)), m_complete, seconds};
    }

private:
    std::size_t m_rowLimit;
    core::Table m_table;
    std::vector<int> m_wide;
    bool m_complete = true;
};

/// What holds while a statement runs, however it ends.
class Running {
public:
    explicit Running(std::vector<sql::RunTables*> runs)
        : m_runs(std::move(runs))
    {
        for (sql::RunTables* const run : m_runs)
            run->argIndex.beginStatement();
    }
    ~Running()
    {
        for (sql::RunTables* const run : m_runs)
            run->argIndex.endStatement();
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

private:
    std::vector<sql::RunTables*> m_runs;
};

/// Errors: OutOfRange.
core::Result<core::Done> hasRowNumbers(const core::Run& run)
{
    const std::uint64_t rows = run.timeline->sliceCount() + run.timeline->instants().size();
    if (rows >= sql::RunRows::kNoRow)
        return core::outOfRange(rows, "0", sql::RunRows::kNoRow - 1);
    return core::Done{};
}

} // namespace

std::string SqlSession::Parts::fasterStatement(std::string_view text)
{
    if (other) // such statements are of one run
        return {};
    const sql::ColumnJoins joins = sql::columnJoins(text);
    if (!joins.keys.empty())
        return !isHidden("slice") &&
                       std::ranges::all_of(joins.keys,
                                           [&](const std::string& key) {
                                               return sql::columnTellsArgument(runs->rows.run(), key, task);
                                           })
                   ? joins.sql
                   : std::string();
    const auto form = sql::groupedStatement(text);
    if (!form || isHidden(form->launches ? "launch" : "slice") ||
        (!form->argument.empty() && isHidden("args")))
        return {};
    sql::GroupTable& groups = form->launches ? static_cast<sql::GroupTable&>(launchGroups) : sliceGroups;
    return groups.answers(*form) ? form->sql : std::string();
}

int SqlSession::Parts::askOtherwise(std::string_view text, sql::Statement& other)
{
    const std::string faster = fasterStatement(text);
    if (faster.empty())
        return SQLITE_ERROR;
    sqlite3_prepare_v2(database, faster.c_str(), -1, &other.handle, nullptr);
    return other.handle == nullptr ? SQLITE_ERROR : sqlite3_step(other.handle);
}

bool SqlSession::Parts::isHidden(const std::string& table) const
{
    sql::Statement views;
    const std::string text = "SELECT 1 FROM sqlite_temp_master WHERE name = '" + table + "' COLLATE NOCASE";
    sqlite3_prepare_v2(database, text.c_str(), -1, &views.handle, nullptr);
    return views.handle == nullptr || sqlite3_step(views.handle) != SQLITE_DONE;
}

core::Result<core::Done> SqlSession::Parts::answer(const sql::Statement& statement, std::string_view text,
                                                   SqlSink& sink)
{
    std::vector<std::string> titles;
    for (int column = 0; column < sqlite3_column_count(statement.handle); ++column) {
        const char* const name = sqlite3_column_name(statement.handle, column);
        titles.emplace_back(name == nullptr ? "" : name);
    }
    sink.begin(titles);
    std::vector<core::Cell> cells(titles.size());
    // A statement that fails says so itself, whatever it is asked of.
    sql::Statement other;
    int code = askOtherwise(text, other);
    const bool isOther = (code == SQLITE_ROW || code == SQLITE_DONE) &&
                         sqlite3_column_count(other.handle) == sqlite3_column_count(statement.handle);
    sqlite3_stmt* const asked = isOther ? other.handle : statement.handle;
    for (bool stepped = isOther;; stepped = false) {
        if (!stepped)
            code = sqlite3_step(asked);
        if (code == SQLITE_DONE)
            return core::Done{};
        if (code != SQLITE_ROW)
            return sql::failureOf(database, code, statement.begin);
        for (std::size_t column = 0; column < cells.size(); ++column)
            cells[column] = cellOf(asked, static_cast<int>(column));
        if (!sink.row(cells))
            return core::Done{};
        if (task.cancelled()) // one long list of rows takes few steps of SQLite's own
            return Error{ErrorCode::Cancelled};
    }
}

SqlSession::SqlSession(std::unique_ptr<Parts> parts)
    : m_parts(std::move(parts))
{
}

SqlSession::~SqlSession() = default;

namespace {
/// Stands behind the name of a table that does not say whose it is; nothing is called so.
constexpr std::string_view kOfEither = " of a or b";
} // namespace

core::Result<core::Done> SqlSession::Parts::openDatabase()
{
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(":memory:", &database, kFlags, nullptr) != SQLITE_OK ||
        !sql::registerFormatFunctions(database) || !sql::registerStatisticsFunctions(database))
        return failed();
    return core::Done{};
}

core::Result<std::unique_ptr<SqlSession>> SqlSession::open(core::RunPtr run, const ImportReport& report)
{
    SHARDSCOPE_TRY_DONE(hasRowNumbers(*run));
    auto parts = std::make_unique<Parts>(std::move(run));
    SHARDSCOPE_TRY_DONE(parts->openDatabase());
    sqlite3* const database = parts->database;
    bool registered = sql::registerArgFunction(database, parts->runs->argPlaces) &&
                      sql::registerTable(database, parts->sliceGroups) &&
                      sql::registerTable(database, parts->launchGroups);
    for (sql::VirtualTable* table : parts->runs->all())
        registered = registered && sql::registerTable(database, *table);
    if (!registered)
        return parts->failed();
    SHARDSCOPE_TRY_DONE(sql::fillPlainTables(database, parts->runs->rows.run(), report));
    sql::harden(database, parts->task);
    return std::unique_ptr<SqlSession>(new SqlSession(std::move(parts)));
}

core::Result<std::unique_ptr<SqlSession>> SqlSession::openPair(SqlSide a, SqlSide b)
{
    SHARDSCOPE_TRY_DONE(hasRowNumbers(*a.run));
    SHARDSCOPE_TRY_DONE(hasRowNumbers(*b.run));
    auto parts = std::make_unique<Parts>(std::move(a.run));
    parts->other = std::make_unique<sql::RunTables>(std::move(b.run), parts->task);
    parts->match = std::make_unique<sql::MatchTable>(sql::MatchSide{parts->runs->input, std::move(a.steps)},
                                                     sql::MatchSide{parts->other->input, std::move(b.steps)},
                                                     parts->task);
    SHARDSCOPE_TRY_DONE(parts->openDatabase());
    sqlite3* const database = parts->database;
    if (!sql::registerTable(database, *parts->match))
        return parts->failed();
    struct Named {
        const char* schema;
        const char* function;
        sql::RunTables* run;
        const ImportReport* report;
    };
    for (const Named& one : {Named{"a", "a_arg", parts->runs.get(), &a.report},
                             Named{"b", "b_arg", parts->other.get(), &b.report}}) {
        const std::string attach = std::string("ATTACH ':memory:' AS ") + one.schema;
        bool registered = sqlite3_exec(database, attach.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK &&
                          sql::registerArgFunction(database, one.run->argPlaces, one.function);
        for (sql::VirtualTable* table : one.run->all())
            registered = registered && sql::registerTable(database, *table, one.schema);
        if (!registered)
            return parts->failed();
        SHARDSCOPE_TRY_DONE(sql::fillPlainTables(database, one.run->rows.run(), *one.report, one.schema));
    }
    // SQLite would take a table without a side for A's.
    for (const SqlTable& table : sqlTables()) {
        const std::string refused = "CREATE VIEW main.\"" + table.name + "\" AS SELECT * FROM \"" +
                                    table.name + std::string(kOfEither) + "\"";
        if (sqlite3_exec(database, refused.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
            return parts->failed();
    }
    sql::harden(database, parts->task);
    return std::unique_ptr<SqlSession>(new SqlSession(std::move(parts)));
}

core::Result<core::Done> SqlSession::Parts::run(const std::string& text, SqlSink& sink)
{
    for (std::size_t begin = 0;;) {
        sql::Statement statement;
        const std::size_t first = begin;
        SHARDSCOPE_TRY_DONE(sql::prepareNext(database, text, begin, statement));
        if (statement.last)
            return answer(statement, std::string_view(text).substr(first, begin - first), sink);
        if (const int code = sqlite3_step(statement.handle); code != SQLITE_DONE)
            return sql::failureOf(database, code, statement.begin);
    }
}

core::Result<core::Done> SqlSession::stream(const std::string& text, SqlSink& sink, const core::Task& task)
{
    const std::lock_guard lock(m_parts->mutex);
    m_parts->task = task;
    std::vector<sql::RunTables*> runs{m_parts->runs.get()};
    if (m_parts->other)
        runs.push_back(m_parts->other.get());
    const Running running(std::move(runs));
    auto done = m_parts->run(text, sink);
    // With two runs a table belongs to one of them: the message says how to name which.
    constexpr std::string_view kMain = "main.";
    if (!done.ok() && done.error().code == ErrorCode::UnknownName && !done.error().args.empty() &&
        done.error().args[0].ends_with(kOfEither)) {
        Error error = done.error();
        std::string name = error.args[0].substr(0, error.args[0].size() - kOfEither.size());
        if (name.starts_with(kMain))
            name.erase(0, kMain.size());
        error.args[0] = name;
        error.args[1] = "a." + name;
        return error;
    }
    return done;
}

core::Result<SqlAnswer> SqlSession::query(const std::string& text, std::size_t rowLimit,
                                          const core::Task& task)
{
    const core::Stopwatch watch;
    TableSink sink(rowLimit);
    SHARDSCOPE_TRY_DONE(stream(text, sink, task));
    return sink.take(watch.seconds());
}

} // namespace shardscope::profiler
