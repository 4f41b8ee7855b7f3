// SPDX-License-Identifier: GPL-3.0-or-later
// Words of ours as an argument of an error: a marked text is their code, and has arguments of its own.
#pragma once

#include "core/base/text_mark.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// Words of ours, marked with W_, and what its %1, %2 … stand for. The front ends translate the text.
struct Phrase {
    std::string text;
    std::vector<std::string> values;
};

/// The phrase as one argument. ASCII's separators (U+001E before it, U+001F between its parts) tell it from
/// somebody else's words: names, keys and numbers, which are shown as they stand.
[[nodiscard]] std::string phrase(std::string_view text, const std::vector<std::string>& values = {});
/// What phrase() put together; none: \p argument is somebody else's words.
[[nodiscard]] std::optional<Phrase> phraseOf(std::string_view argument);

} // namespace shardscope::core
