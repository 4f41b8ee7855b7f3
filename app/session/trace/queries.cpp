// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/trace/queries.h"

#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/io/text_file.h"
#include "core/report/columns.h"

#include <algorithm>
#include <sstream>

namespace shardscope::app {

using core::Cell;
using core::Table;

namespace {

/// The text behind "-- KEY: " in the comments at the start of \p sql; "" where there is none.
std::string headerOf(const std::string& sql, const std::string& key)
{
    const std::string start = "-- " + key + ": ";
    std::istringstream lines(sql);
    for (std::string line; std::getline(lines, line) && line.compare(0, 2, "--") == 0;) {
        if (line.compare(0, start.size(), start) == 0)
            return line.substr(start.size());
    }
    return {};
}

std::string headerOf(const std::string& sql, const std::string& key, const std::string& language)
{
    const std::string own = headerOf(sql, key + "[" + language + "]");
    return own.empty() ? headerOf(sql, key) : own;
}

} // namespace

std::vector<ReadyQuery> readyQueries(const core::Catalog& catalog, const std::string& language)
{
    std::vector<ReadyQuery> queries;
    for (const std::filesystem::path& entry : core::files::entries(catalog.resources() / "queries")) {
        if (entry.extension() != ".sql")
            continue;
        const auto sql = core::readTextFile(entry);
        if (sql.ok())
            queries.push_back({entry.stem().string(), headerOf(*sql, "title", language),
                               headerOf(*sql, "help", language), *sql});
    }
    std::ranges::sort(queries, {}, &ReadyQuery::key);
    return queries;
}

core::Result<ReadyQuery> findReadyQuery(const core::Catalog& catalog, const std::string& key)
{
    std::vector<std::string> known;
    for (ReadyQuery& query : readyQueries(catalog)) {
        if (query.key == key)
            return std::move(query);
        known.push_back(query.key);
    }
    return core::unknownName(key, known, W_("ready-made query"));
}

Table readyQueryTable(const core::Catalog& catalog)
{
    Table table{"queries", N_("Ready-made queries"), {}, {}};
    table.columns = {core::textColumn("key", N_("Name")), core::textColumn("title", N_("Title")),
                     core::textColumn("help", N_("What it tells"))};
    for (const ReadyQuery& query : readyQueries(catalog))
        table.rows.push_back({Cell(query.key), Cell(query.title), Cell(query.help)});
    return table;
}

Table sqlTableList()
{
    Table table{"tables", N_("Tables and columns"), {}, {}};
    table.columns = {core::textColumn("table", N_("Table")), core::textColumn("column", N_("Column")),
                     core::textColumn("type", N_("Type")),
                     core::wordColumn(core::Words::Text, "help", N_("What it means"))};
    for (const profiler::SqlTable& of : profiler::sqlTables()) {
        table.rows.push_back({Cell(of.name), Cell(), Cell(), Cell(of.help)});
        for (const profiler::SqlColumn& column : of.columns)
            table.rows.push_back({Cell(of.name), Cell(column.name),
                                  column.type.empty() ? Cell() : Cell(column.type), Cell(column.help)});
    }
    return table;
}

} // namespace shardscope::app
