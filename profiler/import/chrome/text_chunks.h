// SPDX-License-Identifier: GPL-3.0-or-later
// A source's text cut into pieces at likely starts of events, so that pieces can be scanned at the same time.
#pragma once

#include "core/base/page_vector.h"
#include "profiler/import/bytes/byte_source.h"

#include <optional>
#include <vector>

namespace shardscope::profiler {

/// Memory for text; what lies behind the text must be made NUL for json_text (json::kPadding bytes).
struct TextBuffer {
    core::PageVector<char> bytes; ///< not cleared; the padding is part of it

    [[nodiscard]] std::size_t capacity() const; ///< without the padding
    /// Makes room for \p wanted bytes; if there was less, what was there is lost.
    void reserve(std::size_t wanted);
};

/// A piece of text. Pieces follow one another without a gap.
struct TextChunk {
    TextBuffer buffer;
    std::size_t size = 0;
    std::uint64_t offset = 0;
    bool atEvent = false; ///< begins where an event seems to begin
    bool last = false;
    std::uint64_t fileBytesRead = 0;
    std::optional<core::Error> failure; ///< of the source; the text ends before it

    [[nodiscard]] const char* begin() const { return buffer.bytes.data(); }
    [[nodiscard]] const char* end() const { return begin() + size; }
};

class TextCutter {
public:
    /// \p chunkBytes: how large pieces get; the first ones are smaller, so that small files have some too.
    TextCutter(ByteSource& source, std::size_t chunkBytes);
    /// The next piece, in \p buffer where that is large enough. After the last one: an empty last one.
    [[nodiscard]] TextChunk next(TextBuffer buffer);

private:
    ByteSource& m_source;
    std::size_t m_most;
    std::size_t m_wanted;
    std::vector<char> m_carried; // read, but part of the next piece
    bool m_carriedAtEvent = false;
    std::uint64_t m_offset = 0;
    bool m_ended = false;
};

} // namespace shardscope::profiler
