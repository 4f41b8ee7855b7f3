// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/rank_labels.h"

#include <algorithm>
#include <charconv>

namespace shardscope::profiler {

namespace {
constexpr std::string_view kStandsFor = ", which stands for ";
}

std::string rankLabel(std::int32_t rank, std::uint32_t stands)
{
    return "rank " + std::to_string(rank) +
           (stands > 1 ? std::string(kStandsFor) + std::to_string(stands) : std::string());
}

std::uint32_t rankStandsFor(std::string_view label)
{
    const auto at = label.find(kStandsFor);
    std::uint32_t stands = 0;
    if (at != std::string_view::npos)
        std::from_chars(label.data() + at + kStandsFor.size(), label.data() + label.size(), stands);
    return std::max(stands, 1U);
}

std::vector<std::int32_t> rankNumbers(std::string_view text, std::size_t most)
{
    std::vector<std::int32_t> ranks;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end && ranks.size() < most) {
        std::int32_t rank = 0;
        const auto parsed = std::from_chars(at, end, rank);
        if (parsed.ec == std::errc() && rank >= 0)
            ranks.push_back(rank);
        at = std::max(parsed.ptr, at + 1);
    }
    std::ranges::sort(ranks);
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

} // namespace shardscope::profiler
