// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/run_tables.h"

#include "profiler/sql/answers/allocator_tables.h"
#include "profiler/sql/answers/collective_table.h"
#include "profiler/sql/answers/time_tables.h"
#include "profiler/sql/answers/work_tables.h"
#include "profiler/sql/tables/function_tables.h"
#include "profiler/sql/tables/record_tables.h"
#include "profiler/sql/tables/relation_tables.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace shardscope::profiler::sql {

RunTables::RunTables(core::RunPtr run, const core::Task& task)
    : rows(run)
    , order(rows)
    , argIndex(rows, order)
    , input(std::move(run))
    , sliceKeys(rows, input)
    , slices(rows, sliceKeys, order, argIndex, task)
    , args(rows, argIndex, task)
    , launches(rows, input, task)
    , reader(rows)
    , argPlaces{reader, argIndex, task}
{
    for (const RecordKind& kind : recordKinds())
        listed.push_back(std::make_unique<RecordTable>(kind, rows));
    for (const ComputedFamily* family : {&kTimeTables, &kCollectiveTables, &kWorkTables, &kAllocatorTables})
        std::ranges::move(family->make(family->kinds, input, task), std::back_inserter(listed));
    for (const auto& list : {summaryFunctions(), relationFunctions()}) {
        for (const TableFunction& function : list)
            listed.push_back(std::make_unique<FunctionTable>(function, rows, task));
    }
}

std::vector<VirtualTable*> RunTables::all()
{
    std::vector<VirtualTable*> tables{&slices, &args, &launches};
    for (const auto& table : listed)
        tables.push_back(table.get());
    return tables;
}

} // namespace shardscope::profiler::sql
