// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's table functions: tables that are computed whole from their arguments, by the same C++ over the
// columns that panels run, so twenty times faster than a GROUP BY.
#pragma once

#include "core/report/table.h"
#include "profiler/sql/rows/run_rows.h"
#include "profiler/sql/sqlite/virtual_table.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace shardscope::profiler::sql {

using FunctionRows = std::vector<std::vector<core::Cell>>;

struct FunctionCall {
    const RunRows& rows;
    std::span<sqlite3_value* const> values; ///< one a parameter, null where not given
    std::string& failure;                   ///< for the user
    const core::Task& task;
};

struct TableFunction {
    const char* name;
    const char* help;
    std::span<const ColumnSpec> columns;
    FunctionRows (*compute)(const FunctionCall& call);
};

/// slice_summary(begin, end, track, by): slices that touch [begin, end), by 'name', 'category', 'op',
/// 'track'; busy(begin, end): time that each track is covered by slices; overlap(a, b): time that slices of
/// a, of b and of both run, rank by rank.
[[nodiscard]] std::span<const TableFunction> summaryFunctions();

class FunctionTable final : public VirtualTable {
public:
    FunctionTable(const TableFunction& function, const RunRows& rows, const core::Task& task)
        : VirtualTable(function.name, function.columns)
        , m_function(function)
        , m_rows(rows)
        , m_task(task)
    {
    }
    [[nodiscard]] Estimate estimate(const Plan& plan) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override;
    [[nodiscard]] FunctionRows rows(std::span<sqlite3_value* const> values, std::string& failure) const
    {
        return m_function.compute({m_rows, values, failure, m_task});
    }
    [[nodiscard]] const core::Task& task() const { return m_task; }

private:
    const TableFunction& m_function;
    const RunRows& m_rows;
    const core::Task& m_task;
};

} // namespace shardscope::profiler::sql
