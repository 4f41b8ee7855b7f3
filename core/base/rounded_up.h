// SPDX-License-Identifier: GPL-3.0-or-later
// Whole numbers, padded to whole multiples.
#pragma once

#include <cstdint>

namespace shardscope::core {

/// The smallest multiple of \p multiple that is not below \p value; neither is negative.
[[nodiscard]] constexpr std::int64_t roundedUp(std::int64_t value, std::int64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

} // namespace shardscope::core
