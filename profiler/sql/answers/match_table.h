// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's table match, of two runs that are asked about together: which row of one is which of the other's.
#pragma once

#include "profiler/compare/row_pairs.h"
#include "profiler/sql/answers/computed_table.h"

#include <utility>
#include <vector>

namespace shardscope::profiler::sql {

struct MatchSide {
    const AnalysisInput& input;
    ComparedSteps steps;
};

class MatchTable final : public ComputedTable {
public:
    /// \p task: of the statement that runs; the inputs and it outlive the table.
    MatchTable(MatchSide a, MatchSide b, const core::Task& task)
        : ComputedTable(kind(), a.input, task)
        , m_a(std::move(a))
        , m_b(std::move(b))
    {
    }
    [[nodiscard]] static const ComputedKind& kind();
    [[nodiscard]] std::size_t size() const override { return m_pairs.size(); }
    void cell(std::size_t row, int column, Answer answer) const override;

private:
    core::Result<core::Done> compute() override;

    MatchSide m_a;
    MatchSide m_b;
    StepDifference m_difference;
    std::vector<RowPair> m_pairs;
};

} // namespace shardscope::profiler::sql
