// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/plain_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace shardscope::core {

std::optional<double> parseNumber(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    // from_chars would also take "inf", "nan" and their kin.
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    if (digits.empty() || ((digits.front() < '0' || digits.front() > '9') && digits.front() != '.'))
        return std::nullopt;
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end || !std::isfinite(number))
        return std::nullopt;
    return number;
}

std::optional<std::int64_t> parseWhole(std::string_view text)
{
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    return parsed.ec == std::errc() && parsed.ptr == end ? std::optional(number) : std::nullopt;
}

std::string fixedText(double value, int decimals)
{
    std::array<char, 400> buffer{}; // the largest double has 309 digits
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::fixed, std::clamp(decimals, 0, 40));
    return {buffer.data(), end.ptr};
}

std::string shortText(double value, int digits)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, std::clamp(digits, 1, 40));
    return {buffer.data(), end.ptr};
}

std::string shortestText(double value)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

} // namespace shardscope::core
