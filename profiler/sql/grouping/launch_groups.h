// SPDX-License-Identifier: GPL-3.0-or-later
// Work of devices by groups: by its name, by what it was launched in, by stream and rank.
#pragma once

#include "profiler/sql/grouping/group_table.h"
#include "profiler/sql/tables/launch_table.h"

namespace shardscope::profiler::sql {

inline constexpr const char* kLaunchGroups = "launch in groups";
inline constexpr int kLaunchKeys = 8;

class LaunchGroupTable final : public GroupTable {
public:
    /// \p launches outlives the table.
    LaunchGroupTable(LaunchTable& launches, const core::Task& task)
        : GroupTable(kLaunchGroups, specs(), (1U << kLaunchKeys) - 1, task)
        , m_launches(launches)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    void tellKey(int key, const SliceGroups& groups, std::size_t at, Answer answer) override;

private:
    [[nodiscard]] std::shared_ptr<SliceGroups> make(unsigned keys) override;

    LaunchTable& m_launches;
};

} // namespace shardscope::profiler::sql
