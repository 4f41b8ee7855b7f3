// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/glob.h"

#include "core/base/ascii.h"

namespace shardscope::core {

namespace {

constexpr auto kNone = std::string_view::npos;

/// The place behind the one letter of a pattern that stands at \p at: a set ends at its bracket.
std::size_t behind(std::string_view pattern, std::size_t at)
{
    if (pattern[at] != '[')
        return at + 1;
    const std::size_t close = pattern.find(']', at + 1);
    return close == kNone ? at + 1 : close + 1;
}

bool isIn(std::string_view set, char c)
{
    for (std::size_t at = 0; at < set.size(); ++at) {
        const bool range = at + 2 < set.size() && set[at + 1] == '-';
        if (range ? c >= set[at] && c <= set[at + 2] : c == set[at])
            return true;
        at += range ? 2 : 0;
    }
    return false;
}

bool oneMatches(std::string_view pattern, std::size_t at, char c)
{
    if (pattern[at] == '?')
        return true;
    const std::size_t end = behind(pattern, at);
    return end == at + 1 ? pattern[at] == c : isIn(pattern.substr(at + 1, end - at - 2), c);
}

} // namespace

Glob::Glob(std::string_view pattern)
    : m_pattern(lowered(pattern))
    , m_plain(m_pattern.find_first_of("*?[") == std::string::npos)
{
}

bool Glob::matches(std::string_view lower) const
{
    if (m_plain)
        return lower == m_pattern;
    const std::string_view pattern = m_pattern;
    std::size_t at = 0;
    std::size_t star = kNone; // behind the last one met
    std::size_t from = 0;     // where the text goes on behind what that star took
    std::size_t text = 0;
    while (text < lower.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = ++at;
            from = text;
        } else if (at < pattern.size() && oneMatches(pattern, at, lower[text])) {
            at = behind(pattern, at);
            ++text;
        } else if (star != kNone) {
            at = star;
            text = ++from;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == '*')
        ++at;
    return at == pattern.size();
}

std::string Glob::literal() const
{
    std::string longest;
    std::string piece;
    for (std::size_t at = 0; at < m_pattern.size(); at = behind(m_pattern, at)) {
        const char c = m_pattern[at];
        const bool open = c == '*' || c == '?' || behind(m_pattern, at) != at + 1;
        piece = open ? std::string() : piece + c;
        if (piece.size() > longest.size())
            longest = piece;
    }
    return longest;
}

} // namespace shardscope::core
