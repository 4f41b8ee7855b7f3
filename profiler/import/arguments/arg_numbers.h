// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of one event that tie it to others, read while its arguments are skipped: an importer has them
// in its hands once, and who joins rows need not read the file again.
#pragma once

#include "profiler/import/arguments/arg_keys.h"
#include "profiler/import/arguments/arg_shapes.h"

#include <array>
#include <cstdint>

namespace shardscope::profiler {

/// What is known of an event's arguments without their text: whole numbers under a key's usual name, written
/// plainly and once. A key whose number is written otherwise (in quotes, with a sign, by another name, twice)
/// is unread: the text tells.
struct ArgNumbers {
    static constexpr std::uint8_t kRate = 1U << kArgKeys;
    static constexpr std::uint8_t kAll = 2 * kRate - 1;
    static_assert(kAll < 0x80);

    ArgNumbers() {} // NOLINT(modernize-use-equals-default): the values are not cleared for every event

    static constexpr std::uint8_t bitOf(ArgKey key)
    {
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(key));
    }
    [[nodiscard]] bool has(ArgKey key) const { return (present & bitOf(key)) != 0; }
    [[nodiscard]] std::int64_t of(ArgKey key) const { return values[static_cast<std::size_t>(key)]; }

    std::uint8_t present = 0; ///< a bit a key, kRate
    std::uint8_t unread = 0;  ///< the same; none of them is present
    std::array<std::int64_t, kArgKeys> values;
    double copyRate; ///< of kCopyRateName, as written
};

/// Reads the object whose '{' is at \p at: the place behind its '}'. Null where it is not plain (escapes in
/// names, odd values, the text's end): json::skipValue says then where it ends, and nothing is read. kPadding
/// bytes behind \p end may be read. \p shapes, if any, has met others like those of an event of \p category.
[[nodiscard]] const char* readArgNumbers(const char* at, const char* end, ArgNumbers& numbers,
                                         ArgShapes* shapes = nullptr, std::string_view category = {});

} // namespace shardscope::profiler
