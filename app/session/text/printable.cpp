// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/text/printable.h"

#include <cstddef>
#include <cstdint>

namespace shardscope::app {

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
             within(0x2066, 0x2069) || point == 0x061C || point == 0xFEFF);
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
    default: appendHexadecimal(out, point < 0x100 ? 'x' : 'u', point, point < 0x100 ? 2 : 4);
    }
}

} // namespace

std::string printable(std::string_view text, LineEnds lineEnds)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const Point point = pointAt(text);
        const std::size_t bytes = point.bytes == 0 ? 1 : point.bytes;
        if (point.bytes == 0)
            appendHexadecimal(out, 'x', static_cast<unsigned char>(text.front()), 2);
        else if (isHarmless(point.value) || (point.value == '\n' && lineEnds == LineEnds::Kept))
            out.append(text.substr(0, bytes));
        else
            appendEscape(out, point.value);
        text.remove_prefix(bytes);
    }
    return out;
}

} // namespace shardscope::app
