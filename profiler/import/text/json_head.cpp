// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/text/json_head.h"

#include <algorithm>

namespace shardscope::profiler::json {

namespace {

std::string_view between(const char* begin, const char* end)
{
    begin = skipSpace(begin, end);
    return {begin, static_cast<std::size_t>(end - begin)};
}

} // namespace

HeadMembers headMembers(std::string_view object)
{
    HeadMembers members;
    const Walked walked = walkObject(object, [&](std::string_view key, std::string_view value, bool) {
        members.emplace_back(key, value);
    });
    if (walked.outcome != Outcome::Broken || !object.starts_with('{'))
        return members;
    // A value that breaks has a key all the same.
    const char* const end = object.data() + object.size();
    const std::string_view left =
        members.empty() ? between(object.data() + 1, end)
                        : between(members.back().second.data() + members.back().second.size(), end);
    const auto key = left.find('"');
    const char* const close = key == std::string_view::npos ? nullptr : findQuote(left.data() + key + 1, end);
    if (close == nullptr)
        return members;
    const std::string_view value = between(close + 1, end);
    if (value.starts_with(':'))
        members.emplace_back(left.substr(key + 1, static_cast<std::size_t>(close - left.data()) - key - 1),
                             between(value.data() + 1, end));
    return members;
}

std::optional<std::string_view> headMember(std::string_view object, std::string_view key)
{
    for (const auto& [name, value] : headMembers(object)) {
        if (name == key)
            return value;
    }
    return std::nullopt;
}

std::string_view headElement(std::string_view array)
{
    std::string_view first;
    walkArray(array, [&](std::string_view value, bool) { first = first.empty() ? value : first; });
    return first;
}

Head::Head(std::string_view firstBytes)
    : m_document(std::string(firstBytes))
    , m_members(headMembers(m_document.root()))
{
}

bool Head::has(std::string_view key) const
{
    return std::ranges::any_of(m_members, [&](const auto& member) { return member.first == key; });
}

std::string_view Head::next() const
{
    const char* const end = root().data() + root().size();
    const Skipped whole = skipValue(root().data(), end);
    return whole.outcome == Outcome::Ok ? between(whole.end, end) : std::string_view();
}

} // namespace shardscope::profiler::json
