// SPDX-License-Identifier: GPL-3.0-or-later
// Decimal microseconds to integer nanoseconds. Never through double: 1712195495505582.988 has 19 digits, a
// double 16.
#pragma once

#include <cstdint>
#include <string_view>

namespace shardscope::profiler {

struct Decimal {
    enum class State : std::uint8_t {
        Absent,
        Exact,     ///< rounded half away from zero beyond the third decimal
        Saturated, ///< beyond int64
        NotANumber,
    };
    std::int64_t ns = 0;
    State state = State::Absent;

    [[nodiscard]] bool usable() const { return state == State::Exact || state == State::Saturated; }
};

/// Microseconds as JSON (or a string around it) writes them, exponents included.
[[nodiscard]] Decimal parseMicroseconds(std::string_view text);

} // namespace shardscope::profiler
