// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/grouping/slice_groups.h"

#include "profiler/sql/arguments/args_table.h"
#include "profiler/sql/tables/slice_cursor.h"
#include "profiler/sql/tables/slice_table.h"

#include <unordered_map>

namespace shardscope::profiler::sql {

namespace {

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

/// Numbers of different values, none for IntegerColumn::kMissing.
class Codes {
public:
    std::uint64_t of(std::int64_t value) { return m_codes.try_emplace(value, m_codes.size()).first->second; }

private:
    std::unordered_map<std::int64_t, std::uint64_t> m_codes;
};

} // namespace

std::span<const ColumnSpec> SliceGroupTable::specs()
{
    static const std::vector<ColumnSpec> kColumns = [] {
        std::vector<ColumnSpec> columns;
        for (int key = 0; key < kGroupKeys; ++key) {
            const ColumnSpec& of = key < kGroupValue
                                       ? SliceTable::specs()[static_cast<std::size_t>(sliceColumnOf(key))]
                                       : ArgsTable::specs()[static_cast<std::size_t>(argsColumnOf(key))];
            columns.push_back(columnSpec(of.name, of.type, ""));
        }
        addNumberColumns(columns);
        return columns;
    }();
    return kColumns;
}

bool SliceGroupTable::knowsArgument() const
{
    return keptKey(m_rows.run().arguments.get(), argument()).has_value();
}

std::shared_ptr<SliceGroups> SliceGroupTable::make(unsigned keys)
{
    auto made = std::make_shared<SliceGroups>();
    made->keys = keys;
    made->argument = argument();
    Splitter groups(m_rows.count(), task());
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
                return streams.of(m_sliceKeys.value(ArgKey::Stream, row, task()));
            });
        }
    };
    if (!argument().empty()) {
        const ArgCells* const cells = m_arguments.allKept(argument(), task());
        if (cells == nullptr)
            return nullptr;
        const bool split = groups.split([&](std::uint32_t row) {
            return std::uint64_t{m_rows.args(row) == core::kNoArgs ? ArgCells::kMissing : cells->code(row)};
        });
        if (!split) {
            made->tooMany = !task().cancelled();
            return made->tooMany ? made : nullptr;
        }
    }
    for (int key = 0; key < kGroupValue; ++key) {
        const bool told = key == kGroupNameId && (keys & 1U << kGroupName) != 0; // the same as by name
        if ((keys & 1U << key) == 0 || told)
            continue;
        if (!splitBy(key)) {
            made->tooMany = !task().cancelled();
            return made->tooMany ? made : nullptr;
        }
    }
    const bool summed = sum(
        m_rows.count(), groups,
        [&](std::uint32_t row) {
            return std::array<std::int64_t, kGroupNumbers>{row, m_rows.ts(row), m_rows.dur(row)};
        },
        *made);
    if (!summed)
        return nullptr;
    if (!argument().empty() && !joinArgument(*made)) {
        made->tooMany = true;
        made->groups.clear();
        return made;
    }
    leaveFew(m_rows.count(), *made);
    return made;
}

/// Leaves the groups whose slices have the argument, and reads its values. False where these are not to be
/// had so, or SQLite would take different ones for equal: reals.
bool SliceGroupTable::joinArgument(SliceGroups& made)
{
    const ArgCells* const cells = m_arguments.allKept(argument(), task());
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

void SliceGroupTable::tellKey(int key, const SliceGroups& groups, std::size_t at, Answer answer)
{
    if (key < kGroupValue)
        return tellSliceCell(m_rows, m_sliceKeys, task(), sliceColumnOf(key), groups.groups[at].row,
                             m_laneHint, answer);
    at < groups.values.size() ? tellArgsCell(argsColumnOf(key), groups.values[at], answer) : answer.null();
}

} // namespace shardscope::profiler::sql
