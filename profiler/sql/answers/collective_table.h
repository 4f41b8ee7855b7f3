// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's table of collectives: each rank's part in each, which parts are the same one, who came when.
#pragma once

#include "profiler/analyze/input/rank_input.h"
#include "profiler/sql/answers/computed_table.h"

#include <span>
#include <string>
#include <vector>

namespace shardscope::profiler::sql {

class CollectiveTable final : public ComputedTable {
public:
    CollectiveTable(const AnalysisInput& input, const core::Task& task)
        : ComputedTable("collective", input, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] std::size_t size() const override { return m_parts.size(); }
    void cell(std::size_t row, int column, Answer answer) const override;

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    struct Part {
        std::uint32_t call = 0;
        std::uint32_t matched = kNone;
        std::int64_t late = -1; ///< -1: clocks cannot be compared, or nobody else took part
        std::int64_t wait = -1;
        bool last = false;
    };
    [[nodiscard]] core::Result<core::Done> compute() override;

    RankInput m_ranks;
    std::vector<std::string> m_groups; ///< as people call them
    std::vector<Part> m_parts;         ///< by begin
};

} // namespace shardscope::profiler::sql
