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
/// plainly and once, and which events' operands are alike. A key whose number is written otherwise (in
/// quotes, with a sign, by another name, twice) is unread: the text tells.
struct ArgNumbers {
    static constexpr std::uint8_t kRate = 1U << kArgKeys;
    static constexpr std::uint8_t kExtents = 2 * kRate;
    static constexpr std::uint8_t kAll = 2 * kExtents - 1;
    static_assert(kExtents == 0x80);

    ArgNumbers() {} // NOLINT(modernize-use-equals-default): the values are not cleared for every event

    static constexpr std::uint8_t bitOf(ArgKey key)
    {
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(key));
    }
    [[nodiscard]] bool has(ArgKey key) const { return (present & bitOf(key)) != 0; }
    [[nodiscard]] std::int64_t of(ArgKey key) const { return values[static_cast<std::size_t>(key)]; }

    std::uint8_t present = 0; ///< a bit a key, kRate, kExtents
    std::uint8_t unread = 0;  ///< the same; none of them is present
    std::array<std::int64_t, kArgKeys> values;
    double copyRate; ///< of kCopyRateName, as written
    /// Of kExtentsNames: as read a hash of what is written there; of kept numbers the place of an event of
    /// the same name that has the same written there.
    std::uint64_t extents;
};

/// Reads the object whose '{' is at \p at: the place behind its '}'. Null where it is not plain (escapes in
/// names, odd values, the text's end): json::skipValue says then where it ends, and nothing is read. kPadding
/// bytes behind \p end may be read. \p shapes, if any, has met others like those of an event of \p category.
[[nodiscard]] const char* readArgNumbers(const char* at, const char* end, ArgNumbers& numbers,
                                         ArgShapes* shapes = nullptr, std::string_view category = {});

} // namespace shardscope::profiler
