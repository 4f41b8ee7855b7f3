// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/text/clock_text.h"

#include "core/base/ascii.h"

#include "profiler/import/text/saturate.h"

namespace shardscope::profiler {

namespace {

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
            if (!core::isDigit(m_text[at + i]))
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
        for (; at < m_text.size() && core::isDigit(m_text[at]); ++at, weight /= 10)
            ns += (m_text[at] - '0') * weight;
        return ns;
    }
    [[nodiscard]] bool digitNext() const { return at < m_text.size() && core::isDigit(m_text[at]); }
    [[nodiscard]] bool digitAfterNext() const
    {
        return at + 1 < m_text.size() && core::isDigit(m_text[at + 1]);
    }

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

/// "06:25:44" as ns; -1 for anything else.
std::int64_t timeOfDay(Cursor& cursor)
{
    const std::int64_t hour = cursor.number(2);
    if (hour < 0 || hour > 24 || !cursor.accept(":"))
        return -1;
    const std::int64_t minute = cursor.number(2);
    if (minute < 0 || minute > 59 || !cursor.accept(":"))
        return -1;
    const std::int64_t second = cursor.number(2);
    if (second < 0 || second > 60)
        return -1;
    return (hour * 60 + minute) * 60'000'000'000 + second * 1'000'000'000;
}

constexpr std::int64_t kDayNs = 86'400'000'000'000;

bool isYear(std::int64_t year) { return year >= 1900 && year <= 2115; }
bool isDate(std::int64_t year, std::int64_t month, std::int64_t day)
{
    return isYear(year) && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

} // namespace

std::optional<YearlessTime> readGlogTime(std::string_view text, std::int64_t year)
{
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits != 3 && digits != 4 && digits != 8)
        return std::nullopt;
    Cursor cursor(text);
    const bool told = digits == 8;
    year = told ? cursor.number(4) : year;
    const std::int64_t month = cursor.number(digits == 3 ? 1 : 2);
    const std::int64_t day = cursor.number(2);
    if (!isDate(year, month, day) || !cursor.accept(" "))
        return std::nullopt;
    const std::int64_t time = timeOfDay(cursor);
    if (time < 0)
        return std::nullopt;
    const std::int64_t fraction = cursor.digitAfterNext() && cursor.accept(".") ? cursor.fraction() : 0;
    return YearlessTime{daysOf(year, month, day) * kDayNs + time + fraction, told ? 0 : month, cursor.at};
}

std::optional<YearlessTime> readSyslogTime(std::string_view text, std::int64_t year)
{
    constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const std::size_t name =
        text.size() < 4 || text[3] != ' ' ? std::string_view::npos : kMonths.find(text.substr(0, 3));
    if (name == std::string_view::npos || name % 3 != 0)
        return std::nullopt;
    const auto month = static_cast<std::int64_t>(name / 3 + 1);
    Cursor cursor(text);
    cursor.at = 4;
    const std::int64_t day = cursor.number(cursor.accept(" ") ? 1 : 2);
    if (!isDate(year, month, day) || !cursor.accept(" "))
        return std::nullopt;
    const std::int64_t time = timeOfDay(cursor);
    if (time < 0)
        return std::nullopt;
    return YearlessTime{daysOf(year, month, day) * kDayNs + time, month, cursor.at};
}

std::optional<ClockText> readTimeOfDay(std::string_view text)
{
    Cursor cursor(text);
    const std::int64_t time = timeOfDay(cursor);
    if (time < 0)
        return std::nullopt;
    const std::int64_t fraction = cursor.digitAfterNext() && cursor.accept(".,") ? cursor.fraction() : 0;
    const std::string_view rest = text.substr(cursor.at);
    const bool ends = rest.empty() ||
                      std::string_view(" \t]|").find(rest.front()) != std::string_view::npos ||
                      rest.starts_with(": ");
    const std::size_t next = rest.find_first_not_of(" \t");
    if (!ends || (next != std::string_view::npos && rest.substr(next).starts_with("-->")))
        return std::nullopt;
    return ClockText{time + fraction, cursor.at, false};
}

std::int64_t yearOf(std::int64_t ns)
{
    const std::int64_t days = ns / kDayNs - (ns % kDayNs < 0 ? 1 : 0);
    std::int64_t year = 1970 + (days < 0 ? days / 365 - 1 : days / 366); // never too late
    while (daysOf(year + 1, 1, 1) <= days)
        ++year;
    return year;
}

std::optional<ClockText> readCalendarTime(std::string_view text)
{
    Cursor cursor(text);
    const std::int64_t year = cursor.number(4);
    if (!cursor.accept("-/"))
        return std::nullopt;
    const std::int64_t month = cursor.number(2);
    if (!cursor.accept("-/"))
        return std::nullopt;
    const std::int64_t day = cursor.number(2);
    if (!isDate(year, month, day) || !cursor.accept("T _"))
        return std::nullopt;
    const std::int64_t time = timeOfDay(cursor);
    if (time < 0)
        return std::nullopt;
    ClockText read;
    read.ns = daysOf(year, month, day) * kDayNs + time;
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
    for (; at < text.size() && core::isDigit(text[at]); ++at) {
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
