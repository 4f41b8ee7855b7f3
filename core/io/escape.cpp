// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/escape.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <cstdint>

namespace shardscope::core {

namespace {

struct Point {
    std::uint32_t value = 0;
    std::size_t bytes = 0; ///< 0: the bytes here are no UTF-8
};

/// The code point at the start of \p text, which is not empty (RFC 3629: shortest form, no surrogates).
Point pointAt(std::string_view text)
{
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned first = byte(0);
    if (first < 0x80)
        return {first, 1};
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < size)
        return {};
    std::uint32_t value = first & (0x7FU >> size);
    for (std::size_t at = 1; at < size; ++at) {
        if ((byte(at) & 0xC0U) != 0x80U)
            return {};
        value = value << 6U | (byte(at) & 0x3FU);
    }
    const bool shortest = size == 2 || (size == 3 ? value >= 0x800 : value >= 0x10000);
    const bool character = value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
    return shortest && character ? Point{value, size} : Point{};
}

bool isHarmless(std::uint32_t point)
{
    const auto within = [&](std::uint32_t first, std::uint32_t last) {
        return point >= first && point <= last;
    };
    return !(point < 0x20 || within(0x7F, 0x9F) || within(0x200E, 0x200F) || within(0x2028, 0x202E) ||
             within(0x2066, 0x2069) || point == 0x061C || point == 0xFEFF || (point & 0xFFFEU) == 0xFFFE);
}

void appendHexadecimal(std::string& out, char mark, std::uint32_t value, int digits)
{
    out += '\\';
    out += mark;
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4)
        out += "0123456789abcdef"[value >> static_cast<unsigned>(shift) & 15U];
}

void appendEscape(std::string& out, std::uint32_t point)
{
    switch (point) {
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default:
        if (point < 0x20) // "\\x80" would be a byte, and JSON has "\\u007f"
            appendHexadecimal(out, 'x', point, 2);
        else
            appendHexadecimal(out, point > 0xFFFF ? 'U' : 'u', point, point > 0xFFFF ? 8 : 4);
    }
}

} // namespace

std::string printable(std::string_view text, LineEnds lineEnds)
{
    std::string out;
    if (std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; }))
        return out.assign(text);
    out.reserve(text.size());
    while (!text.empty()) {
        const Point point = pointAt(text);
        const std::size_t bytes = point.bytes == 0 ? 1 : point.bytes;
        if (point.bytes == 0)
            appendHexadecimal(out, 'x', static_cast<unsigned char>(text.front()), 2);
        else if (isHarmless(point.value) ||
                 (lineEnds == LineEnds::Kept && (text.front() == '\n' || text.starts_with("\r\n"))))
            out.append(text.substr(0, bytes));
        else
            appendEscape(out, point.value);
        text.remove_prefix(bytes);
    }
    return out;
}

std::string markupText(std::string_view text)
{
    std::string out;
    for (const char c : printable(text)) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += c;
        }
    }
    return out;
}

std::string csvField(std::string_view text)
{
    if (!text.empty() && text.find_first_of("\",\r\n") == std::string_view::npos && text.front() != ' ' &&
        text.back() != ' ')
        return std::string(text);
    std::string out = "\"";
    for (const char c : text)
        out.append(c == '"' ? 2 : 1, c);
    return out + '"';
}

std::string markdownCell(std::string_view text)
{
    std::string out;
    for (const char c : printable(text))
        out += c == '|' ? "\\|" : c == '<' ? "&lt;" : std::string(1, c);
    return out;
}

std::string shellWord(std::string_view text)
{
    const bool plain = !text.empty() && std::ranges::all_of(text, [](char c) {
        return isLetterOrDigit(c) || std::string_view("_-./,=:+").find(c) != std::string_view::npos;
    });
    if (plain)
        return std::string(text);
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string shortened(std::string_view text, std::size_t most)
{
    if (text.size() <= most)
        return std::string(text);
    // No character is cut in two; of bytes that are no UTF-8 any is as good as the next.
    const auto follows = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    };
    std::size_t head = most / 3 * 2;
    std::size_t tail = text.size() - most / 3;
    for (int moved = 0; moved < 3 && head > 0 && follows(head); ++moved)
        --head;
    for (int moved = 0; moved < 3 && tail + 1 < text.size() && follows(tail); ++moved)
        ++tail;
    return std::string(text.substr(0, head)) + "\u2026" + std::string(text.substr(tail));
}

} // namespace shardscope::core
