// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/placement_shortage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace shardscope::planner {
namespace {

std::string tierWord(std::size_t tier)
{
    constexpr std::array kTiers{core::Tier::Device, core::Tier::Host, core::Tier::Nvme};
    return std::string(core::nameOf(kTiers[tier]));
}

/// Bytes by tier, in the order of tierIndexOf.
using TierBytes = std::array<double, kTableTiers>;

/// The most room that a device, or a node's memory, has left beside what is placed.
TierBytes mostRoom(const PlacementAttempt& attempt)
{
    const PartitionSpace& space = attempt.problem.space;
    const Partition& partition = attempt.partition;
    TierBytes most{};
    for (std::size_t first = 0; first < partition.seconds.size();
         first += static_cast<std::size_t>(space.devicesPerNode)) {
        double host = space.hostCapacity;
        double nvme = space.nvmeCapacity;
        const std::size_t end =
            std::min(partition.seconds.size(), first + static_cast<std::size_t>(space.devicesPerNode));
        for (std::size_t device = first; device < end; ++device) {
            most[0] = std::max(most[0], space.deviceCapacity - partition.deviceBytes[device]);
            host -= partition.hostBytes[device];
            nvme -= partition.nvmeBytes[device];
        }
        most[1] = std::max(most[1], host);
        most[2] = std::max(most[2], nvme);
    }
    return most;
}

/// What is short, and by how much: memory in all, memory of the one tier that tables are bound to, what every
/// device keeps of all tables, or room for the largest shard that found none.
core::Violation missingMemory(const PlacementTrial& trial, const LeastMemory& least,
                              const PlacementAttempt& attempt)
{
    const MemoryBudget budget = budgetOf(trial.request);
    const TierBytes budgets{budget.device, budget.host, budget.nvme};
    const bool single = trial.request.tables.size() == 1;
    const std::string all = single ? "table " + trial.request.tables.front().name : "all tables";
    core::Violation violation{"memory", {}, 0, 0, core::kByte, {}};
    const auto say = [&](std::string where, double need, double have) {
        violation.where = std::move(where);
        violation.need = need;
        violation.have = have;
        return violation;
    };
    const double have = budget.device + budget.host + budget.nvme;
    if (least.all > have)
        return say(all, least.all, have);
    for (std::size_t tier = 0; tier < kTableTiers; ++tier)
        if (least.bound[tier] > budgets[tier])
            return say(all + ' ' + tierWord(tier), least.bound[tier], budgets[tier]);
    const PartitionSpace& space = attempt.problem.space;
    const double local = static_cast<double>(space.devicesPerNode);
    if (attempt.partition.unplaced.empty()) {
        const TierBytes base{space.baseDevice, space.baseHost * local, space.baseNvme * local};
        const TierBytes capacity{space.deviceCapacity, space.hostCapacity, space.nvmeCapacity};
        for (std::size_t tier = 0; tier < kTableTiers; ++tier)
            if (base[tier] > capacity[tier])
                return say("share of all tables " + tierWord(tier), base[tier], capacity[tier]);
    }
    // The largest shard without room, in the tier that lacks most for it.
    const TierBytes room = mostRoom(attempt);
    double largest = -1;
    for (const std::size_t item : attempt.partition.unplaced) {
        const PartitionItem& one = attempt.problem.items[item];
        const double span = one.wholeNode ? local : 1;
        const TierBytes needs{one.device, one.host * span, one.nvme * span};
        const double size = needs[0] + needs[1] + needs[2];
        if (size <= largest)
            continue;
        largest = size;
        std::size_t lacking = 0;
        for (std::size_t tier = 1; tier < kTableTiers; ++tier)
            if (needs[tier] - room[tier] > needs[lacking] - room[lacking])
                lacking = tier;
        const std::size_t table = trial.table[attempt.problem.owner[item]];
        say("shard of table " + trial.request.tables[table].name + ' ' + tierWord(lacking), needs[lacking],
            std::max(0.0, room[lacking]));
    }
    return violation;
}

} // namespace

core::Violation shortage(const PlacementTrial& trial, const LeastMemory& least,
                         const PlacementAttempt& attempt)
{
    core::Violation violation = missingMemory(trial, least, attempt);
    const core::Bytes missing{std::max(0.0, violation.need - violation.have)};
    // A lower estimate: whether it suffices is known when it is placed.
    const MemoryBudget budget = budgetOf(trial.request);
    const double perDevice =
        (budget.device + budget.host + budget.nvme) / static_cast<double>(trial.request.cluster.devices);
    const std::int64_t node = trial.request.cluster.devicesPerNode;
    const double wanted = std::ceil(least.all / std::max(1.0, perDevice) / static_cast<double>(node));
    const std::int64_t total =
        std::max(trial.request.cluster.devices + node, static_cast<std::int64_t>(wanted) * node);
    violation.remedies.push_back({"more_devices", {std::to_string(total)}, missing, false});
    constexpr double kRowwiseSlot = 4; // one fp32 number a row
    double halved = 0;
    double state = 0;
    for (const core::EmbeddingTable& one : trial.request.tables) {
        if (one.dtype == core::Dtype::Fp32)
            halved += one.weightBytes().value() / 2;
        const double slots = static_cast<double>(one.rows) * static_cast<double>(one.count) * kRowwiseSlot;
        state += std::max(0.0, one.optimizerBytes().value() - slots);
    }
    if (halved > 0)
        violation.remedies.push_back({"half_precision_tables", {}, core::Bytes{halved}, false});
    if (state > 0)
        violation.remedies.push_back({"rowwise_adagrad", {}, core::Bytes{state}, false});
    return violation;
}

} // namespace shardscope::planner
