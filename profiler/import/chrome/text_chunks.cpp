// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome/text_chunks.h"

#include "profiler/import/chrome/chrome_event.h"
#include "profiler/import/text/json_text.h"

#include <algorithm>
#include <cstring>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kFirstChunk = std::size_t{256} << 10;

} // namespace

void TextBuffer::reserve(std::size_t wanted)
{
    if (!bytes.empty() && capacity() >= wanted)
        return;
    bytes = {}; // before the larger one is there
    bytes.resize(wanted + json::kPadding);
}

std::size_t TextBuffer::capacity() const { return bytes.empty() ? 0 : bytes.size() - json::kPadding; }

TextCutter::TextCutter(ByteSource& source, std::size_t chunkBytes)
    : m_source(source)
    , m_most(std::max<std::size_t>(chunkBytes, 1))
    , m_wanted(std::min(m_most, kFirstChunk))
{
}

TextChunk TextCutter::next(TextBuffer buffer)
{
    TextChunk chunk;
    const std::size_t wanted = std::max(m_wanted, m_carried.size() + 1);
    m_wanted = std::min(m_most, m_wanted * 2);
    buffer.reserve(wanted);
    chunk.buffer = std::move(buffer);
    char* const bytes = chunk.buffer.bytes.data();
    std::copy(m_carried.begin(), m_carried.end(), bytes);
    chunk.size = m_carried.size();
    chunk.offset = m_offset;
    chunk.atEvent = m_carriedAtEvent;
    m_carried.clear();
    m_carriedAtEvent = false;
    while (chunk.size < wanted && !m_ended) {
        const auto got = m_source.read(bytes + chunk.size, wanted - chunk.size);
        if (!got)
            chunk.failure = got.error();
        m_ended = !got || *got == 0;
        chunk.size += got ? *got : 0;
    }
    chunk.last = m_ended;
    chunk.fileBytesRead = m_source.fileBytesRead();
    std::memset(bytes + chunk.size, 0, json::kPadding);
    if (!chunk.last) {
        const char* const cut = lastEventStart(bytes, bytes + chunk.size);
        if (cut != nullptr) {
            m_carried.assign(cut, static_cast<const char*>(bytes + chunk.size));
            m_carriedAtEvent = true;
            chunk.size = static_cast<std::size_t>(cut - bytes);
            std::memset(bytes + chunk.size, 0, json::kPadding);
        }
    }
    m_offset += chunk.size;
    return chunk;
}

} // namespace shardscope::profiler
