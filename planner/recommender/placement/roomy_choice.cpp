// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/roomy_choice.h"

#include "core/base/mapped.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace shardscope::planner {
namespace {

using TierOptions = std::array<std::optional<std::size_t>, kTableTiers>;

double allBytes(const TableOption& option)
{
    return option.deviceTotal + option.hostTotal + option.nvmeTotal;
}

double heldBytes(const TableOption& option, std::size_t tier)
{
    return tier == 0 ? option.deviceTotal : tier == 1 ? option.hostTotal : option.nvmeTotal;
}

/// Smaller is roomier: spread over all devices, then a node's, then one device's; replicas last.
int unevenness(const TableOption& option)
{
    if (option.sharding == core::TableSharding::DataParallel)
        return 3;
    return option.spread == Spread::Everywhere ? 0 : option.spread == Spread::OneNode ? 1 : 2;
}

/// The roomiest option of each tier.
TierOptions roomiest(const std::vector<TableOption>& options)
{
    const auto key = [](const TableOption& option) {
        const double above = tierIndexOf(option) == 0 ? 0 : option.deviceTotal; // a cache
        return std::tuple(unevenness(option), above, allBytes(option), option.work);
    };
    TierOptions best;
    for (std::size_t i = 0; i < options.size(); ++i) {
        std::optional<std::size_t>& held = best[tierIndexOf(options[i])];
        if (!held || key(options[i]) < key(options[*held]))
            held = i;
    }
    return best;
}

struct Item {
    std::size_t table = 0;
    double bytes = 0;
};

/// The largest first, as far as they go.
std::vector<std::size_t> fillGreedily(std::vector<Item> items, double room)
{
    std::ranges::stable_sort(items, std::ranges::greater(), &Item::bytes);
    std::vector<std::size_t> taken;
    for (const Item& item : items) {
        if (item.bytes > room)
            continue;
        room -= item.bytes;
        taken.push_back(item.table);
    }
    return taken;
}

/// Subset sum over steps of the room, every item rounded up.
std::vector<std::size_t> fillInSteps(const std::vector<Item>& items, double room)
{
    constexpr std::size_t kSteps = 16384;
    constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::vector<std::size_t> reachedBy(kSteps + 1, kNone); // the item that first made a sum
    std::vector<std::size_t> weight(items.size(), kSteps + 1);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const double steps = std::ceil(items[i].bytes / room * static_cast<double>(kSteps));
        if (!(steps <= static_cast<double>(kSteps)))
            continue;
        weight[i] = static_cast<std::size_t>(std::max(1.0, steps));
        for (std::size_t sum = kSteps; sum >= weight[i]; --sum) {
            const std::size_t before = sum - weight[i];
            if (reachedBy[sum] == kNone && (before == 0 || reachedBy[before] != kNone))
                reachedBy[sum] = i;
        }
    }
    std::size_t sum = kSteps;
    while (sum > 0 && reachedBy[sum] == kNone)
        --sum;
    std::vector<std::size_t> taken;
    for (; sum > 0; sum -= weight[reachedBy[sum]])
        taken.push_back(items[reachedBy[sum]].table);
    return taken;
}

/// Chooses those of \p items that fill \p room best.
std::vector<std::size_t> fill(const std::vector<Item>& items, double room)
{
    if (room <= 0 || items.empty())
        return {};
    const auto sum = [&](std::vector<std::size_t> taken) {
        std::ranges::sort(taken);
        double bytes = 0;
        for (const Item& item : items)
            if (std::ranges::binary_search(taken, item.table))
                bytes += item.bytes;
        return bytes;
    };
    std::vector<std::size_t> greedy = fillGreedily(items, room);
    if (greedy.size() == items.size())
        return greedy;
    std::vector<std::size_t> stepped = fillInSteps(items, room);
    return sum(stepped) > sum(greedy) ? stepped : greedy;
}

/// Tables tier by tier from the device down, none of the device's memory above \p deviceRoom filled with
/// rows.
std::optional<std::vector<std::size_t>> divide(const OptionTable& options,
                                               const std::vector<TierOptions>& tiers,
                                               const MemoryBudget& budget, double deviceRoom)
{
    std::array<double, kTableTiers> room{deviceRoom, budget.host, budget.nvme};
    std::vector<std::size_t> chosen(options.size());
    std::vector<bool> placed(options.size(), false);
    const auto take = [&](std::size_t table, std::size_t tier) {
        chosen[table] = *tiers[table][tier];
        placed[table] = true;
        room[tier] -= heldBytes(options[table][chosen[table]], tier);
    };
    for (std::size_t tier = 0; tier < kTableTiers; ++tier) {
        std::vector<Item> free;
        for (std::size_t table = 0; table < options.size(); ++table) {
            if (placed[table] || !tiers[table][tier])
                continue;
            bool below = false;
            for (std::size_t other = tier + 1; other < kTableTiers; ++other)
                below = below || tiers[table][other].has_value();
            if (below)
                free.push_back({table, heldBytes(options[table][*tiers[table][tier]], tier)});
            else
                take(table, tier);
        }
        for (const std::size_t table : fill(free, room[tier]))
            take(table, tier);
    }
    MemoryBudget used;
    for (std::size_t table = 0; table < options.size(); ++table) {
        if (!placed[table])
            return std::nullopt;
        const TableOption& option = options[table][chosen[table]];
        used.device += option.deviceTotal;
        used.host += option.hostTotal;
        used.nvme += option.nvmeTotal;
    }
    constexpr double kRounding = 1 + 1e-12;
    if (used.device > budget.device * kRounding || used.host > budget.host * kRounding ||
        used.nvme > budget.nvme * kRounding)
        return std::nullopt;
    return chosen;
}

} // namespace

std::size_t tierIndexOf(const TableOption& option)
{
    return option.nvmeTotal > 0 ? 2 : option.hostTotal > 0 ? 1 : 0;
}

std::optional<std::vector<std::size_t>> roomyChoice(const OptionTable& options, const MemoryBudget& budget)
{
    const auto tiers = core::mapped<TierOptions>(options, [&](const auto& table) { return roomiest(table); });
    // Caches of what lies on SSDs take device memory too: leave more and more for them.
    for (const double share : {1.0, 0.95, 0.9, 0.8, 0.6, 0.4, 0.2, 0.0}) {
        if (auto chosen = divide(options, tiers, budget, share * budget.device))
            return chosen;
    }
    return std::nullopt;
}

LeastMemory leastMemory(const OptionTable& options)
{
    LeastMemory least;
    for (const auto& table : options) {
        double bytes = allBytes(table.front());
        const std::size_t tier = tierIndexOf(table.front());
        bool bound = true;
        for (const TableOption& option : table) {
            bytes = std::min(bytes, allBytes(option));
            bound = bound && tierIndexOf(option) == tier;
        }
        least.all += bytes;
        if (bound)
            least.bound[tier] += bytes;
    }
    return least;
}

} // namespace shardscope::planner
