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
        described("slice_summary", N_("slices of a window summed by name, category, class or track"),
                  sql::SliceSummaryTable::specs()),
        described("busy", N_("time that tracks are covered by slices"), sql::BusyTable::specs()),
        described("overlap", N_("time that two kinds of slices run, and run together"),
                  sql::OverlapTable::specs()),
        described("ancestor_slice", N_("the slices around one, innermost first"),
                  sql::AncestorTable::specs()),
        described("descendant_slice", N_("the slices and instants in one, at any depth"),
                  sql::DescendantTable::specs()),
        described("following_flow", N_("the slices that arrows lead to from one, nearest first"),
                  sql::FlowReachTable::specs()),
        described("preceding_flow", N_("the slices from which arrows lead to one, nearest first"),
                  sql::FlowReachTable::specs()),
        described("gap", N_("times that no slice of a track covers"), sql::GapTable::specs()),
        described("rank_time", N_("what the steps that count are spent on, rank by rank"),
                  sql::RankTimeTable::specs()),
        described("step_time", N_("what each step is spent on, rank by rank"), sql::StepTimeTable::specs()),
        described("device_idle", N_("when the devices of a rank are idle, and why"),
                  sql::DeviceIdleTable::specs()),
        described("collective", N_("collectives, sends and receives: each rank's part, and who came when"),
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
    };
    for (const sql::TableSpec& table : sql::plainTables())
        tables.push_back(described(table.name, table.help, table.columns));
    return tables;
}

} // namespace shardscope::profiler
