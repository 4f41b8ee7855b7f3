// SPDX-License-Identifier: GPL-3.0-or-later
// Words in one line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

[[nodiscard]] inline std::string joined(const std::vector<std::string>& words, std::string_view between = " ")
{
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty())
            text += between;
        text += word;
    }
    return text;
}

} // namespace shardscope::core
