// SPDX-License-Identifier: GPL-3.0-or-later
// A change as a share of what was there before.
#pragma once

#include <cmath>
#include <optional>

namespace shardscope::core {

/// Beyond this many times what was there before, a share says nothing: the difference itself is told.
inline constexpr double kMostChange = 100;

/// \p b / \p a - 1; none where \p a is next to nothing beside \p b.
[[nodiscard]] inline std::optional<double> relativeChange(double a, double b)
{
    const bool told = a != 0 && std::abs(b - a) <= kMostChange * std::abs(a);
    return told ? std::optional(b / a - 1) : std::nullopt;
}

} // namespace shardscope::core
