// SPDX-License-Identifier: GPL-3.0-or-later
// What a lane looks like at a given zoom: a few boxes per pixel range, whatever the number of slices.
#pragma once

#include "core/timeline/timeline.h"

#include <vector>

namespace shardscope::core {

/// A window on the time axis: [begin, end) ns shown in \c width pixels.
struct TimeWindow {
    std::int64_t begin = 0;
    std::int64_t end = 1;
    double width = 1;
};

/// Free functions without clamping; a round trip is exact to a pixel's share. pixelToTime saturates at
/// +-kMaxTime.
[[nodiscard]] double timeToPixel(const TimeWindow& window, std::int64_t ns);
[[nodiscard]] std::int64_t pixelToTime(const TimeWindow& window, double pixel);

/// One thing to draw: a slice (edges as they are, also outside the window), or a pixel column of narrow
/// slices shown by their occupancy.
struct FoldedBox {
    double left = 0;
    double right = 0;
    std::uint32_t row = 0;   ///< the slice, or the longest of the folded ones
    std::uint32_t count = 1; ///< slices in the box
    float occupancy = 1;     ///< busy share of the box; 1 for a slice of its own
    std::uint32_t first = 0; ///< of the folded ones, which follow one another; else the slice
    std::int64_t busy =
        0; ///< busy ns of the box inside the window, exact: over a lane they add up to Timeline::busy
};

/// Appends the boxes of \p lane in \p window from left to right: at most two a pixel, never overlapping. A
/// slice narrower than \p foldBelow px is folded into the pixel columns it touches, unless it is alone in
/// them and at least a pixel wide. Gaps of a pixel or more stay gaps. The cost grows with the pixels, not
/// with the slices.
void foldLane(const Timeline& timeline, LaneId lane, const TimeWindow& window, std::vector<FoldedBox>& boxes,
              double foldBelow = 2.0);

} // namespace shardscope::core
