// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/placement.h"

#include "core/base/mapped.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "planner/recommender/placement/copy_mixes.h"
#include "planner/recommender/placement/id_skew.h"
#include "planner/recommender/placement/option_choice.h"
#include "planner/recommender/placement/roomy_choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

namespace shardscope::planner {

namespace {

/// How much slower than the bound a single shard may be in one attempt.
constexpr std::array kSlowestShardFactors{0.25, 0.5, 0.75, 1.0, 1.5, 4.0};
/// How much of memory the totals may take in one attempt: the more tables share a device, the less is lost at
/// its edge.
constexpr std::array kPacking{0.98, 0.9, 0.8};

/// Tables with their copies written out.
struct Copies {
    std::vector<std::size_t> table;
    std::vector<std::int64_t> copy;
};

Copies copiesOf(const std::vector<core::EmbeddingTable>& tables)
{
    Copies copies;
    for (std::size_t table = 0; table < tables.size(); ++table) {
        for (std::int64_t copy = 0; copy < tables[table].count; ++copy) {
            copies.table.push_back(table);
            copies.copy.push_back(copy);
        }
    }
    return copies;
}

core::Result<core::Done> checkConstraints(const PlacementRequest& request)
{
    const auto names = core::mapped<std::string>(request.tables, &core::EmbeddingTable::name);
    for (const auto& [name, constraint] : request.constraints) {
        core::Error error;
        error.place.jsonPointer = "/placement/" + name;
        if (std::ranges::find(names, name) == names.end()) {
            error.code = core::ErrorCode::UnknownName;
            error.args = {name, core::nearestName(name, names), core::phrase(W_("table"))};
            return error;
        }
        if (constraint.device && (*constraint.device < 0 || *constraint.device >= request.cluster.devices)) {
            error.code = core::ErrorCode::OutOfRange;
            error.args = {std::to_string(*constraint.device), "0",
                          std::to_string(request.cluster.devices - 1)};
            return error;
        }
    }
    return core::Done{};
}

core::TableConstraint constraintOf(const PlacementRequest& request, const std::string& name)
{
    const auto found = request.constraints.find(name);
    return found == request.constraints.end() ? core::TableConstraint{} : found->second;
}

core::Bytes usableDevice(const PlacementRequest& request)
{
    return request.cluster.deviceCapacity * (1 - request.deviceReserve);
}
core::Bytes usableHost(const PlacementRequest& request)
{
    return request.cluster.hostCapacity * (1 - request.hostReserve);
}

MemoryBudget budgetOf(const PlacementRequest& request)
{
    const double devices = static_cast<double>(request.cluster.devices);
    return {usableDevice(request).value() * devices, usableHost(request).value() * devices,
            request.cluster.nvmeCapacity.value() * devices};
}

/// Items of one choice of options, and what lies on all devices.
struct Problem {
    std::vector<PartitionItem> items;
    std::vector<std::size_t> owner; ///< of each item: index among the copies
    PartitionSpace space;
};

Problem problemOf(const PlacementRequest& request, const Copies& copies, const OptionTable& options,
                  const std::vector<std::size_t>& chosen)
{
    Problem problem;
    PartitionSpace& space = problem.space;
    space.devices = request.cluster.devices;
    space.devicesPerNode = request.cluster.devicesPerNode;
    space.deviceCapacity = usableDevice(request).value();
    space.hostCapacity = usableHost(request).value() * static_cast<double>(space.devicesPerNode);
    space.nvmeCapacity = request.cluster.nvmeCapacity.value() * static_cast<double>(space.devicesPerNode);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const TableOption& option = options[copies.table[i]][chosen[i]];
        const PartitionItem item{
            option.shard.total().value(),
            option.deviceBytes.value(),
            option.hostBytes.value(),
            option.nvmeBytes.value(),
            option.spread == Spread::OneNode,
            constraintOf(request, request.tables[copies.table[i]].name).device.value_or(-1)};
        if (option.spread == Spread::Everywhere) {
            space.baseSeconds += item.seconds;
            space.baseDevice += item.device;
            space.baseHost += item.host;
            space.baseNvme += item.nvme;
            continue;
        }
        for (std::int64_t group = 0; group < option.groups; ++group) {
            problem.items.push_back(item);
            problem.owner.push_back(i);
        }
    }
    return problem;
}

struct Attempt {
    std::vector<std::size_t> chosen;
    Problem problem;
    Partition partition;
    PartitionMethod method = PartitionMethod::GreedyByTime;
    bool fits = false;
    [[nodiscard]] bool betterThan(const Attempt& other) const
    {
        if (fits != other.fits)
            return fits;
        if (!fits && partition.unplaced.size() != other.partition.unplaced.size())
            return partition.unplaced.size() < other.partition.unplaced.size();
        return partition.worst() < other.partition.worst();
    }
};

bool baseFits(const PartitionSpace& space)
{
    const double local = static_cast<double>(space.devicesPerNode);
    return space.baseDevice <= space.deviceCapacity && space.baseHost * local <= space.hostCapacity &&
           space.baseNvme * local <= space.nvmeCapacity;
}

Attempt attemptWith(const PlacementRequest& request, const Copies& copies, const OptionTable& options,
                    std::vector<std::size_t> chosen, PartitionMethod method, std::size_t improvements)
{
    Attempt attempt;
    attempt.problem = problemOf(request, copies, options, chosen);
    attempt.chosen = std::move(chosen);
    attempt.method = method;
    attempt.partition = partition(attempt.problem.items, attempt.problem.space, method);
    attempt.fits = attempt.partition.unplaced.empty() && baseFits(attempt.problem.space);
    improve(attempt.problem.items, attempt.problem.space, attempt.partition, improvements);
    return attempt;
}

/// Tables whose shards lie on the slowest device.
std::vector<std::size_t> ownersOnSlowest(const Attempt& attempt)
{
    const auto& seconds = attempt.partition.seconds;
    const std::int64_t slowest = std::ranges::max_element(seconds) - seconds.begin();
    std::vector<std::size_t> owners;
    for (std::size_t item = 0; item < attempt.problem.items.size(); ++item) {
        const std::int64_t first = attempt.partition.place[item];
        const std::int64_t span =
            attempt.problem.items[item].wholeNode ? attempt.problem.space.devicesPerNode : 1;
        const std::size_t owner = attempt.problem.owner[item];
        if (first >= 0 && slowest >= first && slowest < first + span &&
            (owners.empty() || owners.back() != owner))
            owners.push_back(owner);
    }
    return owners;
}

/// Tables that lie on every device and so on the slowest: one of each kind of equal copies.
void addSpreadOwners(const Attempt& attempt, const Copies& copies, const OptionTable& options,
                     std::vector<std::size_t>& owners)
{
    std::vector<std::pair<std::size_t, std::size_t>> met;
    for (std::size_t owner = 0; owner < attempt.chosen.size(); ++owner) {
        const std::pair kind(copies.table[owner], attempt.chosen[owner]);
        if (options[kind.first][kind.second].spread != Spread::Everywhere ||
            std::ranges::find(met, kind) != met.end())
            continue;
        met.push_back(kind);
        owners.push_back(owner);
    }
}

/// Gives a table of the slowest device another option while that helps. Choosing options table by table knows
/// no rounding (15 tables on 14 nodes); this does. The number of trials shrinks with the size of the problem,
/// where rounding hurts less.
void refineOptions(const PlacementRequest& request, const Copies& copies, const OptionTable& options,
                   bool tight, Attempt& best)
{
    constexpr std::size_t kTrialsTimesItems = 400'000;
    // Where memory is tight, laying by time fits less than what fitted.
    const PartitionMethod method = tight ? best.method : PartitionMethod::GreedyByTime;
    std::size_t trials =
        kTrialsTimesItems / (copies.table.size() + static_cast<std::size_t>(request.cluster.devices));
    for (bool helped = true; helped && trials > 0;) {
        helped = false;
        Attempt next = best;
        std::size_t changed = 0;
        std::vector<std::size_t> owners = ownersOnSlowest(best);
        if (tight) // what was spread out to make room may be more than was needed
            addSpreadOwners(best, copies, options, owners);
        for (const std::size_t owner : owners) {
            for (std::size_t other = 0; other < options[copies.table[owner]].size() && trials > 0; ++other) {
                if (other == best.chosen[owner])
                    continue;
                --trials;
                std::vector<std::size_t> chosen = best.chosen;
                chosen[owner] = other;
                Attempt attempt = attemptWith(request, copies, options, std::move(chosen), method, 0);
                if (attempt.betterThan(next)) {
                    next = std::move(attempt);
                    helped = true;
                    changed = owner;
                }
            }
        }
        if (!helped)
            break;
        const std::size_t former = best.chosen[changed];
        best = std::move(next);
        // Equal copies follow while that helps too.
        for (std::size_t owner = 0; tight && owner < best.chosen.size() && trials > 0; ++owner) {
            if (copies.table[owner] != copies.table[changed] || best.chosen[owner] != former)
                continue;
            --trials;
            std::vector<std::size_t> chosen = best.chosen;
            chosen[owner] = best.chosen[changed];
            Attempt attempt = attemptWith(request, copies, options, std::move(chosen), method, 0);
            if (!attempt.betterThan(best))
                break;
            best = std::move(attempt);
        }
    }
}

/// Tables whose shards found no room, each once.
std::vector<std::size_t> ownersWithoutRoom(const Attempt& attempt)
{
    std::vector<std::size_t> owners;
    for (const std::size_t item : attempt.partition.unplaced)
        owners.push_back(attempt.problem.owner[item]);
    std::ranges::sort(owners);
    owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
    return owners;
}

Attempt bestMethod(const PlacementRequest& request, const Copies& copies, const OptionTable& options,
                   const std::vector<std::size_t>& chosen)
{
    std::optional<Attempt> best;
    for (const PartitionMethod method : request.methods) {
        Attempt attempt = attemptWith(request, copies, options, chosen, method, request.improvements / 20);
        if (!best || attempt.betterThan(*best))
            best = std::move(attempt);
    }
    return std::move(*best);
}

/// Where a choice by time leaves shards without room, their tables take the option that \p roomy has for
/// them, then those of the tables that still find none, until all do: \p roomy itself at the latest.
Attempt makeRoom(const PlacementRequest& request, const Copies& copies, const OptionTable& options,
                 std::vector<std::size_t> roomy, Attempt attempt)
{
    std::vector<bool> moved(roomy.size(), false);
    const auto tierOf = [&](std::size_t owner) {
        return tierIndexOf(options[copies.table[owner]][roomy[owner]]);
    };
    // Copies that lie already where one of their table should lie take that place.
    for (std::size_t owner = 0; owner < roomy.size(); ++owner) {
        for (std::size_t other = 0; other < roomy.size() && !moved[owner]; ++other) {
            if (moved[other] || copies.table[other] != copies.table[owner] ||
                roomy[other] != attempt.chosen[owner])
                continue;
            std::swap(roomy[owner], roomy[other]);
            moved[owner] = true;
        }
    }
    while (!attempt.fits && std::ranges::find(moved, false) != moved.end()) {
        std::vector<std::size_t> owners;
        for (const std::size_t owner : ownersWithoutRoom(attempt))
            if (!moved[owner])
                owners.push_back(owner);
        if (owners.empty()) { // what lies everywhere is too much
            for (std::size_t owner = 0; owner < roomy.size(); ++owner)
                if (!moved[owner])
                    owners.push_back(owner);
        }
        std::vector<std::size_t> chosen = attempt.chosen;
        for (const std::size_t owner : owners) {
            // Equal copies may change places: the fastest of theirs goes to the one that moves.
            std::size_t fastest = owner;
            for (std::size_t other = 0; other < roomy.size(); ++other)
                if (!moved[other] && copies.table[other] == copies.table[owner] &&
                    tierOf(other) < tierOf(fastest))
                    fastest = other;
            std::swap(roomy[owner], roomy[fastest]);
            moved[owner] = true;
            chosen[owner] = roomy[owner];
        }
        attempt = bestMethod(request, copies, options, chosen);
    }
    return attempt;
}

/// Tables of many equal copies, the largest first: few enough that mixes of each can be tried.
std::vector<std::size_t> manyCopies(const std::vector<core::EmbeddingTable>& tables)
{
    constexpr std::int64_t kFewest = 4;
    constexpr std::size_t kMost = 3;
    std::vector<std::size_t> many;
    for (std::size_t table = 0; table < tables.size(); ++table)
        if (tables[table].count >= kFewest)
            many.push_back(table);
    const auto bytes = [&](std::size_t table) {
        return tables[table].weightBytes().value() * static_cast<double>(tables[table].count);
    };
    std::ranges::stable_sort(many, [&](std::size_t a, std::size_t b) { return bytes(a) > bytes(b); });
    many.resize(std::min(many.size(), kMost));
    return many;
}

/// Tries mixes of options for tables of equal copies, all copies at once: moving one at a time never frees
/// the room that another arrangement needs.
void mixCopies(const PlacementRequest& request, const Copies& copies, const OptionTable& options,
               Attempt& best)
{
    constexpr std::size_t kTrialsTimesItems = 1'000'000;
    const std::size_t trials =
        kTrialsTimesItems / (copies.table.size() + static_cast<std::size_t>(request.cluster.devices));
    const double devices = static_cast<double>(request.cluster.devices);
    for (const std::size_t table : manyCopies(request.tables)) {
        MemoryBudget room = budgetOf(request);
        double otherSeconds = 0;
        for (std::size_t i = 0; i < best.chosen.size(); ++i) {
            if (copies.table[i] == table)
                continue;
            const TableOption& option = options[copies.table[i]][best.chosen[i]];
            room.device -= option.deviceTotal;
            room.host -= option.hostTotal;
            room.nvme -= option.nvmeTotal;
            otherSeconds += option.work / devices;
        }
        const double worst = best.fits ? best.partition.worst() : HUGE_VAL;
        std::size_t patience = trials / 2; // tries since one helped
        for (const CopyMix& mix : copyMixes(options[table], request.tables[table].count, room,
                                            best.problem.space, otherSeconds, worst, trials)) {
            if (best.fits && mix.least >= best.partition.worst())
                continue;
            if (best.fits && patience-- == 0)
                break;
            std::vector<std::size_t> chosen = best.chosen;
            auto part = mix.parts.begin();
            std::int64_t left = part->second;
            for (std::size_t i = 0; i < chosen.size(); ++i) {
                if (copies.table[i] != table)
                    continue;
                if (left-- == 0)
                    left = (++part)->second - 1;
                chosen[i] = part->first;
            }
            for (const PartitionMethod method : request.methods) {
                Attempt attempt = attemptWith(request, copies, options, chosen, method, 0);
                if (!attempt.betterThan(best))
                    continue;
                best = std::move(attempt);
                patience = trials / 2;
            }
        }
    }
}

std::string tierWord(std::size_t tier)
{
    constexpr std::array kTiers{core::Tier::Device, core::Tier::Host, core::Tier::Nvme};
    return std::string(core::nameOf(kTiers[tier]));
}

/// Bytes by tier, in the order of tierIndexOf.
using TierBytes = std::array<double, kTableTiers>;

/// The most room that a device, or a node's memory, has left beside what is placed.
TierBytes mostRoom(const Attempt& attempt)
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
core::Violation missingMemory(const PlacementRequest& request, const Copies& copies, const LeastMemory& least,
                              const Attempt& attempt)
{
    const MemoryBudget budget = budgetOf(request);
    const TierBytes budgets{budget.device, budget.host, budget.nvme};
    const bool single = request.tables.size() == 1;
    const std::string all = single ? "table " + request.tables.front().name : "all tables";
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
        const std::size_t table = copies.table[attempt.problem.owner[item]];
        say("shard of table " + request.tables[table].name + ' ' + tierWord(lacking), needs[lacking],
            std::max(0.0, room[lacking]));
    }
    return violation;
}

core::Violation shortage(const PlacementRequest& request, const Copies& copies, const LeastMemory& least,
                         const Attempt& attempt)
{
    core::Violation violation = missingMemory(request, copies, least, attempt);
    const core::Bytes missing{std::max(0.0, violation.need - violation.have)};
    // A lower estimate: whether it suffices is known when it is placed.
    const MemoryBudget budget = budgetOf(request);
    const double perDevice =
        (budget.device + budget.host + budget.nvme) / static_cast<double>(request.cluster.devices);
    const std::int64_t node = request.cluster.devicesPerNode;
    const double wanted = std::ceil(least.all / std::max(1.0, perDevice) / static_cast<double>(node));
    const std::int64_t total =
        std::max(request.cluster.devices + node, static_cast<std::int64_t>(wanted) * node);
    violation.remedies.push_back({"more_devices", {std::to_string(total)}, missing, false});
    constexpr double kRowwiseSlot = 4; // one fp32 number a row
    double halved = 0;
    double state = 0;
    for (const core::EmbeddingTable& one : request.tables) {
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

Placement placementOf(const PlacementRequest& request, const Copies& copies, const OptionTable& options,
                      const LeastMemory& least, const Attempt& attempt)
{
    Placement placement;
    placement.method = attempt.method;
    for (std::size_t i = 0; i < attempt.chosen.size(); ++i)
        placement.tables.push_back(
            {copies.table[i], copies.copy[i], options[copies.table[i]][attempt.chosen[i]], {}});
    for (std::size_t item = 0; item < attempt.problem.items.size(); ++item)
        placement.tables[attempt.problem.owner[item]].devices.push_back(attempt.partition.place[item]);
    for (std::size_t device = 0; device < attempt.partition.seconds.size(); ++device)
        placement.devices.push_back({core::Seconds{attempt.partition.seconds[device]},
                                     core::Bytes{attempt.partition.deviceBytes[device]},
                                     core::Bytes{attempt.partition.hostBytes[device]},
                                     core::Bytes{attempt.partition.nvmeBytes[device]}});
    placement.slowest = core::Seconds{attempt.partition.worst()};
    if (!attempt.fits)
        placement.verdict.violations.push_back(shortage(request, copies, least, attempt));
    return placement;
}

/// Options of each table, once for equal copies.
core::Result<OptionTable> allOptions(const PlacementRequest& request, const ShardCostModel& model,
                                     const core::Task& task)
{
    OptionTable options;
    for (const core::EmbeddingTable& table : request.tables) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        const core::TableConstraint constraint = constraintOf(request, table.name);
        options.push_back(
            tableOptions(table, constraint, request.cluster, usableDevice(request), model, request.settings));
        if (options.back().empty()) // no device holds it: let the verdict say how much is missing
            options.back() =
                tableOptions(table, constraint, request.cluster, core::Bytes{1e300}, model, request.settings);
        if (options.back().empty())
            return core::Error{
                core::ErrorCode::Inconsistent,
                {core::phrase(W_("the constraints of table \"%1\" leave no sharding that this cluster knows"),
                              {table.name})}};
    }
    return options;
}

double imbalance(const std::vector<double>& values)
{
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    if (sum <= 0)
        return 0;
    return *std::ranges::max_element(values) * static_cast<double>(values.size()) / sum - 1;
}

} // namespace

double deviceHitRatio(const core::EmbeddingTable& table, const TableOption& option)
{
    const double rows = static_cast<double>(table.rows);
    if (core::isCached(option.kernel))
        return hottestShare(option.cachingRatio * rows, table);
    return core::tierOf(option.kernel) == core::Tier::Device ? 1 : 0;
}

double Placement::timeImbalance() const
{
    std::vector<double> seconds;
    for (const DeviceLoad& load : devices)
        seconds.push_back(load.seconds.value());
    return imbalance(seconds);
}

double Placement::byteImbalance() const
{
    std::vector<double> bytes;
    for (const DeviceLoad& load : devices)
        bytes.push_back((load.device + load.host + load.nvme).value());
    return imbalance(bytes);
}

core::Result<Placement> placeTables(const PlacementRequest& request, const ShardCostModel& model,
                                    const core::Task& task)
{
    SHARDSCOPE_TRY_DONE(checkConstraints(request));
    SHARDSCOPE_TRY(const OptionTable options, allOptions(request, model, task));
    const Copies copies = copiesOf(request.tables);
    OptionTable copied;
    for (const std::size_t table : copies.table)
        copied.push_back(options[table]);
    const MemoryBudget budget = budgetOf(request);
    const double bound = placementLowerBound(copied, budget, request.cluster.devices);
    std::optional<Attempt> best;
    std::vector<std::vector<std::size_t>> seen;
    double done = 0;
    for (const double packing : kPacking) {
        if (best && best->fits)
            break; // looser packing only costs time
        for (const double factor : kSlowestShardFactors) {
            const MemoryBudget tight{budget.device * packing, budget.host * packing, budget.nvme * packing};
            const OptionChoice choice = chooseOptions(copied, tight, bound * factor);
            task.report("place", ++done / static_cast<double>(kPacking.size() * kSlowestShardFactors.size()));
            if (std::ranges::find(seen, choice.option) != seen.end())
                continue;
            seen.push_back(choice.option);
            for (const PartitionMethod method : request.methods) {
                SHARDSCOPE_TRY_DONE(task.checkCancelled());
                Attempt attempt =
                    attemptWith(request, copies, options, choice.option, method, request.improvements / 20);
                if (!best || attempt.betterThan(*best))
                    best = std::move(attempt);
            }
        }
    }
    const bool tight = !best->fits;
    if (tight) {
        if (const auto roomy = roomyChoice(copied, budget))
            best = makeRoom(request, copies, options, *roomy, std::move(*best));
    }
    constexpr double kWorthMixing = 1.05; // below, a better mix could bring no more than a twentieth
    if (request.improvements > 0 && (!best->fits || best->partition.worst() > bound * kWorthMixing))
        mixCopies(request, copies, options, *best);
    if (request.improvements > 0)
        refineOptions(request, copies, options, tight, *best);
    improve(best->problem.items, best->problem.space, best->partition, request.improvements);
    Placement placement = placementOf(request, copies, options, leastMemory(copied), *best);
    placement.lowerBound = core::Seconds{bound};
    return placement;
}

} // namespace shardscope::planner
