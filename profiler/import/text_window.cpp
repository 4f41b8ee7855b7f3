// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/text_window.h"

#include "profiler/import/json_text.h"

#include <cstring>

namespace shardscope::profiler {

core::Result<core::Done> TextWindow::advance(const char* keep)
{
    if (!m_buffer) {
        m_buffer = std::make_unique_for_overwrite<char[]>(m_capacity + json::kPadding);
        keep = begin();
    }
    const auto dropped = static_cast<std::size_t>(keep - begin());
    m_size -= dropped;
    m_offset += dropped;
    if (dropped == 0 && m_size == m_capacity) {
        m_capacity *= 2;
        auto larger = std::make_unique_for_overwrite<char[]>(m_capacity + json::kPadding);
        std::memcpy(larger.get(), m_buffer.get(), m_size);
        m_buffer = std::move(larger);
    } else {
        std::memmove(m_buffer.get(), keep, m_size);
    }
    while (m_size < m_capacity && !m_last) {
        const auto got = m_source.read(m_buffer.get() + m_size, m_capacity - m_size);
        if (!got)
            return got.error();
        m_last = *got == 0;
        m_size += *got;
    }
    std::memset(m_buffer.get() + m_size, 0, json::kPadding);
    return core::Done{};
}

} // namespace shardscope::profiler
