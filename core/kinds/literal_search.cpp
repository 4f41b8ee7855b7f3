// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/literal_search.h"

#include <algorithm>

namespace shardscope::core {

LiteralSearch::LiteralSearch(std::span<const std::string> literals)
{
    for (const std::string& literal : literals) {
        for (const char c : literal) {
            std::uint8_t& letter = m_letter[static_cast<unsigned char>(c)];
            if (letter == 0)
                letter = static_cast<std::uint8_t>(std::min<std::uint32_t>(m_letters++, 255));
        }
    }
    std::vector<std::vector<std::uint32_t>> ends(1);
    m_next.assign(m_letters, 0);
    for (std::size_t index = 0; index < literals.size(); ++index) {
        std::uint32_t state = 0;
        for (const char c : literals[index]) {
            const std::size_t at = state * m_letters + m_letter[static_cast<unsigned char>(c)];
            if (m_next[at] == 0) {
                m_next[at] = static_cast<std::uint32_t>(ends.size());
                ends.emplace_back();
                m_next.resize(m_next.size() + m_letters, 0);
            }
            state = m_next[at];
        }
        ends[state].push_back(static_cast<std::uint32_t>(index));
    }
    // Goes by depth: where a letter leads nowhere, it leads where it leads from the longest suffix.
    std::vector<std::uint32_t> suffix(ends.size(), 0);
    m_shorter.assign(ends.size(), 0);
    std::vector<std::uint32_t> queue{0};
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::uint32_t state = queue[at];
        for (std::uint32_t letter = 0; letter < m_letters; ++letter) {
            std::uint32_t& next = m_next[state * m_letters + letter];
            const std::uint32_t otherwise = state == 0 ? 0 : m_next[suffix[state] * m_letters + letter];
            if (next == 0) {
                next = otherwise;
                continue;
            }
            suffix[next] = otherwise;
            m_shorter[next] = ends[otherwise].empty() ? m_shorter[otherwise] : otherwise;
            queue.push_back(next);
        }
    }
    for (const std::vector<std::uint32_t>& own : ends) {
        m_firstOf.push_back(static_cast<std::uint32_t>(m_ends.size()));
        m_ends.insert(m_ends.end(), own.begin(), own.end());
    }
    m_firstOf.push_back(static_cast<std::uint32_t>(m_ends.size()));
}

} // namespace shardscope::core
