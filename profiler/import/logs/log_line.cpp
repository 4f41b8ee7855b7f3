// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/logs/log_line.h"

#include "profiler/import/text/clock_text.h"

#include <algorithm>
#include <array>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kMostWords = 3;
constexpr std::size_t kLongestWord = 40;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool allDigits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, isDigit); }

std::string_view levelOf(std::string_view rest)
{
    constexpr std::array<std::string_view, 8> kLevels{"DEBUG", "INFO",     "WARNING", "WARN",
                                                      "ERROR", "CRITICAL", "FATAL",   "TRACE"};
    const std::string_view head = rest.substr(0, 80);
    std::string_view found = "log";
    std::size_t first = std::string_view::npos;
    for (const std::string_view level : kLevels) {
        const std::size_t at = head.find(level);
        if (at != std::string_view::npos && (first == std::string_view::npos || at < first)) {
            first = at;
            found = level;
        }
    }
    return found;
}

/// glog writes a letter before the date.
std::string_view levelOfLetter(char letter)
{
    switch (letter) {
    case 'I': return "INFO";
    case 'W': return "WARNING";
    case 'E': return "ERROR";
    case 'F': return "FATAL";
    case 'D':
    case 'V': return "DEBUG";
    default: return {};
    }
}

std::optional<LogLine> readSeconds(std::string_view text)
{
    const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string_view number = text.substr(0, end);
    // Ten digits before the point: 2001 to 2286.
    const bool ends =
        end == text.size() || std::string_view(" ]:\t").find(text[end]) != std::string_view::npos;
    if (number.find('.') != 10 || !ends)
        return std::nullopt;
    const auto ns = readDecimalSeconds(number);
    if (!ns)
        return std::nullopt;
    return LogLine{*ns, true, true, 0, {}, {}, text.substr(end)};
}

/// A time at the very beginning of \p text.
std::optional<LogLine> readTime(std::string_view text, std::int64_t year)
{
    if (const auto time = readCalendarTime(text))
        return LogLine{time->ns, time->zoned, true, 0, {}, {}, text.substr(time->length)};
    if (auto seconds = readSeconds(text))
        return seconds;
    if (const auto time = readSyslogTime(text, year))
        return LogLine{time->ns, false, true, time->month, {}, {}, text.substr(time->length)};
    const std::string_view level = text.empty() ? std::string_view() : levelOfLetter(text.front());
    if (level.empty())
        return std::nullopt;
    const auto time = readGlogTime(text.substr(1), year);
    if (!time)
        return std::nullopt;
    return LogLine{time->ns, false, true, time->month, {}, level, text.substr(time->length + 1)};
}

std::optional<LogLine> readUndated(std::string_view text)
{
    const auto time = readTimeOfDay(text);
    if (!time)
        return std::nullopt;
    return LogLine{time->ns, false, false, 0, {}, {}, text.substr(time->length)};
}

/// The length of a word that says who writes, with its marks: "[rank0]:", "(worker pid=7) ", "web-1  | ", "3:
/// ". 0: there is none.
std::size_t wordLength(std::string_view text)
{
    const std::string_view head = text.substr(0, kLongestWord);
    if (head.empty())
        return 0;
    std::size_t end = std::string_view::npos;
    if (head.front() == '[' || head.front() == '(') {
        end = head.find(head.front() == '[' ? ']' : ')');
    } else if (const std::size_t bar = head.find('|'); bar != std::string_view::npos) {
        end = bar;
    } else {
        end = head.find_first_of(": \t");
        if (end == 0 || (end != std::string_view::npos && head[end] != ':'))
            return 0;
    }
    if (end == std::string_view::npos)
        return 0;
    ++end;
    return end < text.size() && text[end] == ':' ? end + 1 : end;
}

std::string_view withoutMarks(std::string_view word)
{
    constexpr std::string_view kMarks = "[]()|: \t";
    const std::size_t first = word.find_first_not_of(kMarks);
    return first == std::string_view::npos ? std::string_view()
                                           : word.substr(first, word.find_last_not_of(kMarks) - first + 1);
}

/// Whether such a word can be nothing else: in brackets, before a bar, or a number.
bool isSurelyWho(std::string_view word)
{
    return word.starts_with('[') || word.starts_with('(') || word.ends_with('|') ||
           allDigits(withoutMarks(word));
}

} // namespace

std::optional<LogLine> readLogLine(std::string_view line, std::int64_t year, LogDates dates)
{
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    std::string_view who;
    for (std::size_t words = 0; words <= kMostWords; ++words) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const std::string_view text = line.substr(line.starts_with('[') ? 1 : 0);
        auto read = readTime(text, year);
        if (!read && dates == LogDates::Untold)
            read = readUndated(text);
        if (read) {
            read->who = who;
            if (read->level.empty())
                read->level = levelOf(read->rest);
            return read;
        }
        const std::size_t length = wordLength(line);
        if (length == 0)
            return std::nullopt;
        const std::string_view word = line.substr(0, length);
        dates = isSurelyWho(word) ? dates : LogDates::Told;
        who = who.empty() ? withoutMarks(word) : who;
        line.remove_prefix(length);
    }
    return std::nullopt;
}

std::string logProcess(std::string_view who)
{
    if (who.empty())
        return "log";
    const std::string_view number = who.substr(who.starts_with("rank") ? 4 : 0);
    const std::string_view digits = number.substr(std::min(number.find_first_not_of(" _-"), number.size()));
    return "log of " + (allDigits(digits) ? "rank " + std::string(digits) : std::string(who));
}

} // namespace shardscope::profiler
