// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_file.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/value.h"
#include "core/plan/plan_fields.h"

#include <algorithm>

namespace shardscope::core {
namespace {

using Kind = Value::Kind;

/// One step of a JSON pointer. Our own keys hold nothing to escape; a stranger's key is only quoted in an
/// error.
std::string pointerTo(const std::string& key) { return '/' + key; }

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
        if (std::ranges::find(keys, key) == keys.end())
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
        if (field.key.pointer != pointer && (field.key.former.empty() || field.key.former != pointer))
            continue;
        SHARDSCOPE_TRY(const FieldValue value, fieldFrom(member.second, field, pointer));
        if (!field.key.former.empty() && draft.given.count(field.key.pointer) > 0 &&
            value != field.get(draft.plan))
            return inconsistent(W_("%1 is the former name of %2, which says otherwise"),
                                {field.key.former.substr(1), field.key.pointer.substr(1)})
                .under(pointer);
        field.set(draft, value);
        draft.given.insert(field.key.pointer);
        return Done{};
    }
    const std::vector<std::string> known = knownKeys(group);
    const bool isGroup = group.empty() && std::ranges::find(known, member.first) != known.end();
    if (!isGroup)
        return unknownKey(member.first, known).under(pointer);
    if (member.second.kind != Kind::Object)
        return errorAt(ErrorCode::WrongType, {phrase(W_("an object")), phrase(kindName(member.second.kind))},
                       pointer);
    for (const Value::Member& inner : member.second.members)
        SHARDSCOPE_TRY_DONE(readMember(inner, pointer, draft));
    return Done{};
}

Result<Done> readDocument(const Value& root, PlanDraft& draft)
{
    if (root.kind != Kind::Object)
        return errorAt(ErrorCode::WrongType, {phrase(W_("an object")), phrase(kindName(root.kind))}, "");
    for (const Value::Member& member : root.members)
        SHARDSCOPE_TRY_DONE(readMember(member, "", draft));
    return Done{};
}

// ---- options
// --------------------------------------------------------------------------------------------------

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
        const Result<FieldValue> value = fieldFrom(optionValue(text, field.form), field, field.key.pointer);
        if (!value)
            return atOption(value.error(), option);
        field.set(draft, *value);
        draft.given.insert(field.key.pointer);
        draft.fromOptions.insert(field.key.pointer);
        return Done{};
    }
    return atOption(unknownKey(option, known), option);
}

/// A preset said later wins over degrees said earlier: the file's, when the preset is an option.
Result<Done> readOptions(const std::vector<std::pair<std::string, std::string>>& options, PlanDraft& draft)
{
    const bool preset =
        std::ranges::any_of(options, [](const auto& option) { return option.first == "zero-stage"; });
    for (const char* degree : {"/sharding/weights", "/sharding/gradients", "/sharding/optimizer"}) {
        if (preset)
            draft.given.erase(degree);
    }
    for (const auto& [option, text] : options)
        SHARDSCOPE_TRY_DONE(readOption(option, text, draft));
    return Done{};
}

Result<PlanDraft> draftOf(const Value& document, const std::string& file,
                          const std::vector<std::pair<std::string, std::string>>& options)
{
    PlanDraft draft;
    if (document.kind != Kind::Null) {
        if (const Result<Done> read = readDocument(document, draft); !read)
            return read.error().in(file);
    }
    SHARDSCOPE_TRY_DONE(readOptions(options, draft));
    return draft;
}

} // namespace

Result<Axes> saidAxes(const Value& document, const std::string& file,
                      const std::vector<std::pair<std::string, std::string>>& options)
{
    SHARDSCOPE_TRY(const PlanDraft draft, draftOf(document, file, options));
    return draft.plan.axes;
}

Result<Plan> parsePlan(const Value& document, const std::string& file,
                       const std::vector<std::pair<std::string, std::string>>& options,
                       const ModelSpec& model, const PlanReader& reader)
{
    SHARDSCOPE_TRY(PlanDraft draft, draftOf(document, file, options));
    for (const auto& checked : {fillDefaults(draft, model, reader.defaults(draft.plan.implementation)),
                                reader.check(draft.plan, model)}) {
        if (!checked) {
            const std::string& pointer = checked.error().place.jsonPointer;
            const auto& fields = planFields();
            const auto field =
                std::ranges::find_if(fields, [&](const PlanField& f) { return f.key.pointer == pointer; });
            if (field != fields.end() && draft.fromOptions.count(pointer) > 0)
                return atOption(checked.error(), field->key.option);
            return checked.error().in(file);
        }
    }
    return draft.plan;
}

Result<Plan> parsePlan(std::string_view json, const std::string& file,
                       const std::vector<std::pair<std::string, std::string>>& options,
                       const ModelSpec& model, const PlanReader& reader)
{
    if (json.empty())
        return parsePlan(Value{}, file, options, model, reader);
    SHARDSCOPE_TRY(const Value document, parseJsonText(json, file));
    return parsePlan(document, file, options, model, reader);
}

namespace {

void put(const std::string& pointer, const FieldValue& value, Value& root)
{
    const std::size_t slash = pointer.find('/', 1);
    Value* group = &root;
    if (slash != std::string::npos) {
        group = &root.member(pointer.substr(1, slash - 1));
        group->kind = Kind::Object;
    }
    group->member(pointer.substr(slash == std::string::npos ? 1 : slash + 1)) = fieldDocument(value);
}

} // namespace

Value planDocument(const Plan& plan)
{
    Value root = Value::ofMembers({});
    for (const PlanField& field : planFields()) {
        const FieldValue value = field.get(plan);
        if (std::holds_alternative<std::monostate>(value))
            continue;
        put(field.key.pointer, value, root);
        if (!field.key.former.empty())
            put(field.key.former, value, root);
    }
    return root;
}

Value planChange(const Plan& from, const Plan& to)
{
    Value root = Value::ofMembers({});
    for (const PlanField& field : planFields()) {
        const FieldValue value = field.get(to);
        if (value == field.get(from))
            continue;
        put(field.key.pointer, value, root);
        if (!field.key.former.empty())
            put(field.key.former, value, root);
    }
    return root;
}

std::string planJson(const Plan& plan) { return jsonText(planDocument(plan)); }

} // namespace shardscope::core
