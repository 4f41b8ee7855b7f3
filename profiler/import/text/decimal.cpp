// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/text/decimal.h"

#include "core/base/ascii.h"

#include <charconv>
#include <limits>
#include <string>

namespace shardscope::profiler {

namespace {

constexpr int kDecimals = 3; // of a microsecond in a nanosecond

/// Digits and a decimal point's place, for what the quick way leaves.
Decimal parseSlowly(std::string_view text, bool negative)
{
    std::string digits;
    std::int64_t point = 0; // value = 0.d1d2d3… · 10^point
    bool seenPoint = false;
    std::size_t at = 0;
    bool anyDigit = false;
    for (; at < text.size() && (core::isDigit(text[at]) || (text[at] == '.' && !seenPoint)); ++at) {
        if (text[at] == '.') {
            seenPoint = true;
            continue;
        }
        anyDigit = true;
        if (digits.empty() && text[at] == '0') { // leading zeros carry no digit
            point -= seenPoint ? 1 : 0;
            continue;
        }
        digits.push_back(text[at]);
        point += seenPoint ? 0 : 1;
    }
    if (!anyDigit)
        return {0, Decimal::State::NotANumber};
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        const std::size_t sign = at + 1 < text.size() && text[at + 1] == '+' ? 1 : 0;
        const char* const first = text.data() + at + 1 + sign;
        const char* const last = text.data() + text.size();
        std::int32_t exponent = 0;
        const auto parsed = std::from_chars(first, last, exponent);
        if (parsed.ptr != last || first == last || parsed.ec == std::errc::invalid_argument)
            return {0, Decimal::State::NotANumber};
        if (parsed.ec == std::errc::result_out_of_range)
            exponent = *first == '-' ? -1'000'000'000 : 1'000'000'000;
        point += exponent;
        at = text.size();
    }
    if (at != text.size())
        return {0, Decimal::State::NotANumber};
    if (digits.empty())
        return {0, Decimal::State::Exact};
    point += kDecimals;
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t kMostDigits = 19;
    if (point > kMostDigits)
        return {negative ? -kMax : kMax, Decimal::State::Saturated};
    std::uint64_t ns = 0; // 19 digits fit
    for (std::int64_t place = 0; place < point; ++place)
        ns = ns * 10 + static_cast<std::uint64_t>(place < static_cast<std::int64_t>(digits.size())
                                                      ? digits[static_cast<std::size_t>(place)] - '0'
                                                      : 0);
    if (point >= 0 && point < static_cast<std::int64_t>(digits.size()) &&
        digits[static_cast<std::size_t>(point)] >= '5')
        ++ns;
    if (ns > static_cast<std::uint64_t>(kMax))
        return {negative ? -kMax : kMax, Decimal::State::Saturated};
    return {negative ? -static_cast<std::int64_t>(ns) : static_cast<std::int64_t>(ns), Decimal::State::Exact};
}

} // namespace

Decimal parseMicroseconds(std::string_view text)
{
    const bool negative = !text.empty() && text.front() == '-';
    text.remove_prefix(negative ? 1 : 0);
    constexpr std::uint64_t kSafe = std::numeric_limits<std::int64_t>::max() / 1000 - 1;
    constexpr std::size_t kSafeDigits = 18;
    std::uint64_t micros = 0;
    std::size_t at = 0;
    for (; at < text.size() && at < kSafeDigits && core::isDigit(text[at]); ++at)
        micros = micros * 10 + static_cast<std::uint64_t>(text[at] - '0');
    if (at == 0 || micros > kSafe)
        return parseSlowly(text, negative);
    std::uint64_t ns = micros * 1000;
    if (at < text.size() && text[at] == '.') {
        ++at;
        std::uint64_t weight = 100;
        for (; at < text.size() && core::isDigit(text[at]) && weight > 0; ++at) {
            ns += weight * static_cast<std::uint64_t>(text[at] - '0');
            weight /= 10;
        }
        if (at < text.size() && core::isDigit(text[at])) {
            ns += text[at] >= '5' ? 1 : 0;
            while (at < text.size() && core::isDigit(text[at]))
                ++at;
        }
    }
    if (at != text.size())
        return parseSlowly(text, negative);
    return {negative ? -static_cast<std::int64_t>(ns) : static_cast<std::int64_t>(ns), Decimal::State::Exact};
}

} // namespace shardscope::profiler
