// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's args table: the arguments of slices and instants, one row each.
#pragma once

#include "profiler/sql/arguments/arg_index.h"
#include "profiler/sql/arguments/arg_reader.h"
#include "profiler/sql/sqlite/virtual_table.h"

#include <memory>
#include <span>

namespace shardscope::profiler::sql {

class ArgsTable final : public VirtualTable {
public:
    /// \p task: of the statement that runs; all three outlive the table.
    ArgsTable(const RunRows& rows, ArgIndex& index, const core::Task& task)
        : VirtualTable("args")
        , m_rows(rows)
        , m_index(index)
        , m_task(task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] Estimate estimate(const Plan& plan) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override;
    [[nodiscard]] const RowCalls& rowCalls() const override;

private:
    const RunRows& m_rows;
    ArgIndex& m_index;
    const core::Task& m_task;
};

} // namespace shardscope::profiler::sql
