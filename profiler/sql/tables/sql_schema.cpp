// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to select from, told by the tables themselves.
#include "profiler/sql/tables/sql_schema.h"
#include "core/base/text_mark.h"
#include "profiler/sql/answers/allocator_tables.h"
#include "profiler/sql/answers/collective_table.h"
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
        described("counter", N_("counter samples"), sql::CounterTable::specs()),
        described("flow", N_("arrows between slices"), sql::FlowTable::specs()),
        described("name", N_("the dictionary of texts"), sql::NameTable::specs()),
        described("launch", N_("work of devices, who launched it, and what that was called in"),
                  sql::LaunchTable::specs()),
    };
    const auto add = [&](const auto& entries) {
        for (const auto& entry : entries)
            tables.push_back(described(entry.name, entry.help, entry.columns));
    };
    add(sql::summaryFunctions());
    add(sql::relationFunctions());
    tables.insert(
        tables.end(),
        {
            described("rank_time", N_("what the steps that count are spent on, rank by rank"),
                      sql::RankTimeTable::specs()),
            described("step_time", N_("what each step is spent on, rank by rank"),
                      sql::StepTimeTable::specs()),
            described("device_idle", N_("when the devices of a rank are idle, and why"),
                      sql::DeviceIdleTable::specs()),
            described("collective",
                      N_("collectives, sends and receives: each rank's part, and who came when"),
                      sql::CollectiveTable::specs()),
            described("flops", N_("operations whose work can be counted"), sql::FlopsTable::specs()),
            described("memory_event", N_("what allocators did, as the profiler recorded it"),
                      sql::MemoryEventTable::specs()),
            described("memory_peak", N_("the most that each allocator held"), sql::MemoryPeakTable::specs()),
            described("allocator_segment", N_("of snapshots: what allocators got from the driver"),
                      sql::AllocatorSegmentTable::specs()),
            described("allocator_block", N_("of snapshots: what segments are cut into, and who holds it"),
                      sql::AllocatorBlockTable::specs()),
            described("allocator_event", N_("of snapshots: what allocators did, and who asked for it"),
                      sql::AllocatorEventTable::specs()),
        });
    add(sql::plainTables());
    return tables;
}

} // namespace shardscope::profiler
