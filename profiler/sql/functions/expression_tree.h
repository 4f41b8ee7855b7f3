// SPDX-License-Identifier: GPL-3.0-or-later
// A POSIX extended regular expression, read into a tree whose size is known before anything is made of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::profiler::sql {

/// Characters as ranges of code points, both ends in it. A byte that is no UTF-8 counts as kNoText + byte.
using CharacterSet = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
inline constexpr std::uint32_t kNoText = 0x110000;
inline constexpr std::uint32_t kLastCharacter = kNoText + 0xFF;

/// Takes the character at the start of \p text, which is not empty, off it.
[[nodiscard]] std::uint32_t takeCharacter(std::string_view& text);
/// A letter, a digit or "_", as \w, \b, \< and \> ask; what lies beyond ASCII counts as letters.
[[nodiscard]] bool isWordCharacter(std::uint32_t character);

struct ExpressionNode {
    enum class Kind : std::uint8_t {
        Set,
        All, ///< its children one behind the other; without any: nothing at all
        Any, ///< one of its children
        Repeat,
        TextBegin,
        TextEnd,
        WordBegin,
        WordEnd,
        WordEdge,
        NoWordEdge
    };
    Kind kind = Kind::All;
    CharacterSet set{};
    std::vector<ExpressionNode> children{};
    std::uint32_t least = 0;
    std::optional<std::uint32_t> most{}; ///< none: without end
};

/// Reads all of \p text. On failure returns nothing and puts a sentence into \p why.
[[nodiscard]] std::optional<ExpressionNode> readExpression(std::string_view text, std::string& why);

} // namespace shardscope::profiler::sql
