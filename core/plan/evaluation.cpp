// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/evaluation.h"

namespace shardscope::core {

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
        // Classes share one capacity, so that the largest need is also the largest relative to it.
        if (use.tier == tier && most < use.need()) {
            most = use.need();
            best = use.rankClass;
        }
    }
    return best;
}

const TierUse* MemoryBreakdown::fullestUse(Tier tier) const
{
    const std::size_t wanted = fullest(tier);
    for (const TierUse& use : tiers) {
        if (use.tier == tier && use.rankClass == wanted)
            return &use;
    }
    return nullptr;
}

SHARDSCOPE_COPIES_OF(Plan);
SHARDSCOPE_COPIES_OF(Evaluation);

bool operator==(const Plan&, const Plan&) = default;

} // namespace shardscope::core
