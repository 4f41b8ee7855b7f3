// SPDX-License-Identifier: GPL-3.0-or-later
// JSON documents that are small enough to hold, walked level by level without building anything; a document
// cut short gives all that is complete. No recursion below the levels that a format has.
#pragma once

#include "profiler/import/text/json_text.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace shardscope::profiler::json {

/// A document's text with the padding that the walkers need behind it.
class Document {
public:
    explicit Document(std::string text);
    /// The text from the first byte of the root value on.
    [[nodiscard]] std::string_view root() const { return m_root; }
    [[nodiscard]] std::uint64_t offsetOf(std::string_view value) const
    {
        return static_cast<std::uint64_t>(value.data() - m_text.data());
    }
    [[nodiscard]] std::uint64_t offsetOf(const char* at) const
    {
        return static_cast<std::uint64_t>(at - m_text.data());
    }

private:
    std::string m_text;
    std::string_view m_root;
};

/// How a walk ended, and where.
struct Walked {
    Outcome outcome;
    const char* at;
};

/// Visits the elements of the array at \p array: visit(value, complete). The last one of a text cut short is
/// visited with what there is of it, complete = false.
template <class Visit>
Walked walkArray(std::string_view array, Visit visit)
{
    const char* at = array.data();
    const char* const end = at + array.size();
    if (array.empty() || *at != '[')
        return {Outcome::Broken, at};
    at = skipSpace(at + 1, end);
    while (at < end && *at != ']') {
        const Skipped value = skipValue(at, end);
        if (value.outcome == Outcome::Broken)
            return {Outcome::Broken, value.end};
        const bool complete = value.outcome == Outcome::Ok;
        visit(std::string_view(at, static_cast<std::size_t>((complete ? value.end : end) - at)), complete);
        if (!complete)
            return {Outcome::Incomplete, at};
        at = skipSpace(value.end, end);
        if (at < end && *at == ',')
            at = skipSpace(at + 1, end);
        else if (at < end && *at != ']')
            return {Outcome::Broken, at};
    }
    return {at < end ? Outcome::Ok : Outcome::Incomplete, at};
}

/// Whether the walk goes on.
template <class Visit>
bool visitMember(Visit& visit, std::string_view key, std::string_view value, bool complete)
{
    if constexpr (std::is_invocable_v<Visit&, std::string_view, std::string_view, bool>)
        visit(key, value, complete);
    else if constexpr (std::is_same_v<std::invoke_result_t<Visit&, std::string_view, std::string_view>, bool>)
        return !complete || visit(key, value);
    else if (complete)
        visit(key, value);
    return true;
}

/// The same for the members of the object at \p object: visit(key as written, value, complete), or visit(key,
/// value) of the complete ones, which may return whether to go on.
template <class Visit>
Walked walkObject(std::string_view object, Visit visit)
{
    const char* at = object.data();
    const char* const end = at + object.size();
    if (object.empty() || *at != '{')
        return {Outcome::Broken, at};
    at = skipSpace(at + 1, end);
    while (at < end && *at != '}') {
        if (*at != '"')
            return {Outcome::Broken, at};
        const char* const close = findQuote(at + 1, end);
        if (close == nullptr)
            return {Outcome::Incomplete, at};
        const std::string_view key(at + 1, static_cast<std::size_t>(close - at - 1));
        at = skipSpace(close + 1, end);
        if (at >= end)
            return {Outcome::Incomplete, at};
        if (*at != ':')
            return {Outcome::Broken, at};
        at = skipSpace(at + 1, end);
        if (at >= end)
            return {Outcome::Incomplete, at};
        const Skipped value = skipValue(at, end);
        if (value.outcome == Outcome::Broken)
            return {Outcome::Broken, value.end};
        const bool complete = value.outcome == Outcome::Ok;
        const std::string_view text(at, static_cast<std::size_t>((complete ? value.end : end) - at));
        if (!visitMember(visit, key, text, complete))
            return {Outcome::Ok, at};
        if (!complete)
            return {Outcome::Incomplete, at};
        at = skipSpace(value.end, end);
        if (at < end && *at == ',')
            at = skipSpace(at + 1, end);
        else if (at < end && *at != '}')
            return {Outcome::Broken, at};
    }
    return {at < end ? Outcome::Ok : Outcome::Incomplete, at};
}

/// The value of a complete object's member \p key; empty where it has none.
[[nodiscard]] std::string_view memberOf(std::string_view object, std::string_view key);
/// Puts the values of the members named into their views; where \p cut, also what there is of one that the
/// text ends in.
void readMembers(std::string_view object,
                 std::initializer_list<std::pair<std::string_view, std::string_view*>> members,
                 bool cut = false);
/// An integer as written, bare or in quotes; none for anything else and beyond int64.
[[nodiscard]] std::optional<std::int64_t> integerOf(std::string_view value);
/// A finite or infinite number as written, bare or in quotes ("NaN", "+Inf" as Prometheus writes them).
[[nodiscard]] std::optional<double> realOf(std::string_view value);
/// What a string says, as valid UTF-8; other values as written.
[[nodiscard]] std::string textOf(std::string_view value);

} // namespace shardscope::profiler::json
