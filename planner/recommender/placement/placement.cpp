// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/placement.h"

#include "core/base/nearest.h"
#include "planner/recommender/placement/option_choice.h"

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
    std::vector<std::string> names;
    for (const core::EmbeddingTable& table : request.tables)
        names.push_back(table.name);
    for (const auto& [name, constraint] : request.constraints) {
        core::Error error;
        error.place.jsonPointer = "/placement/" + name;
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            error.code = core::ErrorCode::UnknownName;
            error.args = {name, core::nearestName(name, names), "table"};
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
    const std::int64_t slowest = std::max_element(seconds.begin(), seconds.end()) - seconds.begin();
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

/// Gives a table of the slowest device another option while that helps. Choosing options table by table knows
/// no rounding (15 tables on 14 nodes); this does. The number of trials shrinks with the size of the problem,
/// where rounding hurts less.
void refineOptions(const PlacementRequest& request, const Copies& copies, const OptionTable& options,
                   Attempt& best)
{
    constexpr std::size_t kTrialsTimesItems = 400'000;
    std::size_t trials =
        kTrialsTimesItems / (copies.table.size() + static_cast<std::size_t>(request.cluster.devices));
    for (bool helped = true; helped && trials > 0;) {
        helped = false;
        Attempt next = best;
        for (const std::size_t owner : ownersOnSlowest(best)) {
            for (std::size_t other = 0; other < options[copies.table[owner]].size() && trials > 0; ++other) {
                if (other == best.chosen[owner])
                    continue;
                --trials;
                std::vector<std::size_t> chosen = best.chosen;
                chosen[owner] = other;
                Attempt attempt = attemptWith(request, copies, options, std::move(chosen),
                                              PartitionMethod::GreedyByTime, 0);
                if (attempt.betterThan(next)) {
                    next = std::move(attempt);
                    helped = true;
                }
            }
        }
        if (helped)
            best = std::move(next);
    }
}

/// The first table that found no room, the tier, and how much is missing over all devices.
core::Violation shortage(const PlacementRequest& request, const Copies& copies, const OptionTable& options,
                         const Attempt& attempt)
{
    std::size_t table = 0;
    double largest = -1;
    for (const std::size_t item : attempt.partition.unplaced) {
        const PartitionItem& one = attempt.problem.items[item];
        if (one.device + one.host + one.nvme > largest) {
            largest = one.device + one.host + one.nvme;
            table = copies.table[attempt.problem.owner[item]];
        }
    }
    double device = 0;
    double host = 0;
    for (std::size_t i = 0; i < attempt.chosen.size(); ++i) {
        device += options[copies.table[i]][attempt.chosen[i]].deviceTotal;
        host += options[copies.table[i]][attempt.chosen[i]].hostTotal;
    }
    const MemoryBudget budget = budgetOf(request);
    const bool hostShort = host > budget.host;
    core::Violation violation;
    violation.kind = "memory";
    violation.where = "table " + request.tables[table].name + (hostShort ? " host" : " device");
    violation.need = hostShort ? host : device;
    violation.have = hostShort ? budget.host : budget.device;
    violation.dimension = core::kByte;
    const core::Bytes missing{std::max(0.0, violation.need - violation.have)};
    // A lower estimate: whether it suffices is known when it is placed.
    const double perDevice = usableDevice(request).value() + usableHost(request).value();
    const std::int64_t node = request.cluster.devicesPerNode;
    const double wanted = std::ceil((device + host) / std::max(1.0, perDevice) / static_cast<double>(node));
    const std::int64_t total =
        std::max(request.cluster.devices + node, static_cast<std::int64_t>(wanted) * node);
    violation.remedies.push_back({"more_devices", {std::to_string(total)}, missing, false});
    double weights = 0;
    double state = 0;
    bool wide = false;
    for (const core::EmbeddingTable& one : request.tables) {
        weights += one.weightBytes().value();
        state += one.optimizerBytes().value();
        wide = wide || one.dtype == core::Dtype::Fp32;
    }
    if (wide)
        violation.remedies.push_back(
            {"half_precision_tables", {}, core::Bytes{weights / 2}, weights / 2 >= missing.value()});
    if (state > 0)
        violation.remedies.push_back({"rowwise_adagrad", {}, core::Bytes{state}, state >= missing.value()});
    return violation;
}

Placement placementOf(const PlacementRequest& request, const Copies& copies, const OptionTable& options,
                      const Attempt& attempt)
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
        placement.verdict.violations.push_back(shortage(request, copies, options, attempt));
    return placement;
}

/// Options of each table, once for equal copies.
core::Result<OptionTable> allOptions(const PlacementRequest& request, const ShardCostModel& model,
                                     const core::Task& task)
{
    OptionTable options;
    for (const core::EmbeddingTable& table : request.tables) {
        if (task.cancelled())
            return core::Error{core::ErrorCode::Cancelled, {}, {}};
        const core::TableConstraint constraint = constraintOf(request, table.name);
        options.push_back(
            tableOptions(table, constraint, request.cluster, usableDevice(request), model, request.settings));
        if (options.back().empty()) // no device holds it: let the verdict say how much is missing
            options.back() =
                tableOptions(table, constraint, request.cluster, core::Bytes{1e300}, model, request.settings);
        if (options.back().empty())
            return core::Error{
                core::ErrorCode::Inconsistent,
                {"the constraints of table \"" + table.name + "\" leave no sharding that this cluster knows"},
                {}};
    }
    return options;
}

double imbalance(const std::vector<double>& values)
{
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    if (sum <= 0)
        return 0;
    return *std::max_element(values.begin(), values.end()) * static_cast<double>(values.size()) / sum - 1;
}

} // namespace

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
    SHARDSCOPE_TRY([[maybe_unused]] const core::Done checked, checkConstraints(request));
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
            if (std::find(seen.begin(), seen.end(), choice.option) != seen.end())
                continue;
            seen.push_back(choice.option);
            for (const PartitionMethod method : request.methods) {
                if (task.cancelled())
                    return core::Error{core::ErrorCode::Cancelled, {}, {}};
                Attempt attempt =
                    attemptWith(request, copies, options, choice.option, method, request.improvements / 20);
                if (!best || attempt.betterThan(*best))
                    best = std::move(attempt);
            }
        }
    }
    if (request.improvements > 0)
        refineOptions(request, copies, options, *best);
    improve(best->problem.items, best->problem.space, best->partition, request.improvements);
    Placement placement = placementOf(request, copies, options, *best);
    placement.lowerBound = core::Seconds{bound};
    return placement;
}

} // namespace shardscope::planner
