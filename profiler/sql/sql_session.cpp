// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/sql_session.h"

#include "core/base/refusals.h"
#include "core/base/stopwatch.h"
#include "profiler/sql/answers/allocator_tables.h"
#include "profiler/sql/answers/collective_table.h"
#include "profiler/sql/answers/time_tables.h"
#include "profiler/sql/answers/work_tables.h"
#include "profiler/sql/arguments/arg_function.h"
#include "profiler/sql/arguments/arg_index.h"
#include "profiler/sql/arguments/args_table.h"
#include "profiler/sql/format_function.h"
#include "profiler/sql/functions/statistics_functions.h"
#include "profiler/sql/grouping/grouped_statement.h"
#include "profiler/sql/grouping/joined_columns.h"
#include "profiler/sql/grouping/launch_groups.h"
#include "profiler/sql/grouping/slice_groups.h"
#include "profiler/sql/guarded_database.h"
#include "profiler/sql/tables/function_tables.h"
#include "profiler/sql/tables/launch_table.h"
#include "profiler/sql/tables/plain_tables.h"
#include "profiler/sql/tables/record_tables.h"
#include "profiler/sql/tables/relation_tables.h"
#include "profiler/sql/tables/slice_table.h"

#include <algorithm>
#include <iterator>
#include <mutex>

#include <sqlite3.h>

namespace shardscope::profiler {

using core::Error;
using core::ErrorCode;

struct SqlSession::Parts {
    explicit Parts(core::RunPtr run)
        : rows(run)
        , order(rows)
        , argIndex(rows, order)
        , input(std::move(run))
        , sliceKeys(rows, input)
        , slices(rows, sliceKeys, order, argIndex, task)
        , sliceGroups(rows, sliceKeys, argIndex, task)
        , args(rows, argIndex, task)
        , launches(rows, input, task)
        , launchGroups(launches, task)
        , reader(rows)
        , argPlaces{reader, argIndex, task}
    {
        for (const sql::RecordKind& kind : sql::recordKinds())
            listed.push_back(std::make_unique<sql::RecordTable>(kind, rows));
        for (const sql::ComputedFamily* family :
             {&sql::kTimeTables, &sql::kCollectiveTables, &sql::kWorkTables, &sql::kAllocatorTables})
            std::ranges::move(family->make(family->kinds, input, task), std::back_inserter(listed));
        for (const auto& list : {sql::summaryFunctions(), sql::relationFunctions()}) {
            for (const sql::TableFunction& function : list)
                listed.push_back(std::make_unique<sql::FunctionTable>(function, rows, task));
        }
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

    [[nodiscard]] std::vector<sql::VirtualTable*> tables()
    {
        std::vector<sql::VirtualTable*> all{&slices, &sliceGroups, &launchGroups, &args, &launches};
        for (const auto& table : listed)
            all.push_back(table.get());
        return all;
    }

    std::mutex mutex;
    core::Task task; ///< of the statement that runs
    sql::RunRows rows;
    sql::RowOrder order;
    sql::ArgIndex argIndex;
    AnalysisInput input; ///< what analyses make of the run when asked
    sql::SliceKeys sliceKeys;
    sql::SliceTable slices;
    sql::SliceGroupTable sliceGroups; ///< what grouped statements are asked of instead
    sql::ArgsTable args;
    sql::LaunchTable launches;
    sql::LaunchGroupTable launchGroups;
    std::vector<std::unique_ptr<sql::VirtualTable>> listed; ///< those that lists of their kinds make
    sql::ArgReader reader;                                  ///< of the function arg
    sql::ArgPlaces argPlaces;
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
    explicit Running(sql::ArgIndex& arguments)
        : m_arguments(arguments)
    {
        m_arguments.beginStatement();
    }
    ~Running() { m_arguments.endStatement(); }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

private:
    sql::ArgIndex& m_arguments;
};

} // namespace

std::string SqlSession::Parts::fasterStatement(std::string_view text)
{
    const sql::ColumnJoins joins = sql::columnJoins(text);
    if (!joins.keys.empty())
        return !isHidden("slice") &&
                       std::ranges::all_of(joins.keys,
                                           [&](const std::string& key) {
                                               return sql::columnTellsArgument(rows.run(), key, task);
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

core::Result<std::unique_ptr<SqlSession>> SqlSession::open(core::RunPtr run, const ImportReport& report)
{
    const std::uint64_t rows = run->timeline->sliceCount() + run->timeline->instants().size();
    if (rows >= sql::RunRows::kNoRow)
        return core::outOfRange(rows, "0", sql::RunRows::kNoRow - 1);
    auto parts = std::make_unique<Parts>(std::move(run));
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(":memory:", &parts->database, kFlags, nullptr) != SQLITE_OK)
        return Error{ErrorCode::StorageFailure, {sqlite3_errmsg(parts->database)}};
    bool registered = sql::registerArgFunction(parts->database, parts->argPlaces) &&
                      sql::registerFormatFunctions(parts->database) &&
                      sql::registerStatisticsFunctions(parts->database);
    for (sql::VirtualTable* table : parts->tables())
        registered = registered && sql::registerTable(parts->database, *table);
    if (!registered)
        return Error{ErrorCode::StorageFailure, {sqlite3_errmsg(parts->database)}};
    SHARDSCOPE_TRY_DONE(sql::fillPlainTables(parts->database, parts->rows.run(), report));
    sql::harden(parts->database, parts->task);
    return std::unique_ptr<SqlSession>(new SqlSession(std::move(parts)));
}

core::Result<core::Done> SqlSession::stream(const std::string& text, SqlSink& sink, const core::Task& task)
{
    const std::lock_guard lock(m_parts->mutex);
    m_parts->task = task;
    const Running running(m_parts->argIndex);
    for (std::size_t begin = 0;;) {
        sql::Statement statement;
        const std::size_t first = begin;
        SHARDSCOPE_TRY_DONE(sql::prepareNext(m_parts->database, text, begin, statement));
        if (statement.last)
            return m_parts->answer(statement, std::string_view(text).substr(first, begin - first), sink);
        if (const int code = sqlite3_step(statement.handle); code != SQLITE_DONE)
            return sql::failureOf(m_parts->database, code, statement.begin);
    }
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
