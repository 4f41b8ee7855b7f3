// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/string_pool.h"

#include <algorithm>
#include <numeric>

namespace shardscope::core {

NameId StringPool::intern(std::string_view text)
{
    if (const auto found = m_ids.find(text); found != m_ids.end())
        return found->second;
    m_storage.emplace_back(text);
    const std::string_view kept = m_storage.back();
    const NameId id{m_texts.size()};
    m_texts.push_back(kept);
    m_ids.emplace(kept, id);
    return id;
}

NameId StringPool::find(std::string_view text) const
{
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? NameId{} : found->second;
}

std::size_t StringPool::bytes() const
{
    return std::accumulate(m_texts.begin(), m_texts.end(), std::size_t{0},
                           [](std::size_t sum, std::string_view text) { return sum + text.size(); });
}

std::vector<NameId> StringPool::sortByText()
{
    std::vector<std::uint32_t> order(m_texts.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [this](auto a, auto b) { return m_texts[a] < m_texts[b]; });

    std::vector<NameId> renumbered(order.size());
    std::vector<std::string_view> sorted(order.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        renumbered[order[rank]] = NameId{rank};
        sorted[rank] = m_texts[order[rank]];
        m_ids[sorted[rank]] = NameId{rank};
    }
    m_texts = std::move(sorted);
    return renumbered;
}

} // namespace shardscope::core
