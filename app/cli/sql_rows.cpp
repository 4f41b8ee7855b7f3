// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sql_rows.h"

#include "app/cli/checks.h"
#include "core/report/table_text.h"

#include <CLI/CLI.hpp>

#include <span>
#include <variant>
#include <vector>

namespace shardscope::app {
namespace {

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

} // namespace

void addRowOptions(CLI::App& verb, SqlRows& rows)
{
    takesWhole(verb.add_option("--limit", rows.limit,
                               "rows of the aligned table (0: all); CSV and JSON have all rows"),
               0);
    verb.add_flag("--csv", rows.csv, "comma-separated values");
}

Answered printRows(const Context& context, profiler::SqlSession& session, const std::string& sql,
                   const SqlRows& rows)
{
    if (rows.csv || context.json) {
        RowPrinter printer(context, rows.csv);
        SHARDSCOPE_TRY([[maybe_unused]] const auto done, session.stream(sql, printer, context.task));
        printer.finish();
        return core::Done{};
    }
    SHARDSCOPE_TRY(const auto answer, session.query(sql, rows.limit, context.task));
    context.print(shortened(*answer.table));
    if (!answer.complete)
        context.print("  … and more: --limit 0 prints all rows\n");
    return core::Done{};
}

} // namespace shardscope::app
