// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/grouping/group_table.h"

#include "profiler/sql/grouping/grouped_statement.h"

namespace shardscope::profiler::sql {

namespace {

constexpr std::size_t kKeptGroups = 8; // up to 8 MiB each

} // namespace

void GroupTable::addNumberColumns(std::vector<ColumnSpec>& columns)
{
    for (const char* name : {"count(*)", "sum(id)", "min(id)", "max(id)", "sum(ts)", "min(ts)", "max(ts)",
                             "sum(dur)", "min(dur)", "max(dur)"})
        columns.push_back(integerSpec(name, ""));
}

void GroupTable::leaveFew(std::uint32_t rowCount, SliceGroups& made)
{
    constexpr std::size_t kRowsAGroup = 8;
    if (made.groups.size() <= rowCount / kRowsAGroup)
        return;
    made.tooMany = true;
    made.groups.clear();
}

std::shared_ptr<const SliceGroups> GroupTable::groups(unsigned keys)
{
    keys &= m_splitKeys;
    const auto found = std::find_if(m_kept.begin(), m_kept.end(), [&](const auto& kept) {
        return kept->keys == keys && kept->argument == m_argument;
    });
    if (found != m_kept.end()) {
        m_kept.splice(m_kept.begin(), m_kept, found);
        return m_kept.front();
    }
    std::shared_ptr<const SliceGroups> made = make(keys);
    if (made == nullptr || m_task.cancelled()) // a stopped statement may lack streams
        return nullptr;
    m_kept.push_front(made);
    if (m_kept.size() > kKeptGroups)
        m_kept.pop_back();
    return made;
}

bool GroupTable::answers(const GroupedStatement& statement)
{
    m_argument = withoutPrefix(statement.argument);
    if (!m_argument.empty() && !knowsArgument())
        return false; // SQLite may need it of few rows
    const std::shared_ptr<const SliceGroups> groups = this->groups(statement.keys);
    if (groups == nullptr || groups->tooMany)
        return false;
    // Magnitudes are rounded: half of what fits is far enough away.
    constexpr double kNoOverflow = 0x1p62;
    constexpr double kExactReal = 0x1p52;
    for (std::size_t number = 0; number < kGroupNumbers; ++number) {
        const double magnitude = groups->magnitude[number];
        if (((statement.summed >> number & 1U) != 0 && magnitude >= kNoOverflow) ||
            ((statement.averaged >> number & 1U) != 0 && magnitude >= kExactReal))
            return false;
    }
    return true;
}

namespace {

class GroupCursor final : public CountingCursor {
public:
    explicit GroupCursor(GroupTable& table)
        : m_table(table)
    {
    }
    Status start(const Plan& plan, std::span<sqlite3_value* const> /*values*/) override
    {
        m_at = 0;
        m_groups = m_table.groups(static_cast<unsigned>(plan.used) & ((1U << m_table.keyCount()) - 1));
        if (m_groups == nullptr)
            return Status::Interrupted;
        return m_groups->tooMany ? Status::Failed : Status::Ok; // the session asks the rows then
    }
    bool atEnd() const override { return m_at >= m_groups->groups.size(); }
    void cell(int column, Answer answer) override
    {
        const SliceGroups::Group& group = m_groups->groups[m_at];
        const int keys = m_table.keyCount();
        if (column < keys)
            return m_table.tellKey(column, *m_groups, m_at, answer);
        if (column == keys)
            return answer.integer(group.count);
        const auto at = static_cast<std::size_t>(column - keys - 1);
        const SliceGroups::Number& number = group.numbers[at / 3];
        answer.integer(at % 3 == 0 ? number.sum : at % 3 == 1 ? number.least : number.most);
    }

private:
    GroupTable& m_table;
    std::shared_ptr<const SliceGroups> m_groups;
};

} // namespace

std::unique_ptr<Cursor> GroupTable::open() { return std::make_unique<GroupCursor>(*this); }

Estimate GroupTable::estimate(const Plan& /*plan*/) const
{
    constexpr double kUnknown = 1000;
    return {kUnknown, 10 + kUnknown, false};
}

} // namespace shardscope::profiler::sql
