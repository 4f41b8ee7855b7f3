// SPDX-License-Identifier: GPL-3.0-or-later
// A value of a dump, whether it was pickled or written as JSON: what the reader of dumps asks of either.
#pragma once

#include "profiler/import/memory/pickle.h"

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope::profiler {

class PickledValue {
public:
    PickledValue(const Pickle& pickle, Pickle::Index at)
        : m_pickle(&pickle)
        , m_at(at)
    {
    }
    [[nodiscard]] bool isObject() const { return m_pickle->kind(m_at) == PickleKind::Dict; }
    [[nodiscard]] std::uint64_t offset() const { return m_pickle->offset(m_at); }
    [[nodiscard]] std::optional<PickledValue> find(std::string_view key) const
    {
        const auto found = m_pickle->find(m_at, key);
        return found ? std::optional(PickledValue(*m_pickle, *found)) : std::nullopt;
    }
    [[nodiscard]] std::string text() const
    {
        const std::string_view text = m_pickle->text(m_at);
        const auto number = integer();
        return text.empty() && number ? std::to_string(*number) : std::string(text);
    }
    [[nodiscard]] std::optional<std::int64_t> integer() const { return m_pickle->integer(m_at); }
    template <class Visit> ///< visit(PickledValue)
    void items(Visit visit) const
    {
        for (const Pickle::Index item : m_pickle->items(m_at))
            visit(PickledValue(*m_pickle, item));
    }
    template <class Visit> ///< visit(PickledValue)
    void members(Visit visit) const
    {
        const auto pairs = m_pickle->pairs(m_at);
        for (std::size_t i = 1; i < pairs.size(); i += 2)
            visit(PickledValue(*m_pickle, pairs[i]));
    }

private:
    const Pickle* m_pickle;
    Pickle::Index m_at;
};

/// Integers may be written as texts, as the recorder's JSON does.
class JsonValue {
public:
    explicit JsonValue(simdjson::dom::element element)
        : m_element(element)
    {
    }
    [[nodiscard]] bool isObject() const { return m_element.is_object(); }
    [[nodiscard]] std::uint64_t offset() const { return 0; } // the parser does not keep places
    [[nodiscard]] std::optional<JsonValue> find(std::string_view key) const
    {
        simdjson::dom::element found;
        return m_element[key].get(found) == simdjson::SUCCESS ? std::optional(JsonValue(found))
                                                              : std::nullopt;
    }
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::optional<std::int64_t> integer() const;
    template <class Visit> ///< visit(JsonValue)
    void items(Visit visit) const
    {
        simdjson::dom::array array;
        if (m_element.get(array) != simdjson::SUCCESS)
            return;
        for (const simdjson::dom::element item : array)
            visit(JsonValue(item));
    }
    template <class Visit> ///< visit(JsonValue)
    void members(Visit visit) const
    {
        simdjson::dom::object object;
        if (m_element.get(object) != simdjson::SUCCESS)
            return;
        for (const auto& member : object)
            visit(JsonValue(member.value));
    }

private:
    simdjson::dom::element m_element;
};

} // namespace shardscope::profiler
