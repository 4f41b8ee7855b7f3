// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a word is one of a list.
#pragma once

#include <algorithm>
#include <string_view>

namespace shardscope::core {

template <class Words>
[[nodiscard]] constexpr bool isOneOf(std::string_view word, const Words& words)
{
    return std::ranges::find(words, word) != std::ranges::end(words);
}

} // namespace shardscope::core
