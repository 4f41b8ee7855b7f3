// SPDX-License-Identifier: GPL-3.0-or-later
// What is left of a name where nobody agrees on hyphens, spaces and capitals.
#pragma once

#include "core/base/ascii.h"

#include <string>
#include <string_view>

namespace shardscope::core {

/// Letters and digits of \p name, small: "llama370b" of "Llama-3 70B".
[[nodiscard]] inline std::string plainName(std::string_view name)
{
    std::string plain;
    for (const char letter : name) {
        if (isLetterOrDigit(letter))
            plain += lowered(letter);
    }
    return plain;
}

} // namespace shardscope::core
