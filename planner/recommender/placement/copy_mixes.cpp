// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/copy_mixes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shardscope::planner {
namespace {

/// Numbers of copies are tried in so many steps: with thousands of copies one more or less changes little.
constexpr std::int64_t kSteps = 48;

bool noWorse(const TableOption& a, const TableOption& b)
{
    return a.spread == b.spread && a.work <= b.work && a.deviceTotal <= b.deviceTotal &&
           a.hostTotal <= b.hostTotal && a.nvmeTotal <= b.nvmeTotal && a.groups >= b.groups;
}

/// Options that no other one of the same spread beats in work and in every memory.
std::vector<std::size_t> worthTrying(const std::vector<TableOption>& options)
{
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < options.size(); ++i) {
        bool beaten = false;
        for (std::size_t other = 0; other < options.size() && !beaten; ++other)
            beaten = other != i && noWorse(options[other], options[i]) &&
                     (other < i || !noWorse(options[i], options[other]));
        if (!beaten)
            kept.push_back(i);
    }
    return kept;
}

/// Bounds of a mix; whole nodes' shards come in whole numbers.
class Bounds {
public:
    Bounds(const std::vector<TableOption>& options, const MemoryBudget& room, const PartitionSpace& space,
           double otherSeconds)
        : m_options(options)
        , m_room(room)
        , m_space(space)
        , m_otherSeconds(otherSeconds)
    {
    }
    /// Seconds of the slowest device at least; infinite where memory is short in total.
    [[nodiscard]] double least(const CopyMix& mix) const
    {
        double work = 0;
        double device = 0;
        double host = 0;
        double nvme = 0;
        double everywhere = 0;
        double shards = 0;
        double quickest = HUGE_VAL;
        double single = 0;
        for (const auto& [index, copies] : mix.parts()) {
            const TableOption& option = m_options[index];
            const double count = static_cast<double>(copies);
            const double seconds = option.shard.total().value();
            work += count * option.work;
            device += count * option.deviceTotal;
            host += count * option.hostTotal;
            nvme += count * option.nvmeTotal;
            single = std::max(single, seconds);
            if (option.spread == Spread::Everywhere)
                everywhere += count * seconds;
            if (option.spread == Spread::OneNode) {
                shards += count * static_cast<double>(option.groups);
                quickest = std::min(quickest, seconds);
            }
        }
        if (device > m_room.device || host > m_room.host || nvme > m_room.nvme)
            return HUGE_VAL;
        const double nodes =
            std::ceil(static_cast<double>(m_space.devices) / static_cast<double>(m_space.devicesPerNode));
        const double most = shards > 0 ? std::ceil(shards / nodes) * quickest : 0;
        return std::max(
            {single, everywhere + most, m_otherSeconds + work / static_cast<double>(m_space.devices)});
    }

private:
    const std::vector<TableOption>& m_options;
    const MemoryBudget& m_room;
    const PartitionSpace& m_space;
    double m_otherSeconds;
};

} // namespace

std::vector<CopyMix> copyMixes(const std::vector<TableOption>& options, std::int64_t copies,
                               const MemoryBudget& room, const PartitionSpace& space, double otherSeconds,
                               double worst, std::size_t most)
{
    const std::vector<std::size_t> usable = worthTrying(options);
    const Bounds bounds(options, room, space, otherSeconds);
    const std::int64_t step = std::max<std::int64_t>(1, copies / kSteps);
    struct Ranked {
        std::size_t rank;
        CopyMix mix;
    };
    std::vector<Ranked> all;
    std::vector<CopyMix> ofOneSet; // those in the order in which they were made, to tell equals apart
    std::vector<std::size_t> order;
    std::vector<std::size_t> atRank; // how many sets have a mix of that rank so far
    const auto take = [&](const CopyMix& mix) {
        const double least = bounds.least(mix);
        if (least >= worst)
            return;
        ofOneSet.push_back(mix);
        ofOneSet.back().least = least;
    };
    const auto close = [&] {
        // If the ranks before have as many as are wanted already, none of a later one is taken.
        std::size_t kept = 0;
        for (std::size_t before = 0; kept < std::min(most, ofOneSet.size()) && before < most; ++kept) {
            if (kept == atRank.size())
                atRank.push_back(0);
            before += atRank[kept]++;
        }
        order.resize(ofOneSet.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto end = order.begin() + static_cast<std::ptrdiff_t>(kept);
        std::partial_sort(order.begin(), end, order.end(), [&](std::size_t a, std::size_t b) {
            return ofOneSet[a].least != ofOneSet[b].least ? ofOneSet[a].least < ofOneSet[b].least : a < b;
        });
        for (std::size_t rank = 0; rank < kept; ++rank)
            all.push_back({rank, ofOneSet[order[rank]]});
        ofOneSet.clear();
    };
    for (std::size_t a = 0; a < usable.size(); ++a) {
        take({{{{usable[a], copies}}}, 1, 0});
        close();
        for (std::size_t b = a + 1; b < usable.size(); ++b) {
            for (std::int64_t first = step; first < copies; first += step)
                take({{{{usable[a], first}, {usable[b], copies - first}}}, 2, 0});
            close();
            for (std::size_t c = b + 1; c < usable.size(); ++c) {
                for (std::int64_t first = step; first < copies; first += step)
                    for (std::int64_t second = step; first + second < copies; second += step)
                        take({{{{usable[a], first},
                                {usable[b], second},
                                {usable[c], copies - first - second}}},
                              3,
                              0});
                close();
            }
        }
    }
    std::ranges::stable_sort(all, [](const Ranked& a, const Ranked& b) {
        return a.rank != b.rank ? a.rank < b.rank : a.mix.least < b.mix.least;
    });
    std::vector<CopyMix> mixes;
    mixes.reserve(std::min(most, all.size()));
    for (std::size_t i = 0; i < std::min(most, all.size()); ++i)
        mixes.push_back(all[i].mix);
    return mixes;
}

} // namespace shardscope::planner
