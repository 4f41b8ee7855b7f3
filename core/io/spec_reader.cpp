// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/spec_reader.h"

#include "core/base/error_at.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/units/plain_number.h"
#include "core/units/text.h"

#include <algorithm>
#include <cmath>

namespace shardscope::core {
namespace {

using Kind = Value::Kind;

std::string numberText(double value) { return quantityText(value, kNumber, {0, BytePrefix::Binary}).number; }

const Value kEmptyObject = Value::ofMembers({});

} // namespace

SpecReader::SpecReader(const Value& value, std::string pointer, FirstError& errors)
    : m_value(value.kind == Kind::Object ? value : kEmptyObject)
    , m_pointer(std::move(pointer))
    , m_errors(errors)
{
    if (value.kind != Kind::Object)
        wrongType(W_("object"), value, m_pointer);
}

const Value* SpecReader::find(std::string_view key)
{
    m_asked.emplace(key);
    const Value* value = m_value.find(key);
    return value == nullptr || value->kind == Kind::Null ? nullptr : value;
}

const Value* SpecReader::require(std::string_view key)
{
    const Value* value = find(key);
    if (value == nullptr)
        fail(ErrorCode::MissingKey, {std::string(key)});
    return value;
}

const Value* SpecReader::listAt(std::string_view key, bool required)
{
    const Value* value = required ? require(key) : find(key);
    if (value == nullptr || value->kind == Kind::Array)
        return value;
    wrongType(W_("array"), *value, pointerTo(key));
    return nullptr;
}

void SpecReader::fail(ErrorCode code, std::vector<std::string> args, std::string_view key)
{
    const Value* member = m_value.find(key);
    failAt(code, std::move(args), key.empty() ? m_pointer : pointerTo(key),
           member != nullptr ? member->line : m_value.line);
}

void SpecReader::failAt(ErrorCode code, std::vector<std::string> args, std::string pointer,
                        std::uint64_t line)
{
    Error error = errorAt(code, std::move(args), std::move(pointer));
    if (line > 0)
        error.place.line = line;
    m_errors.set(std::move(error));
}

void SpecReader::wrongType(std::string_view wanted, const Value& found, const std::string& pointer)
{
    failAt(ErrorCode::WrongType, {phrase(wanted), phrase(kindName(found.kind))}, pointer, found.line);
}

std::int64_t SpecReader::wholeOf(const Value& value, const std::string& pointer, WholeRange range)
{
    if (!value.isNumber() || value.real != std::floor(value.real)) {
        wrongType(W_("whole number"), value, pointer);
        return 0;
    }
    if (value.real < static_cast<double>(range.lowest) || value.real > static_cast<double>(range.highest)) {
        failAt(ErrorCode::OutOfRange,
               {numberText(value.real), std::to_string(range.lowest), std::to_string(range.highest)}, pointer,
               value.line);
        return 0;
    }
    return value.kind == Kind::Integer ? value.integer : static_cast<std::int64_t>(value.real);
}

double SpecReader::numberOf(const Value& value, const std::string& pointer, double lowest, double highest)
{
    if (!value.isNumber()) {
        wrongType(W_("number"), value, pointer);
        return 0;
    }
    if (value.real < lowest || value.real > highest) {
        const std::string most = std::isinf(highest) ? std::string() : numberText(highest);
        failAt(ErrorCode::OutOfRange, {numberText(value.real), numberText(lowest), most}, pointer,
               value.line);
        return 0;
    }
    return value.real;
}

std::string SpecReader::textOf(const Value& value, const std::string& pointer)
{
    if (value.kind == Kind::Text)
        return value.text;
    wrongType(W_("text"), value, pointer);
    return {};
}

std::int64_t SpecReader::whole(std::string_view key, WholeRange range)
{
    const Value* value = require(key);
    return value == nullptr ? 0 : wholeOf(*value, pointerTo(key), range);
}

std::int64_t SpecReader::wholeOr(std::string_view key, std::int64_t otherwise, WholeRange range)
{
    const Value* value = find(key);
    return value == nullptr ? otherwise : wholeOf(*value, pointerTo(key), range);
}

double SpecReader::number(std::string_view key, double lowest, double highest)
{
    const Value* value = require(key);
    return value == nullptr ? 0 : numberOf(*value, pointerTo(key), lowest, highest);
}

double SpecReader::numberOr(std::string_view key, double otherwise, double lowest, double highest)
{
    const Value* value = find(key);
    return value == nullptr ? otherwise : numberOf(*value, pointerTo(key), lowest, highest);
}

bool SpecReader::flagOr(std::string_view key, bool otherwise)
{
    const Value* value = find(key);
    if (value == nullptr)
        return otherwise;
    if (value->kind != Kind::Bool)
        wrongType(W_("true or false"), *value, pointerTo(key));
    return value->flag;
}

std::string SpecReader::text(std::string_view key)
{
    const Value* value = require(key);
    return value == nullptr ? std::string{} : textOf(*value, pointerTo(key));
}

std::string SpecReader::textOr(std::string_view key, std::string otherwise)
{
    const Value* value = find(key);
    return value == nullptr ? std::move(otherwise) : textOf(*value, pointerTo(key));
}

double SpecReader::quantity(std::string_view key, Dimension dimension, double lowest)
{
    const Value* value = require(key);
    if (value == nullptr)
        return 0;
    if (value->kind != Kind::Text && !value->isNumber()) {
        wrongType(W_("text with a unit"), *value, pointerTo(key));
        return 0;
    }
    // A bare number is told what a right text would be.
    const std::string written = value->kind == Kind::Text ? value->text : numberText(value->real);
    const Result<double> parsed = parseQuantityText(written, dimension);
    if (!parsed) {
        fail(parsed.error().code, parsed.error().args, key);
        return 0;
    }
    if (*parsed < lowest) {
        fail(ErrorCode::OutOfRange, {written, quantityText(lowest, dimension).joined(), {}}, key);
        return 0;
    }
    return *parsed;
}

std::size_t SpecReader::choice(std::string_view key, const std::vector<std::string>& names)
{
    const std::string word = text(key);
    const auto found = std::ranges::find(names, word);
    if (found != names.end())
        return static_cast<std::size_t>(found - names.begin());
    fail(unknownValue(word, names), key);
    return 0;
}

std::size_t SpecReader::choiceOr(std::string_view key, const std::vector<std::string>& names,
                                 std::size_t otherwise)
{
    return has(key) ? choice(key, names) : otherwise;
}

std::vector<double> SpecReader::numbers(std::string_view key, double lowest, double highest)
{
    std::vector<double> read;
    if (const Value* list = listAt(key, true)) {
        for (const Value& item : list->items)
            read.push_back(numberOf(item, pointerTo(key, read.size()), lowest, highest));
    }
    return read;
}

std::vector<std::int64_t> SpecReader::wholesOf(const Value* list, std::string_view key, WholeRange range)
{
    std::vector<std::int64_t> read;
    if (list != nullptr) {
        for (const Value& item : list->items)
            read.push_back(wholeOf(item, pointerTo(key, read.size()), range));
    }
    return read;
}

std::vector<std::int64_t> SpecReader::wholes(std::string_view key, WholeRange range)
{
    return wholesOf(listAt(key, true), key, range);
}

std::vector<std::int64_t> SpecReader::wholesOr(std::string_view key, WholeRange range)
{
    return wholesOf(listAt(key, false), key, range);
}

std::string SpecReader::scalar(std::string_view key)
{
    const Value* value = require(key);
    if (value == nullptr)
        return {};
    if (value->kind == Kind::Integer)
        return std::to_string(value->integer);
    return value->kind == Kind::Real ? shortestText(value->real) : textOf(*value, pointerTo(key));
}

std::vector<std::string> SpecReader::textsOr(std::string_view key)
{
    std::vector<std::string> read;
    if (const Value* list = listAt(key, false)) {
        for (const Value& item : list->items)
            read.push_back(textOf(item, pointerTo(key, read.size())));
    }
    return read;
}

void SpecReader::eachOf(std::string_view key, bool required, const std::function<void(SpecReader&)>& read)
{
    if (const Value* list = listAt(key, required))
        eachIn(*list, pointerTo(key), m_errors, read);
}

void SpecReader::eachIn(const Value& list, const std::string& pointer, FirstError& errors,
                        const std::function<void(SpecReader&)>& read)
{
    if (list.kind != Kind::Array)
        errors.set(
            errorAt(ErrorCode::WrongType, {phrase(W_("array")), phrase(kindName(list.kind))}, pointer));
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        SpecReader reader(list.items[i], pointer + pointerStep(std::to_string(i)), errors);
        read(reader);
    }
}

void SpecReader::inside(std::string_view key, bool required, const std::function<void(SpecReader&)>& read)
{
    const Value* value = required ? require(key) : find(key);
    if (value == nullptr)
        return;
    SpecReader reader(*value, pointerTo(key), m_errors);
    read(reader);
}

void SpecReader::ignore(std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys)
        m_asked.emplace(key);
}

std::vector<std::string> SpecReader::keys() const
{
    std::vector<std::string> all;
    for (const auto& [key, value] : m_value.members)
        all.push_back(key);
    return all;
}

std::vector<std::string> SpecReader::unusedKeys() const
{
    std::vector<std::string> unused;
    for (const auto& [key, value] : m_value.members) {
        if (m_asked.find(key) == m_asked.end())
            unused.push_back(key);
    }
    return unused;
}

void SpecReader::rejectUnused()
{
    const std::vector<std::string> unused = unusedKeys();
    if (unused.empty())
        return;
    const std::vector<std::string> known(m_asked.begin(), m_asked.end());
    const std::string nearest = nearestName(unused.front(), known);
    Error unknown =
        errorAt(ErrorCode::UnknownKey, {unused.front(), nearest, joined(known)}, pointerTo(unused.front()));
    if (const std::uint64_t line = m_value.find(unused.front())->line; line > 0)
        unknown.place.line = line;
    const std::optional<Error>& first = m_errors.get();
    if (first && first->code == ErrorCode::MissingKey && first->place.jsonPointer == m_pointer &&
        first->args.at(0) == nearest)
        m_errors.replace(std::move(unknown));
    else
        m_errors.set(std::move(unknown));
}

} // namespace shardscope::core
