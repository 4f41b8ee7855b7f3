// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field_value.h"

#include "core/base/error_at.h"
#include "core/base/mapped.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/split_at.h"
#include "core/plan/other_words.h"
#include "core/units/count.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope::core {
namespace {

using Kind = Value::Kind;

Result<std::int64_t> wholeFrom(const Value& value, const FieldRule& rule, const std::string& pointer)
{
    if (!value.isNumber() || value.real != std::floor(value.real))
        return errorAt(ErrorCode::WrongType, {phrase(W_("a whole number")), phrase(kindName(value.kind))},
                       pointer);
    if (value.real < rule.lowest || value.real > rule.highest) {
        const auto whole = [](double number) { return std::to_string(static_cast<std::int64_t>(number)); };
        const std::string said =
            value.kind == Kind::Integer ? std::to_string(value.integer) : shortestText(value.real);
        return outOfRange(said, whole(rule.lowest), whole(rule.highest)).under(pointer);
    }
    return static_cast<std::int64_t>(value.real);
}

Result<double> realFrom(const Value& value, const FieldRule& rule, const std::string& pointer)
{
    if (!value.isNumber())
        return errorAt(ErrorCode::WrongType, {phrase(W_("a number")), phrase(kindName(value.kind))}, pointer);
    if (value.real < rule.lowest || value.real > rule.highest)
        return outOfRange(shortestText(value.real), shortestText(rule.lowest), shortestText(rule.highest))
            .under(pointer);
    return value.real;
}

Result<std::string> wordFrom(const Value& value, const FieldRule& rule, const std::string& pointer)
{
    if (value.kind != Kind::Text)
        return errorAt(ErrorCode::WrongType, {phrase(W_("a text")), phrase(kindName(value.kind))}, pointer);
    if (rule.accepts) {
        if (const Result<Done> accepted = rule.accepts(value.text); !accepted.ok())
            return errorAt(accepted.error().code, accepted.error().args, pointer);
        return value.text;
    }
    if (std::ranges::find(rule.words, value.text) != rule.words.end())
        return value.text;
    std::string meant = wordMeant(value.text, rule.words);
    if (meant.empty())
        return unknownValue(value.text, rule.words).under(pointer);
    return meant;
}

Result<FieldValue> listFrom(const Value& value, const FieldRule& rule, const std::string& pointer)
{
    if (value.kind != Kind::Array)
        return errorAt(ErrorCode::WrongType, {phrase(W_("a list")), phrase(kindName(value.kind))}, pointer);
    std::vector<std::int64_t> list;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        SHARDSCOPE_TRY(const std::int64_t item,
                       wholeFrom(value.items[i], rule, pointer + pointerStep(std::to_string(i))));
        list.push_back(item);
    }
    return FieldValue(std::move(list));
}

Result<FieldValue> mapFrom(const Value& value, const FieldRule& rule, const std::string& pointer)
{
    if (value.kind != Kind::Object)
        return errorAt(ErrorCode::WrongType, {phrase(W_("an object")), phrase(kindName(value.kind))},
                       pointer);
    WordMap map;
    for (const Value::Member& member : value.members) {
        const std::string at = pointer + pointerStep(member.first);
        if (!rule.accepts && std::ranges::find(rule.names, member.first) == rule.names.end())
            return unknownKey(member.first, rule.names).under(at);
        SHARDSCOPE_TRY(map[member.first], wordFrom(member.second, rule, at));
    }
    return FieldValue(std::move(map));
}

/// A number where the text is one, as a file may write it (3e11) or people do (300B); else the text, which
/// reading then refuses by its type.
Value numberValue(const std::string& text)
{
    if (const auto whole = parseWhole(text))
        return Value::ofInteger(*whole);
    const auto real = parseCount(text);
    return real ? Value::ofReal(*real) : Value::ofText(text);
}

/// A field's value as a document has it.
struct Written {
    Value operator()(std::monostate) const { return {}; }
    Value operator()(std::int64_t number) const { return Value::ofInteger(number); }
    Value operator()(double number) const { return Value::ofReal(number); }
    Value operator()(bool flag) const { return Value::ofFlag(flag); }
    Value operator()(const std::string& word) const { return Value::ofText(word); }
    Value operator()(const std::vector<std::int64_t>& list) const
    {
        auto items = mapped<Value>(list, [](const std::int64_t item) { return Value::ofInteger(item); });
        return Value::ofItems(std::move(items));
    }
    Value operator()(const WordMap& map) const
    {
        std::vector<Value::Member> members;
        for (const auto& [name, word] : map)
            members.emplace_back(name, Value::ofText(word));
        return Value::ofMembers(std::move(members));
    }
};

} // namespace

Result<FieldValue> fieldFrom(const Value& value, const FieldRule& rule, const std::string& pointer)
{
    switch (rule.form) {
    case FieldForm::Whole: {
        SHARDSCOPE_TRY(const std::int64_t number, wholeFrom(value, rule, pointer));
        return FieldValue(number);
    }
    case FieldForm::Real: {
        SHARDSCOPE_TRY(const double number, realFrom(value, rule, pointer));
        return FieldValue(number);
    }
    case FieldForm::Flag:
        if (value.kind != Kind::Bool)
            return errorAt(ErrorCode::WrongType, {phrase(W_("true or false")), phrase(kindName(value.kind))},
                           pointer);
        return FieldValue(value.flag);
    case FieldForm::Word: {
        SHARDSCOPE_TRY(std::string word, wordFrom(value, rule, pointer));
        return FieldValue(std::move(word));
    }
    case FieldForm::WholeList: return listFrom(value, rule, pointer);
    case FieldForm::WordMap: break;
    }
    return mapFrom(value, rule, pointer);
}

Value optionValue(const std::string& text, FieldForm form)
{
    Value value = Value::ofText(text);
    switch (form) {
    case FieldForm::Whole:
    case FieldForm::Real: return numberValue(text);
    case FieldForm::Flag:
        if (text == "true" || text == "on" || text == "false" || text == "off") {
            value.kind = Kind::Bool;
            value.flag = text == "true" || text == "on";
        }
        return value;
    case FieldForm::Word: return value;
    case FieldForm::WholeList:
        value.kind = Kind::Array;
        for (const std::string& item : splitAt(text, ','))
            value.items.push_back(numberValue(item));
        return value;
    case FieldForm::WordMap: break;
    }
    value.kind = Kind::Object;
    for (const std::string& item : splitAt(text, ',')) {
        const std::size_t equals = std::min(item.find('='), item.size());
        value.members.push_back(
            {item.substr(0, equals), Value::ofText(equals < item.size() ? item.substr(equals + 1) : "")});
    }
    return value;
}

Value fieldDocument(const FieldValue& value) { return std::visit(Written{}, value); }

} // namespace shardscope::core
