// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/grouping/launch_groups.h"

#include <array>

namespace shardscope::profiler::sql {

namespace {

constexpr std::array<LaunchColumn, kLaunchKeys> kKeys{kLaunchName,   kLaunchCall,     kLaunchOperator,
                                                      kLaunchModule, kLaunchFunction, kLaunchAnnotation,
                                                      kLaunchRank,   kLaunchStream};

} // namespace

std::span<const ColumnSpec> LaunchGroupTable::specs()
{
    static const std::vector<ColumnSpec> kColumns = [] {
        std::vector<ColumnSpec> columns;
        for (const LaunchColumn key : kKeys) {
            const ColumnSpec& of = LaunchTable::specs()[static_cast<std::size_t>(key)];
            columns.push_back(columnSpec(of.name, of.type, ""));
        }
        addNumberColumns(columns);
        return columns;
    }();
    return kColumns;
}

std::shared_ptr<SliceGroups> LaunchGroupTable::make(unsigned keys)
{
    if (!m_launches.make())
        return nullptr;
    auto made = std::make_shared<SliceGroups>();
    made->keys = keys;
    const auto launches = m_launches.launches();
    const auto count = static_cast<std::uint32_t>(launches.size());
    Splitter groups(count, task());
    for (std::size_t key = 0; key < kKeys.size(); ++key) {
        if ((keys & 1U << key) == 0)
            continue;
        const bool split = groups.split([&](std::uint32_t at) {
            const Launch& launch = launches[at];
            // Codes count from 0 on, which stands for NULL.
            if (kKeys[key] == kLaunchRank)
                return static_cast<std::uint64_t>(std::max(-1, m_launches.rankOf(launch)) + 1);
            if (kKeys[key] == kLaunchStream)
                return static_cast<std::uint64_t>(std::int64_t{std::max(-1, launch.stream)} + 1);
            return std::uint64_t{std::uint32_t{m_launches.nameOf(kKeys[key], launch).value + 1}};
        });
        if (!split) {
            made->tooMany = !task().cancelled();
            return made->tooMany ? made : nullptr;
        }
    }
    const RunRows& rows = m_launches.rows();
    const bool summed = sum(
        count, groups,
        [&](std::uint32_t at) {
            const std::uint32_t row = launches[at].row;
            return std::array<std::int64_t, kGroupNumbers>{row, rows.ts(row), rows.dur(row)};
        },
        *made);
    if (!summed)
        return nullptr;
    leaveFew(count, *made);
    return made;
}

void LaunchGroupTable::tellKey(int key, const SliceGroups& groups, std::size_t at, Answer answer)
{
    m_launches.tell(kKeys[static_cast<std::size_t>(key)], m_launches.launches()[groups.groups[at].row],
                    answer);
}

} // namespace shardscope::profiler::sql
