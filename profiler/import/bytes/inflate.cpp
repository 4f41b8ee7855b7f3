// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/bytes/inflate.h"

#include <algorithm>

#include <zlib.h>

namespace shardscope::profiler {

std::optional<std::string> inflateAll(std::string_view compressed, std::size_t most)
{
    z_stream stream{};
    if (compressed.size() > 0x7FFFFFFF || inflateInit(&stream) != Z_OK)
        return std::nullopt;
    stream.next_in =
        reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data())); // zlib's input is not const
    stream.avail_in = static_cast<uInt>(compressed.size());
    std::string text;
    int code = Z_OK;
    while (code == Z_OK && text.size() < most) {
        const std::size_t before = text.size();
        text.resize(std::min(most, std::max<std::size_t>(before * 2, std::size_t{64} << 10)));
        stream.next_out = reinterpret_cast<Bytef*>(text.data() + before);
        stream.avail_out = static_cast<uInt>(text.size() - before);
        code = inflate(&stream, Z_NO_FLUSH);
        text.erase(text.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return code == Z_STREAM_END ? std::optional(std::move(text)) : std::nullopt;
}

} // namespace shardscope::profiler
