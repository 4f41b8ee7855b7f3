// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_file.h"

#include "core/base/error_at.h"
#include "core/base/joined.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/io/value.h"
#include "core/plan/plan_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace shardscope::core {
namespace {

using Kind = Value::Kind;
using OrderedJson = nlohmann::ordered_json;

/// One step of a JSON pointer. Our own keys hold nothing to escape; a stranger's key is only quoted in an
/// error.
std::string pointerTo(const std::string& key) { return '/' + key; }

// ---- one value of the file
// ------------------------------------------------------------------------------------

Result<std::int64_t> wholeFrom(const Value& value, const PlanField& field, const std::string& pointer)
{
    if (!value.isNumber() || value.real != std::floor(value.real))
        return errorAt(ErrorCode::WrongType, {phrase(W_("a whole number")), phrase(kindName(value.kind))},
                       pointer);
    if (value.real < static_cast<double>(field.lowest) || value.real > static_cast<double>(field.highest)) {
        const std::string said =
            value.kind == Kind::Integer ? std::to_string(value.integer) : OrderedJson(value.real).dump();
        return errorAt(ErrorCode::OutOfRange,
                       {said, std::to_string(field.lowest), std::to_string(field.highest)}, pointer);
    }
    return static_cast<std::int64_t>(value.real);
}

Result<std::string> wordFrom(const Value& value, const PlanField& field, const std::string& pointer)
{
    if (value.kind != Kind::Text)
        return errorAt(ErrorCode::WrongType, {phrase(W_("a text")), phrase(kindName(value.kind))}, pointer);
    if (std::find(field.words.begin(), field.words.end(), value.text) == field.words.end())
        return errorAt(ErrorCode::UnknownValue,
                       {value.text, nearestName(value.text, field.words), joined(field.words)}, pointer);
    return value.text;
}

Result<FieldValue> listFrom(const Value& value, const PlanField& field, const std::string& pointer)
{
    if (value.kind != Kind::Array)
        return errorAt(ErrorCode::WrongType, {phrase(W_("a list")), phrase(kindName(value.kind))}, pointer);
    std::vector<std::int64_t> list;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        SHARDSCOPE_TRY(const std::int64_t item,
                       wholeFrom(value.items[i], field, pointer + pointerTo(std::to_string(i))));
        list.push_back(item);
    }
    return FieldValue(std::move(list));
}

Result<FieldValue> mapFrom(const Value& value, const PlanField& field, const std::string& pointer)
{
    if (value.kind != Kind::Object)
        return errorAt(ErrorCode::WrongType, {phrase(W_("an object")), phrase(kindName(value.kind))},
                       pointer);
    WordMap map;
    for (const Value::Member& member : value.members) {
        const std::string at = pointer + pointerTo(member.first);
        if (field.accepts) {
            if (member.second.kind != Kind::Text)
                return errorAt(ErrorCode::WrongType,
                               {phrase(W_("a text")), phrase(kindName(member.second.kind))}, at);
            if (const Result<Done> accepted = field.accepts(member.second.text); !accepted.ok())
                return errorAt(accepted.error().code, accepted.error().args, at);
            map[member.first] = member.second.text;
            continue;
        }
        if (std::find(field.names.begin(), field.names.end(), member.first) == field.names.end())
            return errorAt(ErrorCode::UnknownKey,
                           {member.first, nearestName(member.first, field.names), joined(field.names)}, at);
        SHARDSCOPE_TRY(map[member.first], wordFrom(member.second, field, at));
    }
    return FieldValue(std::move(map));
}

Result<FieldValue> valueFrom(const Value& value, const PlanField& field, const std::string& pointer)
{
    switch (field.form) {
    case FieldForm::Whole: {
        SHARDSCOPE_TRY(const std::int64_t number, wholeFrom(value, field, pointer));
        return FieldValue(number);
    }
    case FieldForm::Flag:
        if (value.kind != Kind::Bool)
            return errorAt(ErrorCode::WrongType, {phrase(W_("true or false")), phrase(kindName(value.kind))},
                           pointer);
        return FieldValue(value.flag);
    case FieldForm::Word: {
        SHARDSCOPE_TRY(std::string word, wordFrom(value, field, pointer));
        return FieldValue(std::move(word));
    }
    case FieldForm::WholeList: return listFrom(value, field, pointer);
    case FieldForm::WordMap: break;
    }
    return mapFrom(value, field, pointer);
}

// ---- the file
// -------------------------------------------------------------------------------------------------

/// The keys that may stand at \p pointer: of the whole plan, or of one of its groups.
std::vector<std::string> knownKeys(const std::string& pointer)
{
    std::vector<std::string> keys;
    for (const PlanField& field : planFields()) {
        if (field.key.pointer.rfind(pointer + '/', 0) != 0)
            continue;
        const std::string rest = field.key.pointer.substr(pointer.size() + 1);
        const std::string key = rest.substr(0, rest.find('/'));
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            keys.push_back(key);
    }
    return keys;
}

Result<Done> readMember(const Value::Member& member, const std::string& group, PlanDraft& draft)
{
    const std::string pointer = group + pointerTo(member.first);
    if (member.second.kind == Kind::Null) // as if it were not there
        return Done{};
    for (const PlanField& field : planFields()) {
        if (field.key.pointer != pointer)
            continue;
        SHARDSCOPE_TRY(const FieldValue value, valueFrom(member.second, field, pointer));
        field.set(draft, value);
        draft.given.insert(pointer);
        return Done{};
    }
    const std::vector<std::string> known = knownKeys(group);
    const bool isGroup = group.empty() && std::find(known.begin(), known.end(), member.first) != known.end();
    if (!isGroup)
        return errorAt(ErrorCode::UnknownKey, {member.first, nearestName(member.first, known), joined(known)},
                       pointer);
    if (member.second.kind != Kind::Object)
        return errorAt(ErrorCode::WrongType, {phrase(W_("an object")), phrase(kindName(member.second.kind))},
                       pointer);
    for (const Value::Member& inner : member.second.members) {
        SHARDSCOPE_TRY([[maybe_unused]] const Done done, readMember(inner, pointer, draft));
    }
    return Done{};
}

Result<Done> readFile(std::string_view json, const std::string& file, PlanDraft& draft)
{
    SHARDSCOPE_TRY(const Value root, parseJsonText(json, file));
    if (root.kind != Kind::Object)
        return errorAt(ErrorCode::WrongType, {phrase(W_("an object")), phrase(kindName(root.kind))}, "");
    for (const Value::Member& member : root.members) {
        SHARDSCOPE_TRY([[maybe_unused]] const Done done, readMember(member, "", draft));
    }
    return Done{};
}

// ---- options
// --------------------------------------------------------------------------------------------------

std::vector<std::string> splitAt(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = text.find(separator); end != std::string::npos;
         end = text.find(separator, begin)) {
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    parts.push_back(text.substr(begin));
    return parts;
}

/// A number where the text is one, 3e11 too, as a file may write it; else the text, which reading then
/// refuses by its type.
Value numberValue(const std::string& text)
{
    const char* const last = text.data() + text.size();
    std::int64_t whole = 0;
    if (const auto [end, problem] = std::from_chars(text.data(), last, whole);
        problem == std::errc{} && end == last)
        return Value::ofInteger(whole);
    double real = 0;
    if (const auto [end, problem] = std::from_chars(text.data(), last, real);
        problem == std::errc{} && end == last && std::isfinite(real))
        return Value::ofReal(real);
    return Value::ofText(text);
}

/// The option's text as the file would write it.
Value optionValue(const std::string& text, FieldForm form)
{
    Value value = Value::ofText(text);
    switch (form) {
    case FieldForm::Whole: return numberValue(text);
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

Error atOption(Error error, const std::string& option)
{
    error.place.file = "--" + option;
    error.place.jsonPointer.clear();
    return error;
}

Result<Done> readOption(const std::string& option, const std::string& text, PlanDraft& draft)
{
    std::vector<std::string> known;
    for (const PlanField& field : planFields()) {
        known.push_back(field.key.option);
        if (field.key.option != option && (field.key.alias.empty() || field.key.alias != option))
            continue;
        const Result<FieldValue> value = valueFrom(optionValue(text, field.form), field, field.key.pointer);
        if (!value)
            return atOption(value.error(), option);
        field.set(draft, *value);
        draft.given.insert(field.key.pointer);
        draft.fromOptions.insert(field.key.pointer);
        return Done{};
    }
    return atOption(errorAt(ErrorCode::UnknownKey, {option, nearestName(option, known), joined(known)}, ""),
                    option);
}

/// A preset said later wins over degrees said earlier: the file's, when the preset is an option.
Result<Done> readOptions(const std::vector<std::pair<std::string, std::string>>& options, PlanDraft& draft)
{
    const bool preset = std::any_of(options.begin(), options.end(),
                                    [](const auto& option) { return option.first == "zero-stage"; });
    for (const char* degree : {"/sharding/weights", "/sharding/gradients", "/sharding/optimizer"}) {
        if (preset)
            draft.given.erase(degree);
    }
    for (const auto& [option, text] : options) {
        SHARDSCOPE_TRY([[maybe_unused]] const Done done, readOption(option, text, draft));
    }
    return Done{};
}

} // namespace

Result<Plan> parsePlan(std::string_view json, const std::string& file,
                       const std::vector<std::pair<std::string, std::string>>& options,
                       const ModelSpec& model)
{
    PlanDraft draft;
    if (!json.empty()) {
        if (const Result<Done> read = readFile(json, file, draft); !read)
            return read.error().in(file);
    }
    SHARDSCOPE_TRY([[maybe_unused]] const Done read, readOptions(options, draft));
    for (const auto& check : {fillDefaults(draft, model), checkPlan(draft.plan, model)}) {
        if (!check) {
            const std::string& pointer = check.error().place.jsonPointer;
            const auto& fields = planFields();
            const auto field = std::find_if(fields.begin(), fields.end(),
                                            [&](const PlanField& f) { return f.key.pointer == pointer; });
            if (field != fields.end() && draft.fromOptions.count(pointer) > 0)
                return atOption(check.error(), field->key.option);
            return check.error().in(file);
        }
    }
    return draft.plan;
}

std::string planJson(const Plan& plan)
{
    OrderedJson root = OrderedJson::object();
    for (const PlanField& field : planFields()) {
        const FieldValue value = field.get(plan);
        OrderedJson written;
        if (const auto* number = std::get_if<std::int64_t>(&value))
            written = *number;
        else if (const auto* flag = std::get_if<bool>(&value))
            written = *flag;
        else if (const auto* word = std::get_if<std::string>(&value))
            written = *word;
        else if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
            written = *list;
        else if (const auto* map = std::get_if<WordMap>(&value))
            written = *map;
        else
            continue;
        root[OrderedJson::json_pointer(field.key.pointer)] = written;
    }
    return root.dump(2);
}

} // namespace shardscope::core
