// SPDX-License-Identifier: GPL-3.0-or-later
// A walk over rows of the slice table: chooses the fewest rows that hold all wanted ones, and their order.
#pragma once

#include "profiler/sql/arg_index.h"
#include "profiler/sql/row_order.h"
#include "profiler/sql/slice_filter.h"
#include "profiler/sql/virtual_table.h"

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace shardscope::profiler::sql {

class SliceCursor final : public Cursor {
public:
    SliceCursor(const RunRows& rows, RowOrder& order, ArgIndex& arguments, const core::Task& task)
        : m_rows(rows)
        , m_order(order)
        , m_arguments(arguments)
        , m_task(task)
    {
    }

    Status start(const Plan& plan, std::span<sqlite3_value* const> values) override;
    bool atEnd() const override { return m_row == RunRows::kNoRow; }
    Status next() override;
    void cell(int column, Answer answer) override;
    std::int64_t rowid() const override { return m_row; }

private:
    /// Rows [begin, end), of a list or themselves.
    struct Run {
        const std::uint32_t* list;
        std::uint32_t begin;
        std::uint32_t end;
    };

    Status choose();
    Status chooseOrder(const Plan& plan);
    void addWindow();
    void addChildren(std::uint32_t parent);
    [[nodiscard]] std::uint64_t windowRows() const;
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> lanes() const;
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> windowOf(std::uint32_t lane) const;
    void addRange(std::uint32_t begin, std::uint32_t end)
    {
        if (begin < end)
            m_runs.push_back({nullptr, begin, end});
    }
    [[nodiscard]] bool unrestricted() const;
    [[nodiscard]] core::NameId name();
    /// Rows of a list lie far apart: the one to look ahead at when the list's \p at is current; \p at itself
    /// where there is none.
    // The prefetch stands in next(): g++ takes a function that does nothing else for one without an effect
    // and drops its calls.
    static std::uint32_t ahead(const Run& run, std::uint32_t at, bool backwards)
    {
        constexpr std::uint32_t kAhead = 16;
        const std::uint32_t ahead = backwards ? at - kAhead : at + kAhead; // below 0 wraps: beyond the end
        return ahead < run.begin || ahead >= run.end ? at : ahead;
    }

    const RunRows& m_rows;
    RowOrder& m_order;
    ArgIndex& m_arguments;
    const core::Task& m_task;
    SliceFilter m_filter;
    std::vector<Run> m_runs;
    std::shared_ptr<const RowList> m_list; ///< what runs of lists point into
    std::vector<OrderKey> m_natural;       ///< the order the runs are in, beyond their number
    std::size_t m_run = 0;
    std::uint32_t m_at = 0; ///< in the run; counted from its end when backwards
    bool m_backwards = false;
    bool m_all = false;       ///< every row of the runs is wanted
    bool m_byName = false;    ///< rows of the runs' lists with one name lie together
    core::NameId m_groupName; ///< of the rows up to m_groupEnd in walking order
    std::size_t m_groupRun = 0;
    std::uint32_t m_groupEnd = 0;
    std::uint32_t m_row = RunRows::kNoRow;
    std::uint32_t m_laneHint = 0;
};

} // namespace shardscope::profiler::sql
