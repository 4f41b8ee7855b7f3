// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/decompression_bombs.h"

#include "tests/profiler/hostile_case.h"
#include "tests/profiler/trace_reference.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <cstdint>
#include <zlib.h>

namespace shardscope::tests {

namespace {

template <class Number>
std::string littleEndian(Number number)
{
    std::string bytes;
    for (std::size_t at = 0; at < sizeof number; ++at)
        bytes += static_cast<char>(number >> (8 * at) & 0xFF);
    return bytes;
}

/// The head of a tar member (POSIX.1-1988, ustar).
std::string tarHead(const std::string& name, std::size_t size)
{
    std::string head(512, '\0');
    const auto put = [&](std::size_t at, const std::string& text) { head.replace(at, text.size(), text); };
    const auto octal = [](std::size_t value, std::size_t digits) {
        std::string text(digits, '0');
        for (std::size_t at = digits; at-- > 0; value /= 8)
            text[at] = static_cast<char>('0' + value % 8);
        return text;
    };
    put(0, name);
    put(100, octal(0644, 7));
    put(108, octal(0, 7));
    put(116, octal(0, 7));
    put(124, octal(size, 11));
    put(136, octal(0, 11));
    put(148, std::string(8, ' '));
    put(156, "0");
    put(257, std::string("ustar\0"
                         "00",
                         8));
    std::size_t sum = 0;
    for (const char byte : head)
        sum += static_cast<unsigned char>(byte);
    put(148, octal(sum, 6) + std::string("\0 ", 2));
    return head;
}

/// One xz stream.
std::string xz(const std::string& text)
{
    std::string packed(text.size() / 8 + 4096, '\0');
    std::size_t size = 0;
    archive* const writer = archive_write_new();
    archive_write_add_filter_xz(writer);
    archive_write_set_options(writer, "xz:compression-level=0");
    archive_write_set_format_raw(writer);
    archive_write_set_bytes_in_last_block(writer, 1);
    archive_write_open_memory(writer, packed.data(), packed.size(), &size);
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_write_header(writer, entry);
    archive_write_data(writer, text.data(), text.size());
    archive_entry_free(entry);
    archive_write_close(writer);
    archive_write_free(writer);
    packed.resize(size);
    return packed;
}

} // namespace

/// A gzip member of a megabyte of spaces, again and again: RFC 1952, 2.2.
std::string gzipBomb()
{
    const std::string member = gzipped(std::string(kMegabyte, ' '));
    std::string bomb = gzipped("[");
    for (std::size_t at = 0; at < 1100; ++at)
        bomb += member;
    return bomb;
}

/// A zstd frame of blocks that repeat one byte 131,072 times: RFC 8878, 3.1.1.
std::string zstdBomb()
{
    std::string bomb("\x28\xB5\x2F\xFD\x00\x38", 6); // no sizes, no checksum; a window of 128 KB
    const auto block = [&](char byte, std::uint32_t size, bool last) {
        const std::uint32_t head = (last ? 1u : 0u) | 1u << 1 | size << 3;
        for (unsigned shift = 0; shift < 24; shift += 8)
            bomb += static_cast<char>(head >> shift & 0xFFu);
        bomb += byte;
    };
    block('[', 1, false);
    for (int at = 0; at < 9000; ++at)
        block(' ', 1u << 17, at == 8999);
    return bomb;
}

/// A zip file of one member; its deflate stream repeats a flushed megabyte of spaces (zlib manual,
/// Z_FULL_FLUSH).
std::string zipBomb()
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    std::string text(kMegabyte, ' ');
    text.front() = '[';
    const auto chunk = [&] {
        std::string packed(kMegabyte, '\0');
        stream.next_in = reinterpret_cast<Bytef*>(text.data());
        stream.avail_in = static_cast<uInt>(text.size());
        stream.next_out = reinterpret_cast<Bytef*>(packed.data());
        stream.avail_out = static_cast<uInt>(packed.size());
        deflate(&stream, Z_FULL_FLUSH);
        packed.erase(kMegabyte - std::min<std::size_t>(stream.avail_out, kMegabyte));
        return packed;
    };
    std::string data = chunk();
    text.front() = ' ';
    const std::string again = chunk();
    deflateEnd(&stream);
    constexpr std::uint32_t kChunks = 1100;
    for (std::uint32_t at = 1; at < kChunks; ++at)
        data += again;
    data += std::string("\x03\x00", 2); // a last, empty block
    const auto packed = static_cast<std::uint32_t>(data.size());
    const std::string sizes =
        littleEndian(std::uint32_t{0}) + littleEndian(packed) + littleEndian(std::uint32_t{kChunks << 20});
    const std::string name = "bomb.json";
    const std::string about = littleEndian(std::uint16_t{20}) + littleEndian(std::uint16_t{0}) +
                              littleEndian(std::uint16_t{8}) + littleEndian(std::uint32_t{0}) + sizes +
                              littleEndian(static_cast<std::uint16_t>(name.size())) +
                              littleEndian(std::uint16_t{0});
    const std::string local = "PK\x03\x04" + about + name + data;
    const std::string directory =
        "PK\x01\x02" + littleEndian(std::uint16_t{20}) + about + std::string(14, '\0') + name;
    return local + directory + "PK\x05\x06" + std::string(4, '\0') + littleEndian(std::uint16_t{1}) +
           littleEndian(std::uint16_t{1}) + littleEndian(static_cast<std::uint32_t>(directory.size())) +
           littleEndian(static_cast<std::uint32_t>(local.size())) + littleEndian(std::uint16_t{0});
}

std::string tarOf(const std::string& name, const std::string& content)
{
    return tarHead(name, content.size()) + content +
           std::string((512 - content.size() % 512) % 512 + 1024, '\0');
}

/// A tar file of one member of spaces, as gzip members of a megabyte.
std::string tarGzBomb()
{
    constexpr std::size_t kMembers = 1100;
    std::string bomb = gzipped(tarHead("bomb.json", kMembers * kMegabyte));
    std::string text(kMegabyte, ' ');
    text.front() = '[';
    bomb += gzipped(text);
    text.front() = ' ';
    const std::string member = gzipped(text);
    for (std::size_t at = 1; at < kMembers; ++at)
        bomb += member;
    return bomb + gzipped(std::string(1024, '\0'));
}

/// Streams one behind the other are one text (the .xz file format, 2).
std::string xzBomb()
{
    const std::string stream = xz(std::string(16 * kMegabyte, ' '));
    std::string bomb = xz("[");
    for (int at = 0; at < 70; ++at)
        bomb += stream;
    return bomb;
}

} // namespace shardscope::tests
