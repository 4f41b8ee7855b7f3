// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and words as text that reads back to the last bit, divided by blanks. One function that names the
// fields of a thing writes it and reads it.
#pragma once

#include "core/base/error.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace shardscope::planner {

class StateWriter {
public:
    template <class... Fields>
    void operator()(const Fields&... fields)
    {
        (put(fields), ...);
    }
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    template <class Number>
    requires(std::is_arithmetic_v<Number> || std::is_enum_v<Number>) void put(Number number)
    {
        std::array<char, 32> digits{};
        std::to_chars_result end{};
        if constexpr (std::is_floating_point_v<Number>)
            end = std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::hex);
        else
            end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                static_cast<std::int64_t>(number));
        m_text.append(digits.data(), end.ptr);
        m_text += ' ';
    }
    void put(const std::string& words)
    {
        put(words.size());
        m_text += words;
        m_text += ' ';
    }
    template <class Value>
    void put(const std::optional<Value>& value)
    {
        put(value.has_value());
        if (value)
            put(*value);
    }
    template <class Value, std::size_t Count>
    void put(const std::array<Value, Count>& values)
    {
        for (const Value& value : values)
            put(value);
    }
    template <class Value>
    void put(const std::vector<Value>& values)
    {
        put(values.size());
        for (const Value& value : values)
            put(value);
    }
    template <class Value>
    void put(const std::map<std::string, Value>& values)
    {
        put(values.size());
        for (const auto& [key, value] : values) {
            put(key);
            put(value);
        }
    }
    template <class Thing>
    requires requires(StateWriter& writer, Thing& thing) { fieldsOf(writer, thing); }
    void put(const Thing& thing)
    {
        fieldsOf(*this, const_cast<Thing&>(thing)); // a writer changes nothing
    }

    std::string m_text;
};

/// After the first thing that is not there or not as it should be, all that is read stays as it was.
class StateReader {
public:
    explicit StateReader(std::string_view text)
        : m_rest(text)
    {
    }
    template <class... Fields>
    void operator()(Fields&... fields)
    {
        (get(fields), ...);
    }
    [[nodiscard]] bool good() const { return m_good; }
    /// Everything was read, and good.
    [[nodiscard]] bool whole() const { return m_good && m_rest.empty(); }

private:
    template <class Number>
    requires(std::is_arithmetic_v<Number> || std::is_enum_v<Number>) void get(Number& number)
    {
        std::from_chars_result end{};
        const char* const last = m_rest.data() + m_rest.size();
        if constexpr (std::is_floating_point_v<Number>) {
            Number read = 0;
            end = std::from_chars(m_rest.data(), last, read, std::chars_format::hex);
            if (took(end))
                number = read;
        } else {
            std::int64_t read = 0;
            end = std::from_chars(m_rest.data(), last, read);
            m_good = m_good && (read >= 0 || !std::is_unsigned_v<Number>);
            if (took(end))
                number = static_cast<Number>(read);
        }
    }
    void get(std::string& words)
    {
        std::size_t size = 0;
        get(size);
        m_good = m_good && size < m_rest.size() && m_rest[size] == ' ';
        if (!m_good)
            return;
        words = m_rest.substr(0, size);
        m_rest.remove_prefix(size + 1);
    }
    template <class Value>
    void get(std::optional<Value>& value)
    {
        bool there = false;
        get(there);
        value.reset();
        if (there)
            get(value.emplace());
    }
    template <class Value, std::size_t Count>
    void get(std::array<Value, Count>& values)
    {
        for (Value& value : values)
            get(value);
    }
    template <class Value>
    void get(std::vector<Value>& values)
    {
        values.resize(readCount());
        for (Value& value : values)
            get(value);
    }
    template <class Value>
    void get(std::map<std::string, Value>& values)
    {
        values.clear();
        for (std::size_t count = readCount(); count > 0 && m_good; --count) {
            std::string key;
            get(key);
            get(values[key]);
        }
    }
    template <class Thing>
    requires requires(StateReader& reader, Thing& thing) { fieldsOf(reader, thing); }
    void get(Thing& thing) { fieldsOf(*this, thing); }

    /// How many things follow; each takes a character and a blank at least, so more are refused.
    std::size_t readCount()
    {
        std::size_t count = 0;
        get(count);
        m_good = m_good && count <= m_rest.size() / 2;
        return m_good ? count : 0;
    }
    bool took(const std::from_chars_result& end)
    {
        const auto length = static_cast<std::size_t>(end.ptr - m_rest.data());
        m_good = m_good && end.ec == std::errc() && length < m_rest.size() && m_rest[length] == ' ';
        if (m_good)
            m_rest.remove_prefix(length + 1);
        return m_good;
    }

    std::string_view m_rest;
    bool m_good = true;
};

template <class Text>
void fieldsOf(Text& text, core::Place& place)
{
    text(place.file, place.jsonPointer, place.line, place.byteOffset);
}

template <class Text>
void fieldsOf(Text& text, core::Error& error)
{
    text(error.code, error.args, error.place);
}

} // namespace shardscope::planner
