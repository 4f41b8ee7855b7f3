// SPDX-License-Identifier: GPL-3.0-or-later
// sql: one SQL statement over a run; an aligned table, CSV or JSON.
#include "app/cli/sql_rows.h"
#include "app/cli/verbs.h"

#include "app/session/simulate/open_run.h"
#include "app/session/trace/queries.h"
#include "core/report/table_text.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace shardscope::app {
namespace {

struct SqlCall {
    std::vector<std::string> words; ///< FILE… "SELECT …"
    std::string ready;
    SqlRows rows;
    bool noCache = false;
    bool list = false;
    bool tables = false;
};

Answered runSql(Context& context, SqlCall call)
{
    if (call.list || call.tables) {
        const core::Table table = call.tables ? sqlTableList() : readyQueryTable(context.catalog);
        context.json ? context.print(core::toJson(table) + "\n") : context.print(table);
        return core::Done{};
    }
    std::string sql;
    if (!call.ready.empty()) {
        SHARDSCOPE_TRY(const auto query, findReadyQuery(context.catalog, call.ready));
        sql = query.sql;
    } else if (!call.words.empty()) {
        sql = call.words.back();
        call.words.pop_back();
    }
    if (call.words.empty())
        return core::errorIn(core::ErrorCode::MissingKey,
                             {sql.empty() || !call.ready.empty() ? "FILE" : "FILE, then \"SELECT …\""},
                             "sql");
    SHARDSCOPE_TRY(const profiler::ImportedRun imported,
                   openRun(context.catalog, call.words, context.task, {{}, !call.noCache}));
    context.tellLost(imported.report);
    SHARDSCOPE_TRY(const auto session, profiler::SqlSession::open(imported.run, imported.report));
    return printRows(context, *session, sql, call.rows);
}

} // namespace

void addSqlVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand("sql", "SQL over a run: sql FILE… \"SELECT …\"");
    const auto call = std::make_shared<SqlCall>();
    verb->add_option("FILE", call->words, "a trace, or one a rank; then the statement");
    verb->add_option("--ready", call->ready, "a ready-made query instead of a statement");
    addRowOptions(*verb, call->rows);
    verb->add_flag("--no-cache", call->noCache, "neither reads nor writes the columnar cache");
    verb->add_flag("--list", call->list, "lists the ready-made queries");
    verb->add_flag("--tables", call->tables, "lists tables and columns");
    answersWith(*verb, context, [&context, call] { return runSql(context, *call); });
    verb->get_option("--csv")->excludes("--json");
}

} // namespace shardscope::app
