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

/// Decimal seconds ("1700000000.123", with up to nine digits behind the point) as ns; none for anything else
/// and beyond +-core::kMaxTime.
[[nodiscard]] std::optional<std::int64_t> readDecimalSeconds(std::string_view text);

} // namespace shardscope::profiler
