// SPDX-License-Identifier: GPL-3.0-or-later
// Letters and digits of ASCII, whatever the locale: <cctype> turns the I of "MI300X" into something else
// where the user's language is Turkish (tests/architecture keeps it out).
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace shardscope::core {

[[nodiscard]] constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr bool isLetterOrDigit(char c)
{
    return isDigit(c) || (lowered(c) >= 'a' && lowered(c) <= 'z');
}
[[nodiscard]] inline std::string lowered(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](char c) { return lowered(c); });
    return result;
}

} // namespace shardscope::core
