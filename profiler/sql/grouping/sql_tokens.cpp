// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/grouping/sql_tokens.h"

#include "core/base/ascii.h"
#include "core/base/one_of.h"

#include <algorithm>
#include <array>
#include <utility>

namespace shardscope::profiler::sql {

namespace {

bool isWordByte(char c) { return core::isLetterOrDigit(c) || c == '_' || c == '$' || (c & 0x80) != 0; }

/// Where what is quoted from \p begin on ends; a doubled quote stands for one.
std::size_t quotedEnd(std::string_view sql, std::size_t begin)
{
    for (std::size_t at = begin + 1; at < sql.size(); ++at) {
        if (sql[at] != sql[begin])
            continue;
        if (at + 1 == sql.size() || sql[at + 1] != sql[begin])
            return at + 1;
        ++at;
    }
    return std::string_view::npos;
}

/// Blanks and comments from \p at on.
std::size_t behindBlanks(std::string_view sql, std::size_t at)
{
    while (at < sql.size()) {
        if (std::string_view(" \t\n\r\f").find(sql[at]) != std::string_view::npos)
            ++at;
        else if (sql.substr(at, 2) == "--")
            at = std::min(sql.find('\n', at), sql.size());
        else if (sql.substr(at, 2) == "/*")
            at = std::min(sql.find("*/", at + 2), sql.size() - 2) + 2;
        else
            break;
    }
    return at;
}

} // namespace

std::vector<Token> tokensOf(std::string_view sql)
{
    std::vector<Token> tokens;
    for (std::size_t at = behindBlanks(sql, 0); at < sql.size(); at = behindBlanks(sql, at)) {
        Token token;
        token.begin = at;
        const char first = sql[at];
        if (first == '\'' || first == '"') {
            token.kind = first == '"' ? Token::Kind::Quoted : Token::Kind::Text;
            at = quotedEnd(sql, at);
            if (at == std::string_view::npos)
                return {};
            token.word = core::lowered(sql.substr(token.begin + 1, at - token.begin - 2));
            // The group table's own names, and what a name in quotes would need unquoted.
            if (first == '"' && token.word.find_first_of("(\"") != std::string::npos)
                return {};
        } else if (isWordByte(first)) {
            token.kind = core::isDigit(first) ? Token::Kind::Number : Token::Kind::Word;
            while (at < sql.size() && isWordByte(sql[at]))
                ++at;
            token.word = core::lowered(sql.substr(token.begin, at - token.begin));
        } else if (first == '[' || first == '`') {
            return {};
        } else {
            token.kind = Token::Kind::Sign;
            token.word = std::string(1, first);
            ++at;
        }
        token.end = at;
        tokens.push_back(std::move(token));
    }
    while (!tokens.empty() && tokens.back().is(";"))
        tokens.pop_back();
    tokens.push_back({Token::Kind::End, {}, sql.size(), sql.size()});
    return tokens;
}

bool isKeyword(std::string_view word)
{
    static constexpr auto kWords = std::to_array<std::string_view>(
        {"all",  "and",    "as",     "asc",    "between", "by",   "case",    "cast",   "desc",  "distinct",
         "else", "end",    "escape", "first",  "from",    "glob", "group",   "having", "in",    "integer",
         "is",   "isnull", "last",   "like",   "limit",   "not",  "notnull", "null",   "nulls", "offset",
         "or",   "order",  "real",   "regexp", "select",  "text", "then",    "when",   "where"});
    return core::isOneOf(word, kWords);
}

bool isPlainFunction(std::string_view word)
{
    static constexpr auto kFunctions = std::to_array<std::string_view>(
        {"abs",   "ceil",    "coalesce", "floor", "format", "hex",    "ifnull", "iif",
         "instr", "length",  "lower",    "ltrim", "max",    "min",    "nullif", "printf",
         "quote", "replace", "round",    "rtrim", "sign",   "substr", "typeof", "upper"});
    return core::isOneOf(word, kFunctions);
}

} // namespace shardscope::profiler::sql
