// SPDX-License-Identifier: GPL-3.0-or-later
// A document's tree as that of a JSON library: of nlohmann's kind, which no header of ours names.
#pragma once

#include "core/io/value.h"

namespace shardscope::core {

template <class Json>
[[nodiscard]] Json jsonOf(const Value& value)
{
    switch (value.kind) {
    case Value::Kind::Null: break;
    case Value::Kind::Bool: return value.flag;
    case Value::Kind::Integer: return value.integer;
    case Value::Kind::Real: return value.real;
    case Value::Kind::Text: return value.text;
    case Value::Kind::Array: {
        Json array = Json::array();
        for (const Value& item : value.items)
            array.push_back(jsonOf<Json>(item));
        return array;
    }
    case Value::Kind::Object: {
        // Put in without looking: parsing has refused keys that stand twice, and looking takes as long as all
        // before it.
        Json object = Json::object();
        auto& members = object.template get_ref<typename Json::object_t&>();
        members.reserve(value.members.size());
        for (const auto& [key, member] : value.members)
            members.emplace_back(key, jsonOf<Json>(member));
        return object;
    }
    }
    return nullptr;
}

} // namespace shardscope::core
