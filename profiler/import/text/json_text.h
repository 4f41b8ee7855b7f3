// SPDX-License-Identifier: GPL-3.0-or-later
// Walking over JSON text without building anything: fast where the text is clean, exact where it is not.
// All functions read up to kPadding bytes behind \c end, which must hold NULs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope::profiler::json {

inline constexpr std::size_t kPadding = 128;

enum class Outcome : std::uint8_t {
    Ok,
    Incomplete, ///< the text ends first
    Broken,     ///< not JSON, also by our tolerant reading
};

struct Skipped {
    const char* end; ///< behind the value; for Broken where it broke
    Outcome outcome;
};

/// A string's inside or a bare token, as written.
struct Scalar {
    std::string_view raw;
    bool quoted = false;
};

/// NUL counts as space, so that the padding ends every walk.
[[nodiscard]] inline const char* skipSpace(const char* at, const char* end)
{
    while (at < end && static_cast<unsigned char>(*at) <= ' ')
        ++at;
    return at;
}

/// The closing quote of the string whose inside starts at \p at; null when the text ends first.
[[nodiscard]] const char* findQuote(const char* at, const char* end);

/// Reads a string or a bare token (number, word). Broken where neither starts.
[[nodiscard]] Skipped readScalar(const char* at, const char* end, Scalar& scalar);

/// Skips any value. Containers go by blocks of 64 bytes; a block that looks wrong (text next to a quote,
/// control characters inside a string) is walked again by skipStrict.
[[nodiscard]] Skipped skipValue(const char* at, const char* end);

/// The container at \p at by blocks, where nothing in it looks wrong; null where something does, or the text
/// ends.
[[nodiscard]] const char* skipPlain(const char* at, const char* end);

/// Skips any value by the grammar; tolerated are bare words and control characters in strings. No recursion.
[[nodiscard]] Skipped skipStrict(const char* at, const char* end);

/// Appends the text that \p raw (a string's inside) stands for, as valid UTF-8: escapes resolved, what is not
/// UTF-8 replaced by U+FFFD. Returns whether anything had to be repaired; raw control characters are kept,
/// but count.
bool appendText(std::string_view raw, std::string& text);

} // namespace shardscope::profiler::json
