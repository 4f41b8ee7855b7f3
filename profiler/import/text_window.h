// SPDX-License-Identifier: GPL-3.0-or-later
// A window that slides over a source's text, padded for json_text; never the whole text at once.
#pragma once

#include "profiler/import/byte_source.h"

#include <memory>

namespace shardscope::profiler {

class TextWindow {
public:
    TextWindow(ByteSource& source, std::size_t bytes)
        : m_source(source)
        , m_capacity(bytes)
    {
    }

    [[nodiscard]] const char* begin() const { return m_buffer.get(); }
    [[nodiscard]] const char* end() const { return m_buffer.get() + m_size; }
    /// Whether nothing follows the window.
    [[nodiscard]] bool last() const { return m_last; }
    [[nodiscard]] std::uint64_t offsetOf(const char* at) const
    {
        return m_offset + static_cast<std::uint64_t>(at - begin());
    }
    [[nodiscard]] const ByteSource& source() const { return m_source; }

    /// Drops what lies before \p keep and fills up; grows to twice its size where nothing can be dropped.
    /// Pointers move: begin() is then what \p keep was. Errors: FileUnreadable.
    [[nodiscard]] core::Result<core::Done> advance(const char* keep);

private:
    ByteSource& m_source;
    std::size_t m_capacity;
    std::unique_ptr<char[]> m_buffer; // not cleared: only what is read costs memory
    std::size_t m_size = 0;
    std::uint64_t m_offset = 0;
    bool m_last = false;
};

} // namespace shardscope::profiler
