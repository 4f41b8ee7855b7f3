// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/text/json_walk.h"

#include <charconv>
#include <limits>

namespace shardscope::profiler::json {

namespace {

std::string_view unquoted(std::string_view value)
{
    return value.size() >= 2 && value.front() == '"' && value.back() == '"'
               ? value.substr(1, value.size() - 2)
               : value;
}

} // namespace

Document::Document(std::string text)
    : m_text(std::move(text))
{
    const std::size_t size = m_text.size();
    m_text.append(kPadding, '\0');
    const std::size_t mark = std::string_view(m_text).starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const char* const end = m_text.data() + size;
    const char* const first = skipSpace(m_text.data() + mark, end);
    m_root = {first, static_cast<std::size_t>(end - first)};
}

std::string_view memberOf(std::string_view object, std::string_view key)
{
    std::string_view found;
    walkObject(object, [&](std::string_view name, std::string_view value, bool complete) {
        if (complete && name == key)
            found = value;
    });
    return found;
}

void readMembers(std::string_view object,
                 std::initializer_list<std::pair<std::string_view, std::string_view*>> members, bool cut)
{
    walkObject(object, [&](std::string_view key, std::string_view value, bool complete) {
        for (const auto& [name, view] : members) {
            if (name == key && (complete || cut))
                *view = value;
        }
    });
}

std::optional<std::int64_t> integerOf(std::string_view value)
{
    value = unquoted(value);
    std::int64_t number = 0;
    const auto [stopped, code] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (value.empty() || code != std::errc{} || stopped != value.data() + value.size())
        return std::nullopt;
    return number;
}

std::optional<double> realOf(std::string_view value)
{
    value = unquoted(value);
    if (value.starts_with('+'))
        value.remove_prefix(1);
    if (value == "NaN" || value == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    if (value == "Inf" || value == "Infinity")
        return std::numeric_limits<double>::infinity();
    if (value == "-Inf" || value == "-Infinity")
        return -std::numeric_limits<double>::infinity();
    double number = 0;
    const auto [stopped, code] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (value.empty() || stopped != value.data() + value.size() || code != std::errc{})
        return std::nullopt;
    return number;
}

std::string textOf(std::string_view value)
{
    if (value.empty() || value.front() != '"')
        return std::string(value);
    std::string text;
    appendText(unquoted(value), text);
    return text;
}

} // namespace shardscope::profiler::json
