// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to select from, told by the tables themselves.
#include "profiler/sql/tables/sql_schema.h"
#include "core/base/text_mark.h"
#include "profiler/sql/answers/allocator_tables.h"
#include "profiler/sql/answers/collective_table.h"
#include "profiler/sql/answers/match_table.h"
#include "profiler/sql/answers/time_tables.h"
#include "profiler/sql/answers/work_tables.h"
#include "profiler/sql/arguments/args_table.h"
#include "profiler/sql/tables/function_tables.h"
#include "profiler/sql/tables/launch_table.h"
#include "profiler/sql/tables/plain_tables.h"
#include "profiler/sql/tables/record_tables.h"
#include "profiler/sql/tables/relation_tables.h"
#include "profiler/sql/tables/slice_table.h"

namespace shardscope::profiler {

namespace {

SqlTable described(const char* name, const char* help, std::span<const sql::ColumnSpec> columns)
{
    SqlTable table{name, help, false, {}};
    for (const sql::ColumnSpec& column : columns) {
        static constexpr const char* kTypes[] = {"INTEGER", "REAL", "TEXT", ""};
        table.columns.push_back({column.name, kTypes[static_cast<std::size_t>(column.type)], column.help,
                                 column.hidden || column.parameter, column.parameter});
        table.function = table.function || column.parameter;
    }
    return table;
}

} // namespace

std::vector<SqlTable> sqlTables()
{
    std::vector<SqlTable> tables{
        described("slice", N_("slices, and instants as slices of no duration"), sql::SliceTable::specs()),
        described("args", N_("arguments of slices, read from the file when asked for"),
                  sql::ArgsTable::specs()),
    };
    const auto add = [&](const auto& entries) {
        for (const auto& entry : entries)
            tables.push_back(described(entry.name, entry.help, entry.columns));
    };
    add(sql::recordKinds());
    tables.push_back(described("launch", N_("work of devices, who launched it, and what that was called in"),
                               sql::LaunchTable::specs()));
    add(sql::summaryFunctions());
    add(sql::relationFunctions());
    for (const sql::ComputedFamily* family :
         {&sql::kTimeTables, &sql::kCollectiveTables, &sql::kWorkTables, &sql::kAllocatorTables})
        add(family->kinds);
    add(sql::plainTables());
    return tables;
}

std::vector<SqlTable> sqlPairTables()
{
    const sql::ComputedKind& match = sql::MatchTable::kind();
    return {described(match.name, match.help, match.columns)};
}

} // namespace shardscope::profiler
