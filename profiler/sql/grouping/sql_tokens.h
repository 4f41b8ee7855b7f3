// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a SQL statement, for who rewrites one of a known form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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

/// The tokens that SQLite reads in \p sql (sqlite.org/lang_expr.html), and a last one of kind End; empty if
/// it holds what is not looked into: names in brackets or backticks.
[[nodiscard]] std::vector<Token> tokensOf(std::string_view sql);

/// Words of SQLite's that may stand in such a statement. COLLATE may not: SQLite 3.40 takes "x = 'A' COLLATE
/// NOCASE OR x = 'B' COLLATE NOCASE" for "x IN ('A', 'B')" where x is looked up, and compares otherwise.
[[nodiscard]] bool isKeyword(std::string_view word);
/// Functions whose value depends on nothing but their arguments. min and max have several, or, as
/// aggregates, give the same for groups as for rows.
[[nodiscard]] bool isPlainFunction(std::string_view word);

} // namespace shardscope::profiler::sql
