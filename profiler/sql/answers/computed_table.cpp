// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/answers/computed_table.h"

namespace shardscope::profiler::sql {

namespace {

class ComputedCursor final : public CountingCursor {
public:
    explicit ComputedCursor(ComputedTable& table)
        : m_table(table)
    {
    }
    Status start(const Plan& /*plan*/, std::span<sqlite3_value* const> /*values*/) override
    {
        m_at = 0;
        return m_table.make() ? Status::Ok : Status::Interrupted;
    }
    bool atEnd() const override { return m_at >= m_table.size(); }
    void cell(int column, Answer answer) override { m_table.cell(m_at, column, answer); }

private:
    ComputedTable& m_table;
};

} // namespace

std::unique_ptr<Cursor> ComputedTable::open() { return std::make_unique<ComputedCursor>(*this); }

Estimate ComputedTable::estimate(const Plan& /*plan*/) const
{
    constexpr double kUnknown = 1000;
    const double rows = m_made ? static_cast<double>(size()) : kUnknown;
    return {rows, 10 + rows * 2, false};
}

bool ComputedTable::make()
{
    if (!m_made)
        m_made = compute().ok() && !m_task.cancelled();
    return m_made;
}

} // namespace shardscope::profiler::sql
