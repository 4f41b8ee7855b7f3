// SPDX-License-Identifier: GPL-3.0-or-later
// The time that most rows of a file are near to: whether it counts from 1970 is not for a stray one to say.
#pragma once

#include "core/base/median.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardscope::profiler {

/// The median of up to 101 of the times \p timeAt(0) ... timeAt(\p count - 1), evenly spread; 0 where there
/// are none.
template <class TimeAt>
std::int64_t typicalTime(std::size_t count, TimeAt timeAt)
{
    if (count == 0)
        return 0;
    constexpr std::size_t kLooks = 101;
    const std::size_t looks = std::min(count, kLooks);
    std::vector<std::int64_t> times;
    for (std::size_t look = 0; look < looks; ++look)
        times.push_back(timeAt(count * look / looks));
    return core::medianOf(std::move(times));
}

} // namespace shardscope::profiler
