// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/grouping/group_table.h"

#include "profiler/sql/arguments/args_table.h"
#include "profiler/sql/grouping/grouped_statement.h"
#include "profiler/sql/tables/slice_cursor.h"
#include "profiler/sql/tables/slice_table.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace shardscope::profiler::sql {

namespace {

constexpr std::size_t kMostGroups = std::size_t{1} << 16;
constexpr std::size_t kKeptGroups = 8; // up to 8 MiB each
constexpr std::uint32_t kRowsBetweenChecks = 1U << 16;

/// The slice table's column that \p key is.
SliceColumn sliceColumnOf(int key)
{
    static constexpr std::array<SliceColumn, kGroupValue> kColumns{kSliceName,  kSliceNameId,  kSliceCategory,
                                                                   kSliceOp,    kSliceRank,    kSliceTrack,
                                                                   kSliceDepth, kSliceInstant, kSliceStream};
    return kColumns[static_cast<std::size_t>(key)];
}

/// The args table's column that \p key is.
int argsColumnOf(int key)
{
    static constexpr std::array<int, kGroupKeys - kGroupValue> kColumns{kArgsValue, kArgsType, kArgsInteger,
                                                                        kArgsString, kArgsReal};
    return kColumns[static_cast<std::size_t>(key - kGroupValue)];
}

/// Numbers groups of rows: at first one that holds all, then split by one key after the other.
class Splitter {
public:
    Splitter(std::uint32_t rows, const core::Task& task)
        : m_of(rows, 0)
        , m_task(task)
    {
    }
    /// By \p codeOf(row). False: stopped, or there are too many groups.
    template <class CodeOf>
    bool split(CodeOf codeOf)
    {
        std::vector<std::uint32_t> dense; ///< by group and code, of small codes; one more than the new number
        std::unordered_map<std::uint64_t, std::uint32_t> others;
        constexpr std::uint64_t kSmallCodes = std::uint64_t{1} << 20;
        const std::uint64_t before = m_count;
        m_count = 0;
        for (std::uint32_t row = 0; row < m_of.size(); ++row) {
            // Groups are fewer than 2^17, and codes below 2^47 but for streams, whose numbers are mapped.
            const std::uint64_t pair = codeOf(row) * before + m_of[row];
            if (pair < kSmallCodes) {
                if (pair >= dense.size())
                    dense.resize(std::max<std::size_t>(pair + 1, 2 * dense.size()), 0);
                if (dense[pair] == 0)
                    dense[pair] = ++m_count;
                m_of[row] = dense[pair] - 1;
            } else {
                const auto [found, added] = others.try_emplace(pair, m_count);
                m_count += added ? 1 : 0;
                m_of[row] = found->second;
            }
            if (m_count > kMostGroups || (row % kRowsBetweenChecks == 0 && m_task.cancelled()))
                return false;
        }
        return true;
    }
    [[nodiscard]] std::uint32_t of(std::uint32_t row) const { return m_of[row]; }
    [[nodiscard]] std::uint32_t count() const { return m_count; }

private:
    std::vector<std::uint32_t> m_of;
    std::uint32_t m_count = 1;
    const core::Task& m_task;
};

/// Numbers of different values, none for IntegerColumn::kMissing.
class Codes {
public:
    std::uint64_t of(std::int64_t value) { return m_codes.try_emplace(value, m_codes.size()).first->second; }

private:
    std::unordered_map<std::int64_t, std::uint64_t> m_codes;
};

void add(SliceGroups::Number& number, std::int64_t value, bool first)
{
    number.sum =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(number.sum) + static_cast<std::uint64_t>(value));
    number.least = first ? value : std::min(number.least, value);
    number.most = first ? value : std::max(number.most, value);
}

} // namespace

std::span<const ColumnSpec> GroupTable::specs()
{
    static const std::vector<ColumnSpec> kColumns = [] {
        std::vector<ColumnSpec> columns;
        for (int key = 0; key < kGroupKeys; ++key) {
            const ColumnSpec& of = key < kGroupValue
                                       ? SliceTable::specs()[static_cast<std::size_t>(sliceColumnOf(key))]
                                       : ArgsTable::specs()[static_cast<std::size_t>(argsColumnOf(key))];
            columns.push_back(columnSpec(of.name, of.type, ""));
        }
        for (const char* name : {"count(*)", "sum(id)", "min(id)", "max(id)", "sum(ts)", "min(ts)", "max(ts)",
                                 "sum(dur)", "min(dur)", "max(dur)"})
            columns.push_back(integerSpec(name, ""));
        return columns;
    }();
    return kColumns;
}

std::shared_ptr<const SliceGroups> GroupTable::make(unsigned keys)
{
    auto made = std::make_shared<SliceGroups>();
    made->keys = keys;
    made->argument = m_argument;
    Splitter groups(m_rows.count(), m_task);
    const auto nameCode = [](core::NameId name) { return std::uint64_t{std::uint32_t{name.value + 1}}; };
    const auto splitBy = [&](int key) {
        std::uint32_t hint = 0;
        Codes streams;
        switch (key) {
        case kGroupName:
        case kGroupNameId: return groups.split([&](std::uint32_t row) { return nameCode(m_rows.name(row)); });
        case kGroupCategory:
            return groups.split([&](std::uint32_t row) { return nameCode(m_rows.category(row)); });
        case kGroupOp: return groups.split([&](std::uint32_t row) { return std::uint64_t{m_rows.op(row)}; });
        case kGroupRank:
            return groups.split([&](std::uint32_t row) {
                return static_cast<std::uint64_t>(
                    std::max(-1, m_rows.timeline().tracks()[m_rows.track(row, hint)].rank) + 1);
            });
        case kGroupTrack:
            return groups.split([&](std::uint32_t row) { return std::uint64_t{m_rows.track(row, hint)}; });
        case kGroupDepth:
            return groups.split([&](std::uint32_t row) { return std::uint64_t{m_rows.depth(row, hint)}; });
        case kGroupInstant:
            return groups.split([&](std::uint32_t row) { return std::uint64_t{m_rows.isInstant(row)}; });
        default:
            return groups.split([&](std::uint32_t row) {
                return streams.of(m_sliceKeys.value(ArgKey::Stream, row, m_task));
            });
        }
    };
    if (!m_argument.empty()) {
        const ArgCells* const cells = m_arguments.allKept(m_argument, m_task);
        if (cells == nullptr)
            return nullptr;
        const bool split = groups.split([&](std::uint32_t row) {
            return std::uint64_t{m_rows.args(row) == core::kNoArgs ? ArgCells::kMissing : cells->code(row)};
        });
        if (!split) {
            made->tooMany = !m_task.cancelled();
            return made->tooMany ? made : nullptr;
        }
    }
    for (int key = 0; key < kGroupValue; ++key) {
        const bool told = key == kGroupNameId && (keys & 1U << kGroupName) != 0; // the same as by name
        if ((keys & 1U << key) == 0 || told)
            continue;
        if (!splitBy(key)) {
            made->tooMany = !m_task.cancelled();
            return made->tooMany ? made : nullptr;
        }
    }
    made->groups.resize(groups.count());
    for (std::uint32_t row = 0; row < m_rows.count(); ++row) {
        SliceGroups::Group& group = made->groups[groups.of(row)];
        const bool first = group.count++ == 0;
        if (first)
            group.row = row;
        const std::array<std::int64_t, kGroupNumbers> values{row, m_rows.ts(row), m_rows.dur(row)};
        for (std::size_t number = 0; number < values.size(); ++number) {
            add(group.numbers[number], values[number], first);
            made->magnitude[number] += std::abs(static_cast<double>(values[number]));
        }
        if (row % kRowsBetweenChecks == 0 && m_task.cancelled())
            return nullptr;
    }
    if (!m_argument.empty() && !joinArgument(*made)) {
        made->tooMany = true;
        made->groups.clear();
        return made;
    }
    // A row of groups costs SQLite more than one of the slices, which come in order.
    constexpr std::size_t kRowsAGroup = 8;
    if (made->groups.size() > m_rows.count() / kRowsAGroup) {
        made->tooMany = true;
        made->groups.clear();
    }
    return made;
}

/// Leaves the groups whose slices have the argument, and reads its values. False where these are not to be
/// had so, or SQLite would take different ones for equal: reals.
bool GroupTable::joinArgument(SliceGroups& made)
{
    const ArgCells* const cells = m_arguments.allKept(m_argument, m_task);
    if (cells == nullptr)
        return false;
    std::erase_if(made.groups, [&](const SliceGroups::Group& group) {
        return m_rows.args(group.row) == core::kNoArgs || cells->code(group.row) == ArgCells::kMissing;
    });
    for (const SliceGroups::Group& group : made.groups) {
        const ArgKnown known = cells->at(group.row);
        if (known.kind == ArgKnown::Kind::Integer)
            made.values.push_back({ArgType::Integer, known.integer, 0, {}});
        else if (known.kind == ArgKnown::Kind::Text)
            made.values.push_back(parseArg(known.text));
        else
            return false;
        if (made.values.back().type == ArgType::Real)
            return false;
    }
    return true;
}

std::shared_ptr<const SliceGroups> GroupTable::groups(unsigned keys)
{
    keys &= (1U << kGroupValue) - 1; // all of the argument's go by its value
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
    if (!m_argument.empty() && !keptKey(m_rows.run().arguments.get(), m_argument))
        return false; // SQLite may need it of few slices
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

void GroupTable::tellKey(int key, const SliceGroups& groups, std::size_t at, Answer answer)
{
    if (key < kGroupValue)
        return tellSliceCell(m_rows, m_sliceKeys, m_task, sliceColumnOf(key), groups.groups[at].row,
                             m_laneHint, answer);
    at < groups.values.size() ? tellArgsCell(argsColumnOf(key), groups.values[at], answer) : answer.null();
}

namespace {

class GroupCursor final : public Cursor {
public:
    explicit GroupCursor(GroupTable& table)
        : m_table(table)
    {
    }
    Status start(const Plan& plan, std::span<sqlite3_value* const> /*values*/) override
    {
        m_at = 0;
        m_groups = m_table.groups(static_cast<unsigned>(plan.used) & ((1U << kGroupKeys) - 1));
        if (m_groups == nullptr)
            return Status::Interrupted;
        return m_groups->tooMany ? Status::Failed : Status::Ok; // the session asks the slices then
    }
    bool atEnd() const override { return m_at >= m_groups->groups.size(); }
    Status next() override
    {
        ++m_at;
        return Status::Ok;
    }
    void cell(int column, Answer answer) override
    {
        const SliceGroups::Group& group = m_groups->groups[m_at];
        if (column < kGroupKeys)
            return m_table.tellKey(column, *m_groups, m_at, answer);
        if (column == kGroupCount)
            return answer.integer(group.count);
        const auto at = static_cast<std::size_t>(column - kGroupFirstNumber);
        const SliceGroups::Number& number = group.numbers[at / 3];
        answer.integer(at % 3 == 0 ? number.sum : at % 3 == 1 ? number.least : number.most);
    }
    std::int64_t rowid() const override { return static_cast<std::int64_t>(m_at); }

private:
    GroupTable& m_table;
    std::shared_ptr<const SliceGroups> m_groups;
    std::size_t m_at = 0;
};

} // namespace

std::unique_ptr<Cursor> GroupTable::open() { return std::make_unique<GroupCursor>(*this); }

Estimate GroupTable::estimate(const Plan& /*plan*/) const
{
    constexpr double kUnknown = 1000;
    return {kUnknown, 10 + kUnknown, false};
}

} // namespace shardscope::profiler::sql
