// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/count.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace shardscope::core {

std::optional<double> parseCount(std::string_view text)
{
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    const std::string_view suffix(read.ptr, static_cast<std::size_t>(end - read.ptr));
    constexpr std::array<std::pair<std::string_view, double>, 9> kFactors{{{"", 1},
                                                                           {"k", 1e3},
                                                                           {"K", 1e3},
                                                                           {"M", 1e6},
                                                                           {"G", 1e9},
                                                                           {"B", 1e9},
                                                                           {"T", 1e12},
                                                                           {"P", 1e15},
                                                                           {"E", 1e18}}};
    const auto factor = std::ranges::find_if(kFactors, [&](const auto& one) { return one.first == suffix; });
    if (read.ec != std::errc{} || factor == kFactors.end() || !std::isfinite(value))
        return std::nullopt;
    return value * factor->second;
}

} // namespace shardscope::core
