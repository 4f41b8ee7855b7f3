// SPDX-License-Identifier: GPL-3.0-or-later
// A line's words.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// The parts of \p text between \p separator, empty ones too.
[[nodiscard]] inline std::vector<std::string> splitAt(std::string_view text, char separator)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

} // namespace shardscope::core
