// SPDX-License-Identifier: GPL-3.0-or-later
// Values as bytes and back: little-endian, without padding, every read checked. Writer and reader have the
// same words (numbers, flag, kind, text, list, column), so that one description of a thing serves both
// directions: template <class Bytes, class Thing> void describe(Bytes&, Thing&), where Thing is const for the
// writer.
#pragma once

#include "core/base/error.h"
#include "core/base/phrase.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace shardscope::profiler {

static_assert(std::endian::native == std::endian::little, "packs are written as the machine holds numbers");

class ByteWriter {
public:
    template <class T>
    requires std::is_arithmetic_v<T>
    void number(T value) { m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value); }
    template <class... T>
    void numbers(const T&... values)
    {
        (number(values), ...);
    }
    void flag(bool value) { number(static_cast<std::uint8_t>(value)); }
    template <class Enum>
    void kind(const Enum& value, Enum)
    {
        number(static_cast<std::uint8_t>(value));
    }
    void text(std::string_view value)
    {
        number(static_cast<std::uint64_t>(value.size()));
        m_bytes.append(value);
    }
    template <class List, class Each>
    void list(const List& values, std::size_t, Each each)
    {
        number(static_cast<std::uint64_t>(values.size()));
        for (const auto& value : values)
            each(value);
    }
    /// Values without padding, as they lie: a vector, a span.
    template <class Values>
    void column(const Values& values)
    {
        using Value = std::remove_cvref_t<decltype(*values.data())>;
        static_assert(std::is_trivially_copyable_v<Value>);
        number(static_cast<std::uint64_t>(values.size()));
        if (!values.empty())
            m_bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
    }
    [[nodiscard]] std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

/// After a read beyond the end, everything reads as zero or empty and ok() is false.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes)
        : m_rest(bytes)
    {
    }

    template <class T>
    requires std::is_arithmetic_v<T>
    [[nodiscard]] T number()
    {
        T value{};
        if (const std::string_view bytes = take(sizeof value); !bytes.empty())
            std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }
    template <class... T>
    void numbers(T&... values)
    {
        ((values = number<T>()), ...);
    }
    [[nodiscard]] bool flag() { return number<std::uint8_t>() != 0; }
    void flag(bool& value) { value = flag(); }
    /// What is none of the kind's values becomes \p last.
    template <class Enum>
    void kind(Enum& value, Enum last)
    {
        const auto read = number<std::uint8_t>();
        value = read <= static_cast<std::uint8_t>(last) ? static_cast<Enum>(read) : last;
    }
    /// A text where it lies.
    [[nodiscard]] std::string_view textView() { return take(number<std::uint64_t>()); }
    [[nodiscard]] std::string text() { return std::string(textView()); }
    void text(std::string& value) { value = textView(); }
    /// How many entries follow, each of at least \p least bytes; 0 where they cannot.
    [[nodiscard]] std::size_t count(std::size_t least)
    {
        const auto entries = number<std::uint64_t>();
        m_ok = m_ok && entries <= m_rest.size() / least;
        return m_ok ? static_cast<std::size_t>(entries) : 0;
    }
    /// Entries of at least \p least bytes.
    template <class List, class Each>
    void list(List& values, std::size_t least, Each each)
    {
        values.resize(count(least));
        for (auto& value : values)
            each(value);
    }
    /// Fills \p values, a vector of values without padding.
    template <class Values>
    void column(Values& values)
    {
        using Value = typename Values::value_type;
        static_assert(std::is_trivially_copyable_v<Value>);
        values.resize(count(sizeof(Value)));
        const std::string_view bytes = take(values.size() * sizeof(Value));
        if (!bytes.empty())
            std::memcpy(values.data(), bytes.data(), bytes.size());
    }
    /// The values where they lie; a failure where they do not lie as the machine wants them.
    template <class Value>
    [[nodiscard]] std::span<const Value> columnView()
    {
        static_assert(std::is_trivially_copyable_v<Value>);
        const std::size_t values = count(sizeof(Value));
        const std::string_view bytes = take(values * sizeof(Value));
        m_ok = m_ok && reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(Value) == 0;
        if (!m_ok || bytes.empty())
            return {};
        return {reinterpret_cast<const Value*>(bytes.data()), values};
    }
    /// What was read contradicts itself.
    void fail() { m_ok = false; }
    [[nodiscard]] bool ok() const { return m_ok; }
    [[nodiscard]] bool atEnd() const { return m_ok && m_rest.empty(); }

private:
    [[nodiscard]] std::string_view take(std::uint64_t size)
    {
        m_ok = m_ok && size <= m_rest.size();
        const std::string_view bytes = m_rest.substr(0, m_ok ? static_cast<std::size_t>(size) : 0);
        m_rest.remove_prefix(bytes.size());
        return bytes;
    }

    std::string_view m_rest;
    bool m_ok = true;
};

/// An error about stored bytes that cannot be read back; \p what is marked.
[[nodiscard]] inline core::Error corrupt(const char* what)
{
    return {core::ErrorCode::DataCorrupt, {core::phrase(what)}};
}

} // namespace shardscope::profiler
