// SPDX-License-Identifier: GPL-3.0-or-later
// The reader's view of a Chrome trace: a window over the pipeline's pieces, and what scanners found in them.
#pragma once

#include "profiler/import/chrome/chrome_pipeline.h"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace shardscope::profiler {

class ChromeText {
public:
    ChromeText(ByteSource& source, std::size_t chunkBytes, unsigned threads, const core::Task& task)
        : m_pipeline(source, chunkBytes, threads, task)
        , m_task(task)
        , m_fileBytes(source.fileBytes())
    {
    }

    [[nodiscard]] const char* begin() const { return m_buffer.bytes.data(); }
    [[nodiscard]] const char* end() const { return begin() + m_size; }
    /// Whether nothing follows the window.
    [[nodiscard]] bool last() const { return m_last; }
    [[nodiscard]] std::uint64_t offsetOf(const char* at) const
    {
        return m_offset + static_cast<std::uint64_t>(at - begin());
    }
    [[nodiscard]] const char* at(std::uint64_t offset) const { return begin() + (offset - m_offset); }

    /// Drops what lies before \p keep and adds the next piece; where text is kept, until there is twice as
    /// much. Pointers move: begin() is then what \p keep was. Errors: FileUnreadable, Cancelled.
    [[nodiscard]] core::Result<core::Done> advance(const char* keep);
    /// What a scanner read from exactly \p at on, once.
    [[nodiscard]] std::optional<ChromeSegment> takeSegment(const char* at);
    /// Dictionaries of scanners that read something which is no part of the events.
    [[nodiscard]] std::vector<const ChromeDictionary*> distrusted();
    /// The dictionaries of all scanners, behind distrusted.
    [[nodiscard]] std::vector<std::shared_ptr<const ChromeDictionary>> dictionaries() const
    {
        return m_pipeline.dictionaries();
    }
    void pauseFor(const std::function<void()>& look) { m_pipeline.pauseFor(look); }
    void eventsAreOver() { m_pipeline.stopScanning(); }

private:
    void append(TextChunk&& chunk);
    void distrust(const ChromeSegment& segment) { m_distrusted.push_back(segment.dictionary); }

    ChromePipeline m_pipeline;
    const core::Task& m_task;
    std::uint64_t m_fileBytes;
    TextBuffer m_buffer;
    std::size_t m_size = 0;
    std::uint64_t m_offset = 0;
    bool m_last = false;
    std::deque<ChromeSegment> m_segments;
    std::vector<const ChromeDictionary*> m_distrusted;
};

} // namespace shardscope::profiler
