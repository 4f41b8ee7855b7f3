// SPDX-License-Identifier: GPL-3.0-or-later
// What SQL is answered from of one run: its rows, their arguments, and the tables that are made of them.
#pragma once

#include "core/base/task.h"
#include "core/run/run.h"
#include "profiler/analyze/input/analysis.h"
#include "profiler/sql/arguments/arg_function.h"
#include "profiler/sql/arguments/arg_index.h"
#include "profiler/sql/arguments/args_table.h"
#include "profiler/sql/rows/run_rows.h"
#include "profiler/sql/tables/launch_table.h"
#include "profiler/sql/tables/slice_table.h"

#include <memory>
#include <vector>

namespace shardscope::profiler::sql {

struct RunTables {
    /// \p task: of the statement that runs; outlives the tables.
    RunTables(core::RunPtr run, const core::Task& task);
    RunTables(const RunTables&) = delete;
    RunTables& operator=(const RunTables&) = delete;

    [[nodiscard]] std::vector<VirtualTable*> all();

    RunRows rows;
    RowOrder order;
    ArgIndex argIndex;
    AnalysisInput input; ///< what analyses make of the run when asked
    SliceKeys sliceKeys;
    SliceTable slices;
    ArgsTable args;
    LaunchTable launches;
    std::vector<std::unique_ptr<VirtualTable>> listed; ///< those that lists of their kinds make
    ArgReader reader;                                  ///< of the function arg
    ArgPlaces argPlaces;
};

} // namespace shardscope::profiler::sql
