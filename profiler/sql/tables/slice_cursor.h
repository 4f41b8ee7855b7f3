// SPDX-License-Identifier: GPL-3.0-or-later
// A walk over rows of the slice table: chooses the fewest rows that hold all wanted ones, and their order.
#pragma once

#include "profiler/sql/arguments/arg_index.h"
#include "profiler/sql/rows/row_order.h"
#include "profiler/sql/rows/slice_keys.h"
#include "profiler/sql/sqlite/virtual_table.h"
#include "profiler/sql/tables/slice_filter.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::profiler::sql {

/// What the slice table says of \p row in \p column. \p laneHint: see RunRows::lane.
void tellSliceCell(const RunRows& rows, SliceKeys& keys, const core::Task& task, int column,
                   std::uint32_t row, std::uint32_t& laneHint, Answer answer);

class SliceCursor final : public Cursor {
public:
    [[nodiscard]] static const RowCalls& rowCalls();
    SliceCursor(const RunRows& rows, SliceKeys& keys, RowOrder& order, ArgIndex& arguments,
                const core::Task& task)
        : m_rows(rows)
        , m_keys(keys)
        , m_order(order)
        , m_arguments(arguments)
        , m_task(task)
    {
    }

    Status start(const Plan& plan, std::span<sqlite3_value* const> values) override;
    bool atEnd() const override { return m_row == RunRows::kNoRow; }
    Status next() override
    {
        // Nearly all rows of long walks: every row of a run is wanted, front to back.
        if (!m_plain || m_at == m_count)
            return search();
        if (m_current.list == nullptr) {
            m_row = m_current.begin + m_at++;
            return Status::Ok;
        }
        const std::uint32_t* const listed = m_current.list + m_current.begin;
        // Rows of a list lie far apart. The prefetch stands here: g++ takes a function that does nothing else
        // for one without an effect and drops its calls.
        const std::uint32_t coming = listed[std::min(m_at + kAhead, m_count - 1)];
        if (!m_rows.isInstant(coming)) {
            __builtin_prefetch(m_rows.durations() + coming);
            if (!m_byName)
                __builtin_prefetch(m_rows.names() + coming);
        }
        m_row = listed[m_at++];
        return Status::Ok;
    }
    void cell(int column, Answer answer) override
    {
        // What long walks are mostly asked for.
        if (column == kSliceDur)
            return answer.integer(m_rows.dur(m_row));
        if (column == kSliceName && m_byName && m_at <= m_groupEnd && m_groupName.valid())
            return answer.lastingText(m_groupText);
        otherCell(column, answer);
    }
    std::int64_t rowid() const override { return m_row; }

private:
    /// Rows [begin, end), of a list or themselves.
    struct Run {
        const std::uint32_t* list;
        std::uint32_t begin;
        std::uint32_t end;
    };

    Status chooseByKey();
    Status choose();
    Status chooseOrder(const Plan& plan);
    /// The rows of each lane that is wanted, and instants: their first, and behind their last.
    template <class Visit>
    void forEachWindow(Visit visit) const;
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
    Status search();
    void otherCell(int column, Answer answer);
    void findGroup();
    /// The name of the current row. Where rows go by name, one is looked at for all of them.
    [[nodiscard]] core::NameId name()
    {
        if (!m_byName)
            return m_rows.name(m_row);
        if (m_at > m_groupEnd)
            findGroup();
        return m_groupName;
    }
    static constexpr std::uint32_t kAhead = 16; ///< rows of a list that are looked ahead

    const RunRows& m_rows;
    SliceKeys& m_keys;
    RowOrder& m_order;
    ArgIndex& m_arguments;
    const core::Task& m_task;
    SliceFilter m_filter;
    std::vector<Run> m_runs;
    std::shared_ptr<const RowList> m_list; ///< what runs of lists point into
    std::vector<OrderKey> m_natural;       ///< the order the runs are in, beyond their number
    std::size_t m_run = 0;                 ///< the next to enter
    Run m_current{};                       ///< the run before m_run; empty before the first is entered
    std::uint32_t m_count = 0;             ///< its rows
    std::uint32_t m_at = 0; ///< one behind the current row in it; counted from its end when backwards
    bool m_backwards = false;
    bool m_plain = false;     ///< forward, and every row is wanted
    bool m_all = false;       ///< every row of the runs is wanted
    bool m_byName = false;    ///< rows of the runs' lists with one name lie together
    core::NameId m_groupName; ///< of the run's rows up to m_groupEnd in walking order
    std::string_view m_groupText;
    std::uint32_t m_groupEnd = 0;
    std::uint32_t m_row = RunRows::kNoRow;
    std::uint32_t m_laneHint = 0;
};

} // namespace shardscope::profiler::sql
