// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which a timeline shows its tracks.
#pragma once

#include "core/timeline/timeline.h"

#include <charconv>
#include <string_view>
#include <tuple>

namespace shardscope::core {

/// "stream 7" before "stream 10", 9 before 10, numbers before words.
struct NaturalKey {
    bool word = true;
    std::int64_t number = 0;
    std::string_view text;

    explicit NaturalKey(std::string_view key)
        : text(key)
    {
        const auto parsed = std::from_chars(key.data(), key.data() + key.size(), number);
        word = parsed.ec != std::errc() || parsed.ptr != key.data() + key.size();
        number = word ? 0 : number;
    }
    friend auto operator<=>(const NaturalKey&, const NaturalKey&) = default;
};

/// Tracks are sorted by this; its views live as long as \p names.
[[nodiscard]] inline auto displayKey(const Track& track, const StringPool& names)
{
    return std::tuple(track.rank, track.source, track.processOrder, NaturalKey(names.text(track.processKey)),
                      track.async, track.threadOrder, NaturalKey(names.text(track.threadKey)));
}

} // namespace shardscope::core
