// SPDX-License-Identifier: GPL-3.0-or-later
// Time arithmetic on numbers that a broken file may have made up: results stay within +-core::kMaxTime.
#pragma once

#include "core/timeline/timeline.h"

#include <algorithm>
#include <cstdint>

namespace shardscope::profiler {

[[nodiscard]] constexpr std::int64_t clampTime(std::int64_t ns)
{
    return std::clamp(ns, -core::kMaxTime, core::kMaxTime);
}
[[nodiscard]] constexpr std::int64_t clampTime(std::uint64_t ns)
{
    return static_cast<std::int64_t>(std::min<std::uint64_t>(ns, static_cast<std::uint64_t>(core::kMaxTime)));
}

[[nodiscard]] inline std::int64_t saturatedSum(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return a > 0 ? core::kMaxTime : -core::kMaxTime;
    return clampTime(sum);
}

[[nodiscard]] inline std::int64_t saturatedProduct(std::int64_t a, std::int64_t b)
{
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        return (a > 0) == (b > 0) ? core::kMaxTime : -core::kMaxTime;
    return clampTime(product);
}

/// Rounds down, also below zero.
[[nodiscard]] constexpr std::int64_t floorDivide(std::int64_t value, std::int64_t by)
{
    return value / by - (value % by < 0 ? 1 : 0);
}

} // namespace shardscope::profiler
