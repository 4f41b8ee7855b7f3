// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns of names: "*" is any text, "?" one letter, "[a-z0-9]" one of these. Without case.
#pragma once

#include <string>
#include <string_view>

namespace shardscope::core {

class Glob {
public:
    explicit Glob(std::string_view pattern);
    /// \p lower: in lower case.
    [[nodiscard]] bool matches(std::string_view lower) const;
    [[nodiscard]] const std::string& pattern() const { return m_pattern; } ///< in lower case
    /// The longest text that every match holds; empty where there is none.
    [[nodiscard]] std::string literal() const;

private:
    std::string m_pattern;
    bool m_plain = true; ///< only the pattern itself matches
};

} // namespace shardscope::core
