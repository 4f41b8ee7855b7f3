// SPDX-License-Identifier: GPL-3.0-or-later
// Words in one line.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>

namespace shardscope::core {

/// \p words with \p between them: texts, whole numbers, or what \p function makes of each.
template <class Range, class Function = std::identity>
[[nodiscard]] std::string joined(const Range& words, std::string_view between = " ", Function function = {})
{
    std::string text;
    for (const auto& each : words) {
        if (!text.empty())
            text += between;
        const auto& word = std::invoke(function, each);
        if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(word)>>)
            text += std::to_string(word);
        else
            text += word;
    }
    return text;
}

} // namespace shardscope::core
