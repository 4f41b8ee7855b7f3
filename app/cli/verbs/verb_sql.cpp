// SPDX-License-Identifier: GPL-3.0-or-later
// sql: one SQL statement over a run; an aligned table, CSV or JSON.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/simulate/open_run.h"
#include "app/session/trace/queries.h"
#include "core/report/table_text.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace shardscope::app {
namespace {

constexpr std::size_t kRowsShown = 1000; // of the aligned table, which is laid out whole

struct SqlCall {
    std::vector<std::string> words; ///< FILE… "SELECT …"
    std::string ready;
    std::size_t limit = kRowsShown;
    bool csv = false;
    bool noCache = false;
    bool list = false;
    bool tables = false;
};

core::Error missing(const char* what) { return {core::ErrorCode::MissingKey, {what}, {"sql"}}; }

/// Long texts cut at their end: one kernel's name would push all other columns off the screen.
core::Table shortened(core::Table table)
{
    constexpr std::size_t kLongest = 80; // code points
    for (auto& row : table.rows) {
        for (core::Cell& cell : row) {
            auto* const text = std::get_if<std::string>(&cell);
            if (text == nullptr || text->size() <= kLongest)
                continue;
            std::size_t points = 0;
            std::size_t at = 0;
            for (; at < text->size() && points < kLongest; ++at)
                points += at + 1 == text->size() || ((*text)[at + 1] & '\xC0') != '\x80' ? 1 : 0;
            if (at < text->size())
                *text = text->substr(0, at) + "…";
        }
    }
    return table;
}

/// Prints rows as they come: an answer may be larger than memory.
class RowPrinter final : public profiler::SqlSink {
public:
    RowPrinter(const Context& context, bool csv)
        : m_context(context)
        , m_csv(csv)
    {
    }
    void begin(const std::vector<std::string>& columns) override
    {
        m_text = m_csv ? core::csvHeader(columns) : core::jsonTableHead("sql", columns);
    }
    bool row(std::span<const core::Cell> cells) override
    {
        constexpr std::size_t kFlushBytes = 1U << 16;
        if (!m_csv && m_rows > 0)
            m_text += ',';
        ++m_rows;
        m_csv ? core::appendCsvRow(cells, m_text) : core::appendJsonRow(cells, m_text);
        if (m_text.size() > kFlushBytes)
            flush();
        return !m_context.outputLost();
    }
    void finish()
    {
        if (!m_csv)
            m_text += core::jsonTableEnd() + "\n";
        flush();
    }

private:
    void flush()
    {
        m_context.printExact(m_text);
        m_text.clear();
    }
    const Context& m_context;
    bool m_csv;
    std::size_t m_rows = 0;
    std::string m_text;
};

Answered printRows(const Context& context, profiler::SqlSession& session, const std::string& sql,
                   const SqlCall& call)
{
    if (call.csv || context.json) {
        RowPrinter printer(context, call.csv);
        SHARDSCOPE_TRY([[maybe_unused]] const auto done, session.stream(sql, printer, context.task));
        printer.finish();
        return core::Done{};
    }
    SHARDSCOPE_TRY(const auto answer, session.query(sql, call.limit, context.task));
    context.print(shortened(*answer.table));
    if (!answer.complete)
        context.print("  … and more: --limit 0 prints all rows\n");
    return core::Done{};
}

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
        return missing(sql.empty() || !call.ready.empty() ? "FILE" : "FILE, then \"SELECT …\"");
    SHARDSCOPE_TRY(const profiler::ImportedRun imported,
                   openRun(context.catalog, call.words, context.task, {{}, !call.noCache}));
    context.tellLost(imported.report);
    SHARDSCOPE_TRY(const auto session, profiler::SqlSession::open(imported.run, imported.report));
    return printRows(context, *session, sql, call);
}

} // namespace

void addSqlVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand("sql", "SQL over a run: sql FILE… \"SELECT …\"");
    const auto call = std::make_shared<SqlCall>();
    verb->add_option("FILE", call->words, "a trace, or one a rank; then the statement");
    verb->add_option("--ready", call->ready, "a ready-made query instead of a statement");
    takesWhole(verb->add_option("--limit", call->limit,
                                "rows of the aligned table (0: all); CSV and JSON have all rows"),
               0);
    CLI::Option* const csv = verb->add_flag("--csv", call->csv, "comma-separated values");
    verb->add_flag("--no-cache", call->noCache, "neither reads nor writes the columnar cache");
    verb->add_flag("--list", call->list, "lists the ready-made queries");
    verb->add_flag("--tables", call->tables, "lists tables and columns");
    answersWith(*verb, context, [&context, call] { return runSql(context, *call); });
    csv->excludes("--json");
}

} // namespace shardscope::app
