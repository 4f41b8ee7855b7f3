// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/text/json_writer.h"

#include "profiler/import/text/utf8.h"

#include <array>
#include <charconv>
#include <cmath>

namespace shardscope::profiler {

namespace {

void appendEscaped(std::string& out, std::string_view text)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8SequenceLength(text, i);
        const char c = text[i];
        if (length == 0) {
            out += "\xEF\xBF\xBD";
            ++i;
        } else if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
            ++i;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += "\\u00";
            out += kHex[static_cast<unsigned char>(c) >> 4];
            out += kHex[static_cast<unsigned char>(c) & 0xFu];
            ++i;
        } else {
            out += text.substr(i, length);
            i += length;
        }
    }
}

} // namespace

void JsonWriter::separate()
{
    if (!m_first && !m_afterKey)
        m_text += ',';
    m_first = false;
    m_afterKey = false;
}

JsonWriter& JsonWriter::beginObject()
{
    separate();
    m_text += '{';
    m_first = true;
    return *this;
}

JsonWriter& JsonWriter::endObject()
{
    m_text += '}';
    m_first = false;
    return *this;
}

JsonWriter& JsonWriter::beginArray()
{
    separate();
    m_text += '[';
    m_first = true;
    return *this;
}

JsonWriter& JsonWriter::endArray()
{
    m_text += ']';
    m_first = false;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    separate();
    m_text += '"';
    appendEscaped(m_text, name);
    m_text += "\":";
    m_afterKey = true;
    return *this;
}

JsonWriter& JsonWriter::text(std::string_view value)
{
    separate();
    m_text += '"';
    appendEscaped(m_text, value);
    m_text += '"';
    return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t value)
{
    separate();
    m_text += std::to_string(value);
    return *this;
}

JsonWriter& JsonWriter::unsignedInteger(std::uint64_t value)
{
    separate();
    m_text += std::to_string(value);
    return *this;
}

JsonWriter& JsonWriter::real(double value)
{
    if (!std::isfinite(value))
        return text(std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
    separate();
    std::array<char, 32> digits{};
    const auto [end, code] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    m_text.append(digits.data(), end);
    return *this;
}

JsonWriter& JsonWriter::flag(bool value)
{
    separate();
    m_text += value ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::null()
{
    separate();
    m_text += "null";
    return *this;
}

std::string hexadecimal(std::uint64_t value)
{
    std::array<char, 18> digits{'0', 'x'};
    const auto [end, code] = std::to_chars(digits.data() + 2, digits.data() + digits.size(), value, 16);
    return {digits.data(), end};
}

} // namespace shardscope::profiler
