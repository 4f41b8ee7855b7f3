// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's slice table: looks up by id, parent, track, time window, name (equal, GLOB, LIKE), category, class
// and rank, and comes in any order of its columns.
#pragma once

#include "profiler/sql/arguments/arg_index.h"
#include "profiler/sql/rows/row_order.h"
#include "profiler/sql/rows/slice_keys.h"
#include "profiler/sql/sqlite/virtual_table.h"

#include <memory>
#include <span>

namespace shardscope::profiler::sql {

class SliceTable final : public VirtualTable {
public:
    /// \p arguments is told how many rows a walk may ask it for; \p task: of the statement that runs; all
    /// outlive the table.
    SliceTable(const RunRows& rows, SliceKeys& keys, RowOrder& order, ArgIndex& arguments,
               const core::Task& task)
        : VirtualTable("slice", specs())
        , m_rows(rows)
        , m_keys(keys)
        , m_order(order)
        , m_arguments(arguments)
        , m_task(task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] Estimate estimate(const Plan& plan) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override;
    [[nodiscard]] const RowCalls& rowCalls() const override;
    [[nodiscard]] bool canOrder(const Plan& /*plan*/) const override { return true; }

private:
    const RunRows& m_rows;
    SliceKeys& m_keys;
    RowOrder& m_order;
    ArgIndex& m_arguments;
    const core::Task& m_task;
};

} // namespace shardscope::profiler::sql
