// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/clock_text.h"

#include "profiler/import/saturate.h"

namespace shardscope::profiler {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Reads numbers and marks off the front of a text.
class Cursor {
public:
    explicit Cursor(std::string_view text)
        : m_text(text)
    {
    }

    /// Exactly \p digits digits; -1 where there are none.
    std::int64_t number(std::size_t digits)
    {
        if (m_text.size() - at < digits)
            return -1;
        std::int64_t value = 0;
        for (std::size_t i = 0; i < digits; ++i) {
            if (!isDigit(m_text[at + i]))
                return -1;
            value = value * 10 + (m_text[at + i] - '0');
        }
        at += digits;
        return value;
    }
    bool accept(std::string_view any)
    {
        if (at >= m_text.size() || any.find(m_text[at]) == std::string_view::npos)
            return false;
        ++at;
        return true;
    }
    /// Digits behind a point, as ns; further digits are dropped.
    std::int64_t fraction()
    {
        std::int64_t ns = 0, weight = 100'000'000;
        for (; at < m_text.size() && isDigit(m_text[at]); ++at, weight /= 10)
            ns += (m_text[at] - '0') * weight;
        return ns;
    }
    [[nodiscard]] bool digitNext() const { return at < m_text.size() && isDigit(m_text[at]); }
    [[nodiscard]] bool digitAfterNext() const { return at + 1 < m_text.size() && isDigit(m_text[at + 1]); }

    std::size_t at = 0;

private:
    std::string_view m_text;
};

/// Days from 1970-01-01 (proleptic Gregorian calendar; H. Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms").
std::int64_t daysOf(std::int64_t year, std::int64_t month, std::int64_t day)
{
    year -= month <= 2 ? 1 : 0;
    const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
    const std::int64_t yearOfEra = year - era * 400;
    const std::int64_t dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468;
}

} // namespace

std::optional<ClockText> readCalendarTime(std::string_view text)
{
    Cursor cursor(text);
    const std::int64_t year = cursor.number(4);
    if (year < 1900 || year > 2115 || !cursor.accept("-/"))
        return std::nullopt;
    const std::int64_t month = cursor.number(2);
    if (month < 1 || month > 12 || !cursor.accept("-/"))
        return std::nullopt;
    const std::int64_t day = cursor.number(2);
    if (day < 1 || day > 31 || !cursor.accept("T _"))
        return std::nullopt;
    const std::int64_t hour = cursor.number(2);
    if (hour < 0 || hour > 24 || !cursor.accept(":"))
        return std::nullopt;
    const std::int64_t minute = cursor.number(2);
    if (minute < 0 || minute > 59 || !cursor.accept(":"))
        return std::nullopt;
    const std::int64_t second = cursor.number(2);
    if (second < 0 || second > 60)
        return std::nullopt;
    ClockText read;
    read.ns =
        ((daysOf(year, month, day) * 24 + hour) * 60 + minute) * 60'000'000'000 + second * 1'000'000'000;
    if (cursor.digitAfterNext() && cursor.accept(".,"))
        read.ns += cursor.fraction();
    if (cursor.accept("Z")) {
        read.zoned = true;
    } else if (cursor.digitAfterNext() && text[cursor.at] != ' ') {
        const bool west = text[cursor.at] == '-';
        if (cursor.accept("+-")) {
            const std::int64_t hours = cursor.number(2);
            cursor.accept(":");
            const std::int64_t minutes = cursor.digitNext() ? cursor.number(2) : 0;
            if (hours < 0 || hours > 18 || minutes < 0)
                return std::nullopt;
            const std::int64_t offset = (hours * 60 + minutes) * 60'000'000'000;
            read.ns += west ? offset : -offset;
            read.zoned = true;
        }
    }
    read.length = cursor.at;
    return read;
}

std::optional<std::int64_t> readDecimalSeconds(std::string_view text)
{
    const bool negative = text.starts_with('-');
    if (negative)
        text.remove_prefix(1);
    std::int64_t seconds = 0;
    std::size_t at = 0;
    for (; at < text.size() && isDigit(text[at]); ++at) {
        if (seconds > core::kMaxTime / 10'000'000'000)
            return std::nullopt;
        seconds = seconds * 10 + (text[at] - '0');
    }
    if (at == 0 || seconds >= core::kMaxTime / 1'000'000'000)
        return std::nullopt;
    std::int64_t ns = seconds * 1'000'000'000;
    if (at < text.size() && text[at] == '.') {
        Cursor cursor(text.substr(at + 1));
        ns += cursor.fraction();
        at += 1 + cursor.at;
    }
    if (at != text.size())
        return std::nullopt;
    return negative ? -ns : ns;
}

} // namespace shardscope::profiler
