// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest.h"

#include <algorithm>
#include <numeric>

namespace shardscope::core {
namespace {

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({replaced, above + 1, row[j - 1] + 1});
            diagonal = above;
        }
    }
    return row[b.size()];
}

} // namespace

std::string nearestName(std::string_view word, const std::vector<std::string>& known)
{
    constexpr std::size_t kShortestPart = 3;
    const std::size_t limit = std::max<std::size_t>(2, word.size() / 3);
    // A part of a name has nothing wrong in it: "fp4" is nearer to "nvfp4" than to "fp8".
    const auto whole = std::ranges::find_if(known, [&](const std::string& candidate) {
        return word.size() >= kShortestPart && candidate.find(word) != std::string::npos;
    });
    if (whole != known.end())
        return *whole;
    std::string nearest;
    std::size_t best = limit + 1;
    for (const std::string& candidate : known) {
        // The lengths alone already differ by that much; also spares the long way for a hostile word.
        const std::size_t longer = std::max(word.size(), candidate.size());
        if (longer - std::min(word.size(), candidate.size()) >= best)
            continue;
        const std::size_t distance = editDistance(word, candidate);
        if (distance < best) {
            best = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

} // namespace shardscope::core
