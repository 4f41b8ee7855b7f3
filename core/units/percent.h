// SPDX-License-Identifier: GPL-3.0-or-later
// Shares and changes in percent.
#pragma once

#include <cmath>
#include <optional>
#include <string>

namespace shardscope::core {

/// \p fraction in percent with so many digits behind its point: "12.3 %"; beyond a million percent, which
/// tells nobody anything, that bound: "> 1000000 %", "< -1000000 %".
[[nodiscard]] std::string percentText(double fraction, int decimals);

/// Beyond this many times what was there before, a share says nothing: the difference itself is told.
inline constexpr double kMostChange = 100;

/// \p b / \p a - 1; none where \p a is next to nothing beside \p b.
[[nodiscard]] inline std::optional<double> relativeChange(double a, double b)
{
    const bool told = a != 0 && std::abs(b - a) <= kMostChange * std::abs(a);
    return told ? std::optional(b / a - 1) : std::nullopt;
}

} // namespace shardscope::core
