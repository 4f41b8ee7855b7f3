// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/value.h"

#include "core/base/text_mark.h"

#include <algorithm>

namespace shardscope::core {

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
    const auto found = std::ranges::find(members, key, &Member::first);
    return found == members.end() ? nullptr : &found->second;
}

Value& Value::member(std::string_view key)
{
    const auto found = std::ranges::find(members, key, &Member::first);
    if (found != members.end())
        return found->second;
    return members.emplace_back(std::string(key), Value{}).second;
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

} // namespace shardscope::core
