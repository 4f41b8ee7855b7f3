// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's table functions slice_summary, busy and overlap: the same C++ over the columns that panels run, so
// twenty times faster than a GROUP BY.
#pragma once

#include "core/report/table.h"
#include "profiler/sql/rows/run_rows.h"
#include "profiler/sql/sqlite/virtual_table.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace shardscope::profiler::sql {

/// A table that is computed whole from its arguments.
class FunctionTable : public VirtualTable {
public:
    using Rows = std::vector<std::vector<core::Cell>>;

    FunctionTable(const char* name, const RunRows& rows, const core::Task& task)
        : VirtualTable(name)
        , m_rows(rows)
        , m_task(task)
    {
    }
    [[nodiscard]] Estimate estimate(const Plan& plan) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override;
    /// \p values: one a parameter, null where not given. A failure for the user in \p failure.
    [[nodiscard]] virtual Rows compute(std::span<sqlite3_value* const> values,
                                       std::string& failure) const = 0;
    [[nodiscard]] const core::Task& task() const { return m_task; }

protected:
    const RunRows& m_rows;
    const core::Task& m_task;
};

/// slice_summary(begin, end, track, by): slices that touch [begin, end), by 'name', 'category', 'op',
/// 'track'.
class SliceSummaryTable final : public FunctionTable {
public:
    SliceSummaryTable(const RunRows& rows, const core::Task& task)
        : FunctionTable("slice_summary", rows, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] Rows compute(std::span<sqlite3_value* const> values, std::string& failure) const override;
};

/// busy(begin, end): time that each track is covered by slices.
class BusyTable final : public FunctionTable {
public:
    BusyTable(const RunRows& rows, const core::Task& task)
        : FunctionTable("busy", rows, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] Rows compute(std::span<sqlite3_value* const> values, std::string& failure) const override;
};

/// overlap(a, b): time that slices of a, of b and of both run, rank by rank.
class OverlapTable final : public FunctionTable {
public:
    OverlapTable(const RunRows& rows, const core::Task& task)
        : FunctionTable("overlap", rows, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] Rows compute(std::span<sqlite3_value* const> values, std::string& failure) const override;
};

} // namespace shardscope::profiler::sql
