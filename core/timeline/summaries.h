// SPDX-License-Identifier: GPL-3.0-or-later
// What a timeline knows about its columns as a whole: block sums of its lanes, and its first and last time.
#pragma once

#include "core/base/page_vector.h"
#include "core/timeline/timeline.h"

#include <cstdint>
#include <span>
#include <utility>

namespace shardscope::core {

/// The blocks of all lanes, and the first block of each lane with one more at the end.
struct LaneBlocks {
    PageVector<LaneBlock> blocks;
    PageVector<std::uint32_t> firstBlock;
};
[[nodiscard]] LaneBlocks sumLaneBlocks(std::span<const Lane> lanes, std::span<const std::int64_t> ts,
                                       std::span<const std::int64_t> dur);

/// First and last time of anything in \p timeline; 0, 0 where there is nothing.
[[nodiscard]] std::pair<std::int64_t, std::int64_t> timeRange(const TimelineParts& timeline);

} // namespace shardscope::core
