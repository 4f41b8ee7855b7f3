// SPDX-License-Identifier: GPL-3.0-or-later
// The value in the middle of many, which few that lie far out do not move.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace shardscope::core {

/// The value in the middle of \p values, which are not empty; of an even number the larger of both.
template <class T>
[[nodiscard]] T medianOf(std::vector<T> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Standard deviations in a median distance from the median, of a normal distribution: 1 over its upper
/// quartile.
inline constexpr double kDeviationsOfMedian = 1.4826;

} // namespace shardscope::core
