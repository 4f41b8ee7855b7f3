// SPDX-License-Identifier: GPL-3.0-or-later
// Declared in allocation_history.h.
#include "app/desktop/memory/allocation_history.h"

#include <algorithm>

namespace shardscope::app {

std::int64_t reservedAt(const AllocationHistory& history, std::int64_t ts)
{
    if (history.reserved.empty())
        return -1;
    const auto behind =
        std::upper_bound(history.reserved.begin(), history.reserved.end(), ts,
                         [](std::int64_t time, const auto& said) { return time < said.first; });
    return behind == history.reserved.begin() ? behind->second : (behind - 1)->second;
}

core::Result<AllocationHistory> makeRecordedHistory(const profiler::RecordedMemory& memory,
                                                    std::size_t columns, const core::Task& task)
{
    SHARDSCOPE_TRY(AllocationHistory history, makeHistory(memory.snapshot, 0, columns, task));
    history.stretches = true;
    history.reserved = memory.reserved;
    const double width =
        static_cast<double>(history.end - history.begin) / static_cast<double>(history.columns.size());
    for (std::size_t column = 0; column < history.columns.size(); ++column) {
        const auto end = history.begin + static_cast<std::int64_t>(width * static_cast<double>(column + 1));
        history.columns[column].reserved = std::max<std::int64_t>(0, reservedAt(history, end));
    }
    const auto before = std::ranges::find(history.categories, profiler::kHeldBefore);
    for (HeldBlock& block : history.blocks)
        block.before = before != history.categories.end() &&
                       block.category == static_cast<std::size_t>(before - history.categories.begin());
    return history;
}

} // namespace shardscope::app
