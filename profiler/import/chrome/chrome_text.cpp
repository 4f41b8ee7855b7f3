// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome/chrome_text.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace shardscope::profiler {

core::Result<core::Done> ChromeText::advance(const char* keep)
{
    const std::size_t dropped = !m_buffer.bytes.empty() ? static_cast<std::size_t>(keep - begin()) : 0;
    m_size -= dropped;
    m_offset += dropped;
    if (m_size > 0)
        std::memmove(m_buffer.bytes.data(), keep, m_size);
    const std::size_t wanted = m_size * 2;
    do {
        ScannedChunk next = m_pipeline.next();
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        if (next.text.failure)
            return *next.text.failure;
        m_last = next.text.last;
        m_task.report("read", static_cast<double>(next.text.fileBytesRead) /
                                  static_cast<double>(std::max<std::uint64_t>(1, m_fileBytes)));
        append(std::move(next.text));
        std::move(next.segments.begin(), next.segments.end(), std::back_inserter(m_segments));
    } while (!m_last && m_size < wanted);
    return core::Done{};
}

void ChromeText::append(TextChunk&& chunk)
{
    if (m_size == 0) {
        std::swap(m_buffer, chunk.buffer);
        m_size = chunk.size;
    } else {
        if (m_buffer.capacity() < m_size + chunk.size) {
            TextBuffer larger;
            larger.reserve((m_size + chunk.size) * 2);
            std::memcpy(larger.bytes.data(), begin(), m_size);
            m_buffer = std::move(larger);
        }
        std::memcpy(m_buffer.bytes.data() + m_size, chunk.begin(), chunk.size);
        m_size += chunk.size;
        std::memset(m_buffer.bytes.data() + m_size, 0, json::kPadding);
    }
    if (!chunk.buffer.bytes.empty())
        m_pipeline.giveBack(std::move(chunk.buffer));
}

std::optional<ChromeSegment> ChromeText::takeSegment(const char* at)
{
    const std::uint64_t offset = offsetOf(at);
    while (!m_segments.empty() && m_segments.front().begin < offset) {
        distrust(m_segments.front());
        m_segments.pop_front();
    }
    if (m_segments.empty() || m_segments.front().begin != offset)
        return std::nullopt;
    std::optional<ChromeSegment> found = std::move(m_segments.front());
    m_segments.pop_front();
    return found;
}

std::vector<const ChromeDictionary*> ChromeText::distrusted()
{
    for (const ChromeSegment& segment : m_segments)
        distrust(segment);
    m_segments.clear();
    // What scanners did ahead of the end counts as well.
    const std::vector<const ChromeDictionary*> ahead = m_pipeline.abandon();
    m_distrusted.insert(m_distrusted.end(), ahead.begin(), ahead.end());
    return m_distrusted;
}

} // namespace shardscope::profiler
