// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/evaluation.h"

#include <array>

namespace shardscope::core {
std::string_view nameOf(Purpose purpose)
{
    constexpr std::array<std::string_view, 9> kNames{"weights",         "master_weights", "gradients",
                                                     "optimizer_state", "activations",    "embedding",
                                                     "buffers",         "workspace",      "framework"};
    return kNames[static_cast<std::size_t>(purpose)];
}

Bytes MemoryBreakdown::held(std::size_t rankClass, Tier tier, Purpose purpose) const
{
    Bytes sum;
    for (const MemoryEntry& entry : entries) {
        if (entry.rankClass == rankClass && entry.tier == tier && entry.purpose == purpose)
            sum += entry.bytes;
    }
    return sum;
}

std::size_t MemoryBreakdown::fullest(Tier tier) const
{
    std::size_t best = 0;
    Bytes most{-1};
    for (const TierUse& use : tiers) {
        // Classes share one capacity, so that the largest peak is also the largest relative to it.
        if (use.tier == tier && most < use.peak) {
            most = use.peak;
            best = use.rankClass;
        }
    }
    return best;
}

} // namespace shardscope::core
