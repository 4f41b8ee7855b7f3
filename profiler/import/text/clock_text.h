// SPDX-License-Identifier: GPL-3.0-or-later
// Points in time as logs and metrics write them, to nanoseconds by integer arithmetic.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace shardscope::profiler {

/// A point in time found at the start of a text.
struct ClockText {
    std::int64_t ns = 0;    ///< since 1970; local time is taken as if it were UTC
    std::size_t length = 0; ///< of the text it takes
    bool zoned = false;     ///< the text says which zone, or counts seconds since 1970
};

/// "2026-11-20T06:25:44.123456789Z", "2026/11/20 06:25:44,123", "2026-11-20 06:25:44+09:00"; none for
/// anything else.
[[nodiscard]] std::optional<ClockText> readCalendarTime(std::string_view text);

/// A point in time whose text does not tell the year.
struct YearlessTime {
    std::int64_t ns = 0; ///< since 1970, in the year that was given, as if it were UTC
    std::int64_t month = 0;
    std::size_t length = 0;
};
/// "1120 06:25:44.123456"; PyTorch writes "501" for May 1. Glog can be told to write years as well
/// ("20261120 06:25:44.123456"): month is 0 then.
[[nodiscard]] std::optional<YearlessTime> readGlogTime(std::string_view text, std::int64_t year);
/// "Nov 20 06:25:44", "May  1 06:25:44".
[[nodiscard]] std::optional<YearlessTime> readSyslogTime(std::string_view text, std::int64_t year);
/// A time of day alone, which a blank, a bracket, a bar, a colon with a blank or nothing follows:
/// "06:25:44.123", "06:25:44,123]"; ns since midnight. None for columns ("06:25:44,5,7") and ranges of times
/// (subtitles).
[[nodiscard]] std::optional<ClockText> readTimeOfDay(std::string_view text);
/// The year of a time since 1970.
[[nodiscard]] std::int64_t yearOf(std::int64_t ns);

/// Decimal seconds ("1700000000.123", with up to nine digits behind the point) as ns; none for anything else
/// and beyond +-core::kMaxTime.
[[nodiscard]] std::optional<std::int64_t> readDecimalSeconds(std::string_view text);

} // namespace shardscope::profiler
