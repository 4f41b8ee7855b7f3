// SPDX-License-Identifier: GPL-3.0-or-later
// What a constraint's value means for a column of ours, exactly as SQLite would compare it.
#pragma once

#include "profiler/sql/sqlite/virtual_table.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace shardscope::profiler::sql {

/// Integers from low to high, both in it.
struct IntegerRange {
    std::int64_t low = std::numeric_limits<std::int64_t>::min();
    std::int64_t high = std::numeric_limits<std::int64_t>::max();
    [[nodiscard]] bool empty() const { return low > high; }
    [[nodiscard]] bool contains(std::int64_t value) const { return value >= low && value <= high; }
};

/// Leaves of \p range the integers that compare so with \p value: numbers, text that reads as a number, and
/// text and blobs, which are above every number. NULL compares with nothing.
void narrow(IntegerRange& range, Comparison comparison, sqlite3_value* value);

/// The text that a text column equals; none for NULL and blobs.
[[nodiscard]] std::optional<std::string_view> textOf(sqlite3_value* value);

/// An integer argument of a function; none for NULL and what is no integer.
[[nodiscard]] std::optional<std::int64_t> integerOf(sqlite3_value* value);

/// Whether \p text, NUL-terminated, matches the pattern of a GLOB or LIKE.
[[nodiscard]] bool matches(Comparison comparison, const char* pattern, const char* text);

/// Longer patterns are refused: matching many stars takes exponential time. SQLITE_LIMIT_LIKE_PATTERN_LENGTH.
inline constexpr int kLongestPattern = 256;

} // namespace shardscope::profiler::sql
