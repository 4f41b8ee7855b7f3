// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a SQL statement, for who rewrites one of a known form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler::sql {

struct Token {
    enum class Kind : std::uint8_t { Word, Quoted, Text, Number, Sign, End };
    Kind kind = Kind::End;
    std::string word; ///< lower case; of a quoted name what stands in the quotes
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] bool isName() const { return kind == Kind::Word || kind == Kind::Quoted; }
    [[nodiscard]] bool is(std::string_view what) const
    {
        return (kind == Kind::Word || kind == Kind::Sign) && word == what;
    }
};

/// As SQLite reads \p sql (sqlite.org/lang_expr.html), with a last one of kind End; empty where it holds what
/// is not looked into: names in brackets or backticks.
[[nodiscard]] std::vector<Token> tokensOf(std::string_view sql);

} // namespace shardscope::profiler::sql
