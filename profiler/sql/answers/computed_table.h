// SPDX-License-Identifier: GPL-3.0-or-later
// A SQL table whose rows an analysis' own functions make: worked out when a statement first asks, kept for
// the next ones, given up without a trace when the statement is stopped.
#pragma once

#include "profiler/analyze/input/analysis.h"
#include "profiler/sql/sqlite/virtual_table.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace shardscope::profiler::sql {

/// What such a table is called, tells and has.
struct ComputedKind {
    const char* name;
    const char* help;
    std::span<const ColumnSpec> columns;
};

class ComputedTable : public VirtualTable {
public:
    /// \p task: of the statement that runs; both outlive the table.
    ComputedTable(const ComputedKind& kind, const AnalysisInput& input, const core::Task& task)
        : VirtualTable(kind.name, kind.columns)
        , m_input(input)
        , m_task(task)
    {
    }
    [[nodiscard]] Estimate estimate(const Plan& plan) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override;
    /// The table's rows come in one order.
    [[nodiscard]] bool canOrder(const Plan& /*plan*/) const override { return false; }

    /// Makes the rows if there are none yet. False: stopped; nothing is kept then.
    [[nodiscard]] bool make();
    [[nodiscard]] virtual std::size_t size() const = 0;
    virtual void cell(std::size_t row, int column, Answer answer) const = 0;

protected:
    /// Errors: Cancelled.
    [[nodiscard]] virtual core::Result<core::Done> compute() = 0;

    void tellName(core::NameId name, Answer answer) const
    {
        name.valid() ? answer.lastingText(m_input.text(name)) : answer.null();
    }
    static void tellUnlessNegative(std::int64_t value, Answer answer)
    {
        value < 0 ? answer.null() : answer.integer(value);
    }
    static void tellRow(std::uint32_t row, Answer answer)
    {
        row == kNoRow ? answer.null() : answer.integer(row);
    }

    const AnalysisInput& m_input;
    const core::Task& m_task;

private:
    bool m_made = false;
};

using ComputedTables = std::vector<std::unique_ptr<ComputedTable>>;

/// Tables of one file: what there is, and how they are made, in that order.
struct ComputedFamily {
    std::span<const ComputedKind> kinds;
    ComputedTables (*make)(std::span<const ComputedKind> kinds, const AnalysisInput& input,
                           const core::Task& task);
};

/// \p Tables, of these kinds in their order.
template <class... Tables>
[[nodiscard]] ComputedTables makeEach(std::span<const ComputedKind> kinds, const AnalysisInput& input,
                                      const core::Task& task)
{
    ComputedTables all;
    (all.push_back(std::make_unique<Tables>(kinds[all.size()], input, task)), ...);
    return all;
}

} // namespace shardscope::profiler::sql
