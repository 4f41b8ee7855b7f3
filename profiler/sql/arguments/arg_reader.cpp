// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/arguments/arg_reader.h"

#include "profiler/import/text/json_text.h"
#include "profiler/import/text/json_walk.h"

#include <charconv>

namespace shardscope::profiler::sql {

void ArgValue::tell(Answer answer) const
{
    switch (type) {
    case ArgType::Null: return answer.null();
    case ArgType::Bool:
    case ArgType::Integer: return answer.integer(integer);
    case ArgType::Real: return answer.real(real);
    case ArgType::String:
    case ArgType::Json: return answer.text(text);
    }
}

ArgValue parseArg(std::string_view raw)
{
    ArgValue value;
    if (raw.empty() || raw == "null")
        return value;
    if (raw.front() == '"') {
        value.type = ArgType::String;
        json::appendText(raw.substr(1, raw.size() - (raw.size() > 1 ? 2 : 1)), value.text);
        return value;
    }
    if (raw == "true" || raw == "false") {
        value.type = ArgType::Bool;
        value.integer = raw == "true" ? 1 : 0;
        return value;
    }
    const char* const end = raw.data() + raw.size();
    if (const auto whole = std::from_chars(raw.data(), end, value.integer);
        whole.ec == std::errc() && whole.ptr == end) {
        value.type = ArgType::Integer;
        return value;
    }
    const bool digitsOnly = raw.find_first_not_of("-0123456789") == std::string_view::npos;
    const auto real = std::from_chars(raw.data(), end, value.real);
    const bool isNumber = raw.front() == '-' || (raw.front() >= '0' && raw.front() <= '9');
    if (!digitsOnly && isNumber && real.ec == std::errc() && real.ptr == end) {
        value.type = ArgType::Real;
        return value;
    }
    value.type = ArgType::Json;
    value.text = raw;
    return value;
}

std::string_view withoutPrefix(std::string_view key)
{
    constexpr std::string_view kPrefix = "args.";
    return key.substr(0, kPrefix.size()) == kPrefix ? key.substr(kPrefix.size()) : key;
}

std::string keyText(std::string_view key)
{
    std::string text;
    json::appendText(key, text);
    return text;
}

const std::vector<ArgReader::Member>& ArgReader::members(std::uint32_t row)
{
    if (row == m_row)
        return m_members;
    m_members.clear();
    m_row = row;
    const auto& source = m_rows.run().arguments;
    const std::uint64_t place = m_rows.args(row);
    if (source == nullptr || place == core::kNoArgs)
        return m_members;
    m_text = source->arguments(place);
    const std::size_t size = m_text.size();
    m_text.append(json::kPadding, '\0');
    json::walkObject(std::string_view(m_text).substr(0, size),
                     [&](std::string_view key, std::string_view value) {
                         m_members.push_back({key, value});
                     });
    return m_members;
}

const ArgReader::Member* ArgReader::find(std::uint32_t row, std::string_view key)
{
    for (const Member& member : members(row)) {
        if (isKey(member.key, key))
            return &member;
    }
    return nullptr;
}

} // namespace shardscope::profiler::sql
