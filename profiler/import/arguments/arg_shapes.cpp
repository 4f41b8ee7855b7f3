// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/arguments/arg_shapes.h"

#include <algorithm>

namespace shardscope::profiler {

std::uint16_t ArgShapes::add(std::uint16_t before, std::string_view text, ArgMeaning meaning, bool isEnd)
{
    constexpr std::size_t kMostLeads = 512; // a trace has a hundred or so
    constexpr int kMostInOnePlace = 6;      // to compare with more of them takes as long as reading
    int others = 0;
    for (std::uint16_t next = m_leads[before].firstNext; next != 0; next = m_leads[next].otherwise)
        ++others;
    if (text.size() > kLongest || others == kMostInOnePlace)
        return 0;
    if (m_leads.size() == kMostLeads) {
        m_leads.assign(kKinds, {});
        return 0;
    }
    Lead lead;
    std::ranges::copy(text, lead.text.begin());
    lead.behindText = static_cast<std::uint32_t>(~std::uint64_t{0} << text.size());
    lead.size = static_cast<std::uint8_t>(text.size());
    lead.isEnd = isEnd;
    lead.meaning = meaning;
    // New ones come behind those met earlier: what is usual comes soon.
    const auto number = static_cast<std::uint16_t>(m_leads.size());
    std::uint16_t* place = &m_leads[before].firstNext;
    while (*place != 0)
        place = &m_leads[*place].otherwise;
    *place = number;
    m_leads.push_back(lead);
    return number;
}

} // namespace shardscope::profiler
