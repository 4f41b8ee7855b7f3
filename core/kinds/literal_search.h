// SPDX-License-Identifier: GPL-3.0-or-later
// Which of many texts a text holds, found in one walk over it (Aho and Corasick, CACM 18(6), 1975).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

class LiteralSearch {
public:
    LiteralSearch() = default;
    /// None of \p literals is empty.
    explicit LiteralSearch(std::span<const std::string> literals);

    /// Calls visit(index) for each literal that \p text holds, as often as it does.
    template <class Visit>
    void forEachIn(std::string_view text, Visit visit) const
    {
        if (m_next.empty())
            return;
        std::uint32_t state = 0;
        for (const char c : text) {
            state = m_next[state * m_letters + m_letter[static_cast<unsigned char>(c)]];
            for (std::uint32_t end = state; end != 0; end = m_shorter[end]) {
                for (std::uint32_t at = m_firstOf[end]; at < m_firstOf[end + 1]; ++at)
                    visit(m_ends[at]);
            }
        }
    }

private:
    std::array<std::uint8_t, 256> m_letter{}; ///< 0: in none of the literals
    std::uint32_t m_letters = 1;
    std::vector<std::uint32_t> m_next;    ///< by state and letter
    std::vector<std::uint32_t> m_shorter; ///< the longest suffix of a state at which a literal ends; 0: none
    std::vector<std::uint32_t> m_firstOf; ///< by state, of m_ends
    std::vector<std::uint32_t> m_ends;    ///< literals
};

} // namespace shardscope::core
