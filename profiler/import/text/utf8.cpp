// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/text/utf8.h"

namespace shardscope::profiler {

std::size_t utf8SequenceLength(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const auto tail = [&](std::size_t i) { return (byte(at + i) & 0xC0u) == 0x80u; };
    const unsigned lead = byte(at);
    if (lead < 0x80)
        return at < text.size() ? 1 : 0;
    const unsigned second = byte(at + 1);
    if (lead >= 0xC2 && lead <= 0xDF)
        return tail(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const bool odd = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F);
        return !odd && tail(1) && tail(2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool odd = (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
        return !odd && tail(1) && tail(2) && tail(3) ? 4 : 0;
    }
    return 0;
}

} // namespace shardscope::profiler
