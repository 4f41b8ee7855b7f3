// SPDX-License-Identifier: GPL-3.0-or-later
// The patterns by which lines of logs tell when they were written, by whom, and how bad it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope::profiler {

/// What a line of a log begins with. Views are into the line.
struct LogLine {
    std::int64_t ns = 0;    ///< since 1970; local time is taken as if it were UTC
    bool zoned = false;     ///< the line says which zone, or counts seconds since 1970
    bool dated = true;      ///< false: ns counts from the midnight of a day that the line does not tell
    std::int64_t month = 0; ///< of a time that does not tell its year; 0: it does
    std::string_view who;   ///< what stands before the time: "[rank0]:", "3: ", "node-a:"; without the marks
    std::string_view level; ///< "INFO", "WARNING", …; "log" where the line does not say
    std::string_view rest;  ///< behind the time
};

/// Whether a time of day alone is a line's time. Where others of the file tell dates, it is part of the text.
enum class LogDates : std::uint8_t { Told, Untold };

/// A line that begins with a time, perhaps behind up to three words that say who writes: a calendar's
/// ("2026-11-20 06:25:44,123", in brackets or not), seconds since 1970 with decimals, glog's and PyTorch's
/// ("I1120 06:25:44.123456", google/glog, "Log Line Prefix"; pytorch, c10/util/Logging.cpp) or syslog's
/// ("Nov 20 06:25:44", RFC 3164). The last two tell no year: \p year is taken. Of \p dates untold also a time
/// of day ("06:25:44.123"), first of the line or behind numbers and words in brackets or before a bar: behind
/// others it says how long something took ("elapsed: 00:12:33").
[[nodiscard]] std::optional<LogLine> readLogLine(std::string_view line, std::int64_t year = 1970,
                                                 LogDates dates = LogDates::Told);

/// The name of who wrote, for a process of the timeline: "log", "log of rank 3", "log of node-a".
[[nodiscard]] std::string logProcess(std::string_view who);

} // namespace shardscope::profiler
