// SPDX-License-Identifier: GPL-3.0-or-later
// Slices by groups, alone or joined with one of their arguments.
#pragma once

#include "profiler/sql/arguments/arg_index.h"
#include "profiler/sql/grouping/group_table.h"
#include "profiler/sql/rows/slice_keys.h"

namespace shardscope::profiler::sql {

/// The keys.
enum SliceGroupKey : int {
    kGroupName,
    kGroupNameId,
    kGroupCategory,
    kGroupOp,
    kGroupRank,
    kGroupTrack,
    kGroupDepth,
    kGroupInstant,
    kGroupStream,
    // Columns of args, for the argument that the statement joins. They stay the last of all keys.
    kGroupValue,
    kGroupValueType,
    kGroupInteger,
    kGroupString,
    kGroupReal,
    kGroupKeys,
};

inline constexpr const char* kSliceGroups = "slice in groups";

class SliceGroupTable final : public GroupTable {
public:
    /// All arguments must outlive the table.
    SliceGroupTable(const RunRows& rows, SliceKeys& sliceKeys, ArgIndex& arguments, const core::Task& task)
        : GroupTable(kSliceGroups, specs(), (1U << kGroupValue) - 1,
                     task) // all of the argument's go by its value
        , m_rows(rows)
        , m_sliceKeys(sliceKeys)
        , m_arguments(arguments)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    void tellKey(int key, const SliceGroups& groups, std::size_t at, Answer answer) override;

private:
    [[nodiscard]] std::shared_ptr<SliceGroups> make(unsigned keys) override;
    [[nodiscard]] bool knowsArgument() const override;
    [[nodiscard]] bool joinArgument(SliceGroups& made);

    const RunRows& m_rows;
    SliceKeys& m_sliceKeys;
    ArgIndex& m_arguments;
    std::uint32_t m_laneHint = 0;
};

} // namespace shardscope::profiler::sql
