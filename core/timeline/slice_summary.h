// SPDX-License-Identifier: GPL-3.0-or-later
// Slices of a window summed by name, category, class or track, straight over the columns: what panels and
// SQL's slice_summary show.
#pragma once

#include "core/base/task.h"
#include "core/timeline/timeline.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace shardscope::core {

enum class SummaryKey : std::uint8_t { Name, Category, Op, Track };

/// Slices of one key that touch the window. Times are ns within the window but for least and most.
struct SummaryRow {
    std::uint32_t key = 0; ///< a NameId's, OpClass' or TrackId's value; NameId::kNone: no name
    std::uint64_t count = 0;
    std::int64_t dur = 0;  ///< sum; nested slices of one key count each
    std::int64_t self = 0; ///< the same without what slices directly inside them take
    std::int64_t least = std::numeric_limits<std::int64_t>::max(); ///< whole durations
    std::int64_t most = -1;
    std::uint32_t longest = SliceId::kNone; ///< row of the longest, the first of equals
};

struct SummaryWindow {
    std::int64_t begin = std::numeric_limits<std::int64_t>::min();
    std::int64_t end = std::numeric_limits<std::int64_t>::max(); ///< not in it
    std::optional<TrackId> track;                                ///< none: all
};

class RowKinds;

/// \p kinds: of that timeline; null: by the shipped rules. By key value, keys without slices left out. Slices
/// of no duration count where they begin. Empty when cancelled.
[[nodiscard]] std::vector<SummaryRow> summarise(const Timeline& timeline, const SummaryWindow& window,
                                                SummaryKey key, const Task& task = {},
                                                const RowKinds* kinds = nullptr);

} // namespace shardscope::core
