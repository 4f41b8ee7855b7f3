// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/device_file.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace shardscope::core {
namespace {

constexpr std::array<std::string_view, 8> kLists{"engines",     "memory", "links",      "efficiency",
                                                 "collectives", "rates",  "transports", "calibrations"};

constexpr std::int64_t kMostEntries = 1 << 20;

bool isList(std::string_view key) { return std::ranges::find(kLists, key) != kLists.end(); }

/// "links" and 2, "/bandwidth" of "/links/2/bandwidth"; no number where the pointer leads into no list.
struct Place {
    std::string key;
    std::int64_t index = -1;
    std::string rest;
};
Place placeOf(std::string_view pointer)
{
    const auto step = [&pointer] {
        pointer.remove_prefix(std::min<std::size_t>(1, pointer.size()));
        const std::string_view head = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(head.size());
        return head;
    };
    Place place{std::string(step()), -1, {}};
    if (isList(place.key) && !pointer.empty()) {
        const std::string_view whole = pointer;
        place.index = parseWhole(std::string(step())).value_or(-1);
        if (place.index < 0 || place.index > kMostEntries) { // whoever reads it says that it leads nowhere
            place.index = -1;
            pointer = whole;
        }
    }
    place.rest = pointer;
    return place;
}

/// Puts parts of a description together.
class Joiner {
public:
    /// \p inFront: of what is there already, "calibrations" come behind.
    void add(const Value& part, bool inFront)
    {
        std::map<std::string, std::int64_t> offsets;
        for (const auto& [key, member] : part.members) {
            if (key == "device" || key == "board" || key == "boards" || key == "unverified")
                continue;
            if (isList(key) && member.kind == Value::Kind::Array)
                offsets[key] = extend(key, member.items, inFront && key == "calibrations");
            else if (key == "notes" && member.kind == Value::Kind::Array)
                extend(key, member.items, inFront);
            else
                m_joined.member(key) = member;
        }
        if (const Value* unverified = part.find("unverified"))
            for (const Value& pointer : unverified->items)
                mark(placeOf(pointer.text), offsets);
    }
    Value take(const std::string& device)
    {
        m_joined.member("made_of") = Value::ofText(device);
        if (!m_unverified.empty())
            m_joined.member("unverified") = Value::ofItems(std::move(m_unverified));
        return std::move(m_joined);
    }

private:
    /// The place of the first of \p items.
    std::int64_t extend(const std::string& key, const std::vector<Value>& items, bool inFront)
    {
        Value& list = m_joined.member(key);
        if (list.kind != Value::Kind::Array)
            list = Value::ofItems({});
        const auto at = inFront ? list.items.begin() : list.items.end();
        const std::int64_t first = at - list.items.begin();
        list.items.insert(at, items.begin(), items.end());
        return first;
    }
    void mark(const Place& place, const std::map<std::string, std::int64_t>& offsets)
    {
        std::string pointer = "/" + place.key;
        const auto offset = offsets.find(place.key);
        if (place.index >= 0)
            pointer += "/" + std::to_string(place.index + (offset == offsets.end() ? 0 : offset->second));
        m_unverified.push_back(Value::ofText(pointer + place.rest));
    }

    Value m_joined = Value::ofMembers({});
    std::vector<Value> m_unverified;
};

std::vector<std::string> keysOf(const Value* object)
{
    std::vector<std::string> keys;
    if (object != nullptr)
        for (const auto& [key, member] : object->members)
            keys.push_back(key);
    return keys;
}

} // namespace

Result<Value> joinedHardware(Value document, const DeviceFiles& devices, const std::string& file)
{
    const Value* name = document.find("device");
    if (name == nullptr)
        return document;
    if (name->kind != Value::Kind::Text)
        return errorAt(ErrorCode::WrongType, {"text", std::string(kindName(name->kind))}, "/device").in(file);
    if (!devices)
        return unknownName(name->text, {}, W_("device")).under("/device").in(file);
    auto device = devices(name->text);
    if (!device.ok())
        return device.error().code == ErrorCode::UnknownName ? device.error().under("/device").in(file)
                                                             : device.error();
    if (device->kind != Value::Kind::Object)
        return Error{ErrorCode::WrongType, {"object", std::string(kindName(device->kind))}};
    Joiner joiner;
    joiner.add(*device, false);
    if (const Value* board = document.find("board")) {
        if (board->kind != Value::Kind::Text)
            return errorAt(ErrorCode::WrongType, {"text", std::string(kindName(board->kind))}, "/board")
                .in(file);
        const Value* boards = device->find("boards");
        const Value* found = boards != nullptr ? boards->find(board->text) : nullptr;
        if (found == nullptr)
            return unknownName(board->text, keysOf(boards), W_("board")).under("/board").in(file);
        joiner.add(*found, false);
    }
    joiner.add(document, true);
    return joiner.take(name->text);
}

} // namespace shardscope::core
