// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/value.h"

#include "core/base/joined.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace shardscope::core {

namespace {

std::string numberText(double value)
{
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
    return {buffer, end.ptr};
}

} // namespace

Value::Value() = default;
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

Value Value::ofText(std::string text)
{
    Value value;
    value.kind = Kind::Text;
    value.text = std::move(text);
    return value;
}
Value Value::ofInteger(std::int64_t number)
{
    Value value;
    value.kind = Kind::Integer;
    value.integer = number;
    value.real = static_cast<double>(number);
    return value;
}
Value Value::ofReal(double number)
{
    Value value;
    value.kind = Kind::Real;
    value.real = number;
    return value;
}
Value Value::ofFlag(bool flag)
{
    Value value;
    value.kind = Kind::Bool;
    value.flag = flag;
    return value;
}
Value Value::ofItems(std::vector<Value> items)
{
    Value value;
    value.kind = Kind::Array;
    value.items = std::move(items);
    return value;
}
Value Value::ofMembers(std::vector<Member> members)
{
    Value value;
    value.kind = Kind::Object;
    value.members = std::move(members);
    return value;
}

const Value* Value::find(std::string_view key) const
{
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const Member& member) { return member.first == key; });
    return found == members.end() ? nullptr : &found->second;
}

std::string pointerStep(std::string_view key)
{
    std::string step = "/";
    for (const char c : key) {
        if (c == '~')
            step += "~0";
        else if (c == '/')
            step += "~1";
        else
            step += c;
    }
    return step;
}

std::string_view kindName(Value::Kind kind)
{
    switch (kind) {
    case Value::Kind::Null: return W_("null");
    case Value::Kind::Bool: return W_("true or false");
    case Value::Kind::Integer: return W_("whole number");
    case Value::Kind::Real: return W_("number");
    case Value::Kind::Text: return W_("text");
    case Value::Kind::Array: return W_("array");
    case Value::Kind::Object: return W_("object");
    }
    return {};
}

bool ValueReader::has(std::string_view key) const
{
    const Value* member = m_value->find(key);
    return member && member->kind != Value::Kind::Null;
}
ValueReader ValueReader::at(std::string_view key) const
{
    const Value* member = m_value->find(key);
    SHARDSCOPE_CHECK(member != nullptr);
    return {*member, m_file, m_pointer + pointerStep(key)};
}
ValueReader ValueReader::at(std::size_t index) const
{
    SHARDSCOPE_CHECK(index < m_value->items.size());
    return {m_value->items[index], m_file, m_pointer + '/' + std::to_string(index)};
}

Error ValueReader::error(ErrorCode code, std::vector<std::string> args) const
{
    Error error{code, std::move(args), {}};
    error.place.file = m_file;
    error.place.jsonPointer = m_pointer;
    if (m_value->line > 0)
        error.place.line = m_value->line;
    return error;
}

Result<Done> ValueReader::requireObject() const
{
    if (m_value->kind != Value::Kind::Object)
        return error(ErrorCode::WrongType, {phrase(W_("object")), phrase(kindName(m_value->kind))});
    return Done{};
}
Result<std::size_t> ValueReader::arraySize() const
{
    if (m_value->kind != Value::Kind::Array)
        return error(ErrorCode::WrongType, {phrase(W_("array")), phrase(kindName(m_value->kind))});
    return m_value->items.size();
}
Result<Done> ValueReader::requireKnownKeys(const std::vector<std::string>& known) const
{
    SHARDSCOPE_TRY([[maybe_unused]] const Done isObject, requireObject());
    for (const Value::Member& member : m_value->members) {
        if (std::find(known.begin(), known.end(), member.first) == known.end())
            return at(member.first)
                .error(ErrorCode::UnknownKey,
                       {member.first, nearestName(member.first, known), joined(known)});
    }
    return Done{};
}
Result<Done> ValueReader::requireKey(std::string_view key) const
{
    SHARDSCOPE_TRY([[maybe_unused]] const Done isObject, requireObject());
    if (!has(key))
        return error(ErrorCode::MissingKey, {std::string(key)});
    return Done{};
}

Result<std::int64_t> ValueReader::integer(std::int64_t lowest, std::int64_t highest) const
{
    if (!m_value->isNumber())
        return error(ErrorCode::WrongType, {phrase(W_("whole number")), phrase(kindName(m_value->kind))});
    // 1e9 in a YAML file is a whole number too.
    const bool whole = m_value->kind == Value::Kind::Integer ||
                       (std::trunc(m_value->real) == m_value->real && std::abs(m_value->real) < 9e15);
    if (!whole)
        return error(ErrorCode::WrongType, {phrase(W_("whole number")), numberText(m_value->real)});
    const std::int64_t value =
        m_value->kind == Value::Kind::Integer ? m_value->integer : static_cast<std::int64_t>(m_value->real);
    if (value < lowest || value > highest)
        return error(ErrorCode::OutOfRange,
                     {std::to_string(value), std::to_string(lowest), std::to_string(highest)});
    return value;
}
Result<double> ValueReader::number(double lowest, double highest) const
{
    if (!m_value->isNumber())
        return error(ErrorCode::WrongType, {phrase(W_("number")), phrase(kindName(m_value->kind))});
    if (!(m_value->real >= lowest && m_value->real <= highest))
        return error(ErrorCode::OutOfRange,
                     {numberText(m_value->real), numberText(lowest), numberText(highest)});
    return m_value->real;
}
Result<bool> ValueReader::flag() const
{
    if (m_value->kind != Value::Kind::Bool)
        return error(ErrorCode::WrongType, {phrase(W_("true or false")), phrase(kindName(m_value->kind))});
    return m_value->flag;
}
Result<std::string> ValueReader::text() const
{
    if (m_value->kind != Value::Kind::Text)
        return error(ErrorCode::WrongType, {phrase(W_("text")), phrase(kindName(m_value->kind))});
    return m_value->text;
}

Result<std::vector<std::int64_t>> ValueReader::integers(std::int64_t lowest, std::int64_t highest) const
{
    SHARDSCOPE_TRY(const std::size_t size, arraySize());
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; i < size; ++i) {
        SHARDSCOPE_TRY(const std::int64_t one, at(i).integer(lowest, highest));
        all.push_back(one);
    }
    return all;
}
Result<std::vector<double>> ValueReader::numbers(double lowest, double highest) const
{
    SHARDSCOPE_TRY(const std::size_t size, arraySize());
    std::vector<double> all;
    for (std::size_t i = 0; i < size; ++i) {
        SHARDSCOPE_TRY(const double one, at(i).number(lowest, highest));
        all.push_back(one);
    }
    return all;
}

Result<std::int64_t> ValueReader::integerOr(std::string_view key, std::int64_t otherwise, std::int64_t lowest,
                                            std::int64_t highest) const
{
    return has(key) ? at(key).integer(lowest, highest) : Result<std::int64_t>(otherwise);
}
Result<double> ValueReader::numberOr(std::string_view key, double otherwise, double lowest,
                                     double highest) const
{
    return has(key) ? at(key).number(lowest, highest) : Result<double>(otherwise);
}
Result<bool> ValueReader::flagOr(std::string_view key, bool otherwise) const
{
    return has(key) ? at(key).flag() : Result<bool>(otherwise);
}
Result<std::string> ValueReader::textOr(std::string_view key, std::string otherwise) const
{
    return has(key) ? at(key).text() : Result<std::string>(std::move(otherwise));
}

} // namespace shardscope::core
