// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as programs write them, whatever the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope::core {

/// The number that is all of \p text ("0.3", "-1e-6"); none of what is no finite decimal number.
[[nodiscard]] std::optional<double> parseNumber(std::string_view text);
/// The whole number that is all of \p text; none of what is none, or too large.
[[nodiscard]] std::optional<std::int64_t> parseWhole(std::string_view text);
/// \p value with so many digits behind its point.
[[nodiscard]] std::string fixedText(double value, int decimals);
/// \p value with at most so many digits, in the shorter of the plain and the scientific form (printf's %g).
[[nodiscard]] std::string shortText(double value, int digits);

/// The fewest digits that read back as \p value.
[[nodiscard]] std::string shortestText(double value);

} // namespace shardscope::core
