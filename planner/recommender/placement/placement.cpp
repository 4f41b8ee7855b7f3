// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/placement.h"

#include "core/base/mapped.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "planner/recommender/placement/id_skew.h"
#include "planner/recommender/placement/placement_refine.h"
#include "planner/recommender/placement/placement_shortage.h"
#include "planner/recommender/placement/roomy_choice.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

namespace shardscope::planner {

namespace {

/// How much slower than the bound a single shard may be in one attempt.
constexpr std::array kSlowestShardFactors{0.25, 0.5, 0.75, 1.0, 1.5, 4.0};
/// How much of memory the totals may take in one attempt: the more tables share a device, the less is lost at
/// its edge.
constexpr std::array kPacking{0.98, 0.9, 0.8};

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

Placement placementOf(const PlacementTrial& trial, const LeastMemory& least, const PlacementAttempt& attempt)
{
    Placement placement;
    placement.method = attempt.method;
    for (std::size_t i = 0; i < attempt.chosen.size(); ++i)
        placement.tables.push_back(
            {trial.table[i], trial.copy[i], trial.options[trial.table[i]][attempt.chosen[i]], {}});
    for (std::size_t item = 0; item < attempt.problem.items.size(); ++item)
        placement.tables[attempt.problem.owner[item]].devices.push_back(attempt.partition.place[item]);
    for (std::size_t device = 0; device < attempt.partition.seconds.size(); ++device)
        placement.devices.push_back({core::Seconds{attempt.partition.seconds[device]},
                                     core::Bytes{attempt.partition.deviceBytes[device]},
                                     core::Bytes{attempt.partition.hostBytes[device]},
                                     core::Bytes{attempt.partition.nvmeBytes[device]}});
    placement.slowest = core::Seconds{attempt.partition.worst()};
    if (!attempt.fits)
        placement.verdict.violations.push_back(shortage(trial, least, attempt));
    return placement;
}

/// Any option; then those alone that need one kind of exchange, since each kind costs all devices a start.
std::vector<OptionFilter> exchangeFilters(const EmbeddingCluster& cluster)
{
    std::vector<OptionFilter> filters{[](const TableOption&) { return true; }};
    if (cluster.exchange.start.value() > 0) {
        filters.emplace_back([](const TableOption& option) { return !option.shard.sent.exchangesParts(); });
        filters.emplace_back([](const TableOption& option) { return !option.shard.sent.exchangesWhole(); });
    }
    return filters;
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
            return core::inconsistent(
                W_("the constraints of table \"%1\" leave no sharding that this cluster knows"),
                {table.name});
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
    const PlacementTrial trial(request, options);
    OptionTable copied;
    for (const std::size_t table : trial.table)
        copied.push_back(options[table]);
    const MemoryBudget budget = budgetOf(request);
    const double bound = placementLowerBound(copied, budget, request.cluster.devices);
    std::optional<PlacementAttempt> best;
    std::vector<std::vector<std::size_t>> seen;
    const std::vector<OptionFilter> filters = exchangeFilters(request.cluster);
    const auto tries = static_cast<double>(kPacking.size() * filters.size() * kSlowestShardFactors.size());
    double done = 0;
    for (const double packing : kPacking) {
        if (best && best->fits)
            break; // looser packing only costs time
        const MemoryBudget tight{budget.device * packing, budget.host * packing, budget.nvme * packing};
        for (const OptionFilter& filter : filters) {
            for (const double factor : kSlowestShardFactors) {
                const OptionChoice choice = chooseOptions(copied, tight, bound * factor, filter);
                task.report("place", ++done / tries);
                if (std::ranges::find(seen, choice.option) != seen.end())
                    continue;
                seen.push_back(choice.option);
                for (const PartitionMethod method : methodsFor(trial, choice.option)) {
                    SHARDSCOPE_TRY_DONE(task.checkCancelled());
                    PlacementAttempt attempt =
                        attemptWith(trial, choice.option, method, request.improvements / 20);
                    if (!best || attempt.betterThan(*best))
                        best = std::move(attempt);
                }
            }
        }
    }
    const bool tight = !best->fits;
    if (tight) {
        if (const auto roomy = roomyChoice(copied, budget))
            best = makeRoom(trial, *roomy, std::move(*best));
    }
    constexpr double kWorthMixing = 1.05; // below, a better mix could bring no more than a twentieth
    if (request.improvements > 0 && (!best->fits || best->partition.worst() > bound * kWorthMixing))
        mixCopies(trial, *best);
    if (request.improvements > 0)
        refineOptions(trial, tight, *best);
    PlacementAttempt improved = *best;
    improve(improved.problem.items, improved.problem.space, improved.partition, request.improvements);
    if (!best->betterThan(improved))
        best = std::move(improved);
    Placement placement = placementOf(trial, leastMemory(copied), *best);
    placement.lowerBound = core::Seconds{bound};
    double held = 0;
    for (const DeviceLoad& load : placement.devices)
        held += (load.device + load.host + load.nvme).value();
    placement.memoryShare = held / (budget.device + budget.host + budget.nvme);
    return placement;
}

} // namespace shardscope::planner
