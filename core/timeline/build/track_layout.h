// SPDX-License-Identifier: GPL-3.0-or-later
// Lays one track's slices out in lanes: order by time, nesting depth, overflow lanes for partial overlap.
#pragma once

#include "core/base/page_vector.h"

#include <cstdint>
#include <span>
#include <vector>

namespace shardscope::core {

/// A track's slices in the order of lanes: \c order[k] is the k-th slice as an index into the input; the
/// first \c laneCounts[0] of them are lane 0, and so on. The last \c overflowLanes lanes are overflow lanes.
struct TrackLayout {
    PageVector<std::uint32_t> order;
    std::vector<std::uint32_t> laneCounts;
    std::uint32_t overflowLanes = 0;
    std::vector<std::uint32_t> displaced; ///< input indices of the slices in overflow lanes
};

/// Nests slices by time: a slice that ends within the innermost open one lies a lane deeper; one that ends
/// after it goes to the first free overflow lane and holds nothing. Equal starts: the longer first, then
/// input order.
[[nodiscard]] TrackLayout nestTrack(std::span<const std::int64_t> ts, std::span<const std::int64_t> dur);

/// Packs slices that overlap by nature: each goes to the first lane that is free at its start.
[[nodiscard]] TrackLayout packTrack(std::span<const std::int64_t> ts, std::span<const std::int64_t> dur);

} // namespace shardscope::core
