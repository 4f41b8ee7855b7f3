// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/recommender_operations.h"

#include "app/session/plan/clusters.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope::app {
namespace {

using core::CellKind;
using core::Table;
using planner::PersiaMode;
using planner::PersiaRoleKind;

std::vector<std::int64_t> replicasUpTo(std::int64_t own)
{
    std::vector<std::int64_t> counts{own};
    for (std::int64_t count = 1; count <= 4 * own; count *= 2)
        counts.push_back(count);
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    constexpr std::size_t kMostPoints = 8;
    if (counts.size() > kMostPoints) // the largest, which are where a role saturates
        counts.erase(counts.begin(), counts.end() - static_cast<std::ptrdiff_t>(kMostPoints));
    return counts;
}

std::string textOf(std::string_view name) { return std::string(name); }

} // namespace

core::Result<planner::RoleCluster> clusterOf(const core::Catalog& catalog, const RecommenderChoices& choices)
{
    std::string name = choices.cluster;
    if (const std::vector<std::string> shipped = clusterNames(catalog); name.empty() && !shipped.empty())
        name = shipped.front();
    SHARDSCOPE_TRY(planner::RoleCluster cluster, readCluster(catalog, name, choices.job));
    for (std::size_t i = 0; i < choices.prices.size(); ++i) {
        if (choices.prices[i] > 0)
            cluster.roles[i].pricePerHour = choices.prices[i];
    }
    return cluster;
}

core::Result<planner::PersiaSettings> persiaSettingsOf(const core::Recommender& model,
                                                       const planner::RoleCluster& cluster,
                                                       const core::HardwareSpec& accelerator,
                                                       const RecommenderChoices& choices)
{
    SHARDSCOPE_TRY(const planner::PersiaSettings machine,
                   planner::persiaSettings(accelerator, persiaCompute(accelerator)));
    planner::PersiaSettings settings = choices.persia;
    settings.compute = machine.compute;
    settings.devicePeak = machine.devicePeak;
    settings.deviceBandwidth = machine.deviceBandwidth;
    settings.nodeLink = machine.nodeLink;
    if (choices.measured > 0) {
        SHARDSCOPE_TRY(settings.coefficients, planner::calibratePersia(model, cluster, PersiaMode::Persia,
                                                                       settings, choices.measured));
    }
    return settings;
}

core::Result<Operations> operationsOf(const core::Recommender& model, const planner::RoleCluster& cluster,
                                      const planner::PersiaSettings& settings,
                                      const std::vector<planner::PersiaRate>& rates,
                                      const RecommenderChoices& choices)
{
    Operations operations;
    operations.cluster = cluster;
    SHARDSCOPE_TRY(operations.batch, planner::compactBatch(model, settings.batch));
    operations.largestMessage = settings.largestMessage;
    const planner::PersiaMemorySettings machines = planner::persiaMemorySettings(cluster);
    operations.servers = choices.servers;
    operations.servers.servers = machines.servers;
    operations.servers.memoryPerServer = machines.memoryPerServer;
    operations.servers.machines = machines.machines;
    operations.servers.evicts = machines.evicts;
    operations.memory = planner::persiaMemory(model, operations.servers, choices.incrementalRows);
    operations.failures = planner::roleFailures(cluster, operations.memory, operations.servers);
    const double workers = static_cast<double>(cluster.accelerators());
    operations.lostGradients =
        planner::lostGradientRatio(operations.memory, operations.batch.distinct * workers,
                                   rates[static_cast<std::size_t>(choices.mode)].staleness);
    operations.servingReplicas = choices.serving.replicas;
    for (const std::int64_t replicas : replicasUpTo(choices.serving.replicas)) {
        planner::ServingSettings serving = choices.serving;
        serving.replicas = replicas;
        SHARDSCOPE_TRY(const planner::ServingRate rate,
                       planner::servingRate(model, cluster, settings, serving));
        operations.serving.push_back({replicas, rate});
    }
    const double collision = planner::rowCollision(model);
    for (const PersiaMode mode : planner::kPersiaModes) {
        if (mode == PersiaMode::FullAsync)
            continue;
        planner::ConvergenceBound bound = choices.bound;
        bound.staleness = rates[static_cast<std::size_t>(mode)].staleness;
        bound.collision = mode == PersiaMode::FullSync ? 0 : collision;
        operations.bounds.push_back({mode, bound});
    }
    operations.wantedRate = choices.wantedRate;
    if (choices.wantedRate > 0) {
        const auto goal =
            cluster.costPerHour() ? planner::SizingGoal::LowestCost : planner::SizingGoal::FewestMachines;
        auto sized = planner::sizeCluster(model, cluster, choices.mode, settings, choices.wantedRate, goal);
        if (sized.ok())
            operations.sized = std::move(sized).value();
        else
            operations.unsized = sized.error();
    }
    return operations;
}

Table batchTableOf(const Operations& operations)
{
    Table table{"batch", QT_TRANSLATE_NOOP("Source", "Ids of a batch"), {}, {}};
    table.columns = {
        {"occurrences", QT_TRANSLATE_NOOP("Source", "Ids"), CellKind::Real, {}, {}},
        {"distinct",
         QT_TRANSLATE_NOOP("Source", "Different ids"),
         CellKind::Real,
         {},
         QT_TRANSLATE_NOOP("Source", "feature by feature, expected under each table's skew")},
        {"deduplication", QT_TRANSLATE_NOOP("Source", "Share that differs"), CellKind::Fraction, {}, {}},
        {"compact_bytes", QT_TRANSLATE_NOOP("Source", "Compact"), CellKind::Quantity, core::kByte,
         QT_TRANSLATE_NOOP("Source",
                           "8 B a different id, 4 B an occurrence, 4 B a sample, for each feature")},
        {"raw_bytes", QT_TRANSLATE_NOOP("Source", "Plain"), CellKind::Quantity, core::kByte,
         QT_TRANSLATE_NOOP("Source", "8 B an occurrence")},
        {"ratio", QT_TRANSLATE_NOOP("Source", "Compact of plain"), CellKind::Fraction, {}, {}},
        {"coordinate_bytes", QT_TRANSLATE_NOOP("Source", "Sparse tensors"), CellKind::Quantity, core::kByte,
         QT_TRANSLATE_NOOP("Source",
                           "the same ids in coordinates, as PyTorch and TensorFlow hold them: 24 B an "
                           "occurrence")},
        {"ratio_of_coordinates",
         QT_TRANSLATE_NOOP("Source", "Compact of sparse tensors"),
         CellKind::Fraction,
         {},
         {}},
        {"message_limit",
         QT_TRANSLATE_NOOP("Source", "Largest message"),
         CellKind::Quantity,
         core::kByte,
         {}},
        {"sendable", QT_TRANSLATE_NOOP("Source", "Can be sent"), CellKind::Flag, {}, {}}};
    const planner::CompactBatch& batch = operations.batch;
    const double limit = static_cast<double>(operations.largestMessage);
    table.rows.push_back({batch.occurrences, batch.distinct, batch.deduplication(), batch.compact.value(),
                          batch.raw.value(), batch.ratio(), batch.coordinates.value(),
                          batch.ratioOfCoordinates(), limit, batch.compact.value() <= limit});
    return table;
}

Table upkeepTableOf(const Operations& operations)
{
    Table table{"upkeep", QT_TRANSLATE_NOOP("Source", "Memory and upkeep of the parameter servers"), {}, {}};
    table.columns = {
        {"addressable", QT_TRANSLATE_NOOP("Source", "All rows"), CellKind::Quantity, core::kByte, {}},
        {"room", QT_TRANSLATE_NOOP("Source", "Room"), CellKind::Quantity, core::kByte, {}},
        {"resident", QT_TRANSLATE_NOOP("Source", "Resident"), CellKind::Quantity, core::kByte, {}},
        {"missed", QT_TRANSLATE_NOOP("Source", "Lookups that miss"), CellKind::Fraction, {}, {}},
        {"lost_gradients",
         QT_TRANSLATE_NOOP("Source", "Lost gradients"),
         CellKind::Fraction,
         {},
         QT_TRANSLATE_NOOP("Source", "updates whose row was evicted after its lookup (gradient_id_miss)")},
        {"checkpoint", QT_TRANSLATE_NOOP("Source", "Checkpoint"), CellKind::Quantity, core::kSecond, {}},
        {"interval", QT_TRANSLATE_NOOP("Source", "Checkpoint every"), CellKind::Quantity, core::kSecond,
         QT_TRANSLATE_NOOP("Source", "by Young's formula, which loses least time")},
        {"incremental_update", QT_TRANSLATE_NOOP("Source", "Incremental update"), CellKind::Quantity,
         core::kSecond, QT_TRANSLATE_NOOP("Source", "writing one buffer of changed rows for serving")},
        {"goodput",
         QT_TRANSLATE_NOOP("Source", "Goodput"),
         CellKind::Fraction,
         {},
         QT_TRANSLATE_NOOP("Source", "share of time that is left after checkpoints and failures")}};
    const planner::PersiaMemory& memory = operations.memory;
    const planner::PersiaMemorySettings& servers = operations.servers;
    const double room =
        static_cast<double>(servers.servers) * servers.memoryShare * servers.memoryPerServer.value();
    table.rows.push_back({memory.addressableBytes.value(), room, memory.residentBytes.value(),
                          memory.missRatio, operations.lostGradients, memory.checkpoint.value(),
                          memory.checkpointInterval.value(), memory.incrementalUpdate.value(),
                          memory.goodput});
    return table;
}

Table failureTableOf(const Operations& operations)
{
    Table table{"failures", QT_TRANSLATE_NOOP("Source", "What failures of a role cost"), {}, {}};
    table.columns = {
        {"role", QT_TRANSLATE_NOOP("Source", "Role"), CellKind::Text, {}, {}},
        {"replicas", QT_TRANSLATE_NOOP("Source", "Replicas"), CellKind::Integer, {}, {}},
        {"per_month", QT_TRANSLATE_NOOP("Source", "Failures in 30 days"), CellKind::Real, {}, {}},
        {"lost", QT_TRANSLATE_NOOP("Source", "Lost by one"), CellKind::Quantity, core::kSecond,
         QT_TRANSLATE_NOOP("Source", "restart; for parameter servers also reading rows back and half an "
                                     "interval of work done again")},
        {"share", QT_TRANSLATE_NOOP("Source", "Share of time"), CellKind::Fraction, {}, {}}};
    for (const planner::RoleFailure& failure : operations.failures)
        table.rows.push_back({textOf(planner::nameOf(failure.role)),
                              operations.cluster[failure.role].replicas, failure.perMonth,
                              failure.lost.value(), failure.share});
    return table;
}

Table servingTableOf(const Operations& operations)
{
    Table table{"serving", QT_TRANSLATE_NOOP("Source", "Serving from the same tables"), {}, {}};
    table.columns = {
        {"replicas", QT_TRANSLATE_NOOP("Source", "Replicas"), CellKind::Integer, {}, {}},
        {"requests_per_second", QT_TRANSLATE_NOOP("Source", "Requests/s"), CellKind::Real, {}, {}},
        {"latency", QT_TRANSLATE_NOOP("Source", "Latency"), CellKind::Quantity, core::kSecond,
         QT_TRANSLATE_NOOP("Source", "of one batch through all roles, nobody waiting")},
        {"bound", QT_TRANSLATE_NOOP("Source", "Limited by"), CellKind::Text, {}, {}},
        {"shared_bytes", QT_TRANSLATE_NOOP("Source", "Shared with training"), CellKind::Quantity, core::kByte,
         QT_TRANSLATE_NOOP("Source", "tables on the parameter servers; optimizer state is training's alone")},
        {"chosen", QT_TRANSLATE_NOOP("Source", "Chosen"), CellKind::Flag, {}, {}}};
    for (const ServingPoint& point : operations.serving)
        table.rows.push_back({point.replicas, point.rate.requestsPerSecond, point.rate.latency.value(),
                              textOf(planner::nameOf(point.rate.saturated)), point.rate.sharedBytes.value(),
                              point.replicas == operations.servingReplicas});
    return table;
}

Table boundTableOf(const Operations& operations)
{
    Table table{"bound", QT_TRANSLATE_NOOP("Source", "Convergence, as a bound"), {}, {}};
    table.columns = {
        {"mode", QT_TRANSLATE_NOOP("Source", "Mode"), CellKind::Text, {}, {}},
        {"staleness", QT_TRANSLATE_NOOP("Source", "Staleness"), CellKind::Real, {}, {}},
        {"collision",
         QT_TRANSLATE_NOOP("Source", "Collision α"),
         CellKind::Real,
         {},
         QT_TRANSLATE_NOOP("Source", "probability that two samples of batches in flight share a row")},
        {"synchronous", QT_TRANSLATE_NOOP("Source", "σ/√T + 1/T"), CellKind::Real, {}, {}},
        {"hybrid",
         QT_TRANSLATE_NOOP("Source", "Hybrid term"),
         CellKind::Real,
         {},
         QT_TRANSLATE_NOOP("Source", "τ^a · α^b / T; the exponents are not verified")},
        {"bound",
         QT_TRANSLATE_NOOP("Source", "Bound"),
         CellKind::Real,
         {},
         QT_TRANSLATE_NOOP("Source", "not a prediction: an upper limit up to constants")}};
    for (const ModeBound& one : operations.bounds)
        table.rows.push_back({textOf(planner::nameOf(one.mode)), one.bound.staleness, one.bound.collision,
                              one.bound.synchronous(), one.bound.hybridTerm(), one.bound.value()});
    return table;
}

Table sizedTableOf(const Operations& operations)
{
    Table table{"sized", QT_TRANSLATE_NOOP("Source", "The smallest cluster for the wanted rate"), {}, {}};
    table.columns = {
        {"role", QT_TRANSLATE_NOOP("Source", "Role"), CellKind::Text, {}, {}},
        {"instance", QT_TRANSLATE_NOOP("Source", "Machine"), CellKind::Text, {}, {}},
        {"now", QT_TRANSLATE_NOOP("Source", "Replicas now"), CellKind::Integer, {}, {}},
        {"needed", QT_TRANSLATE_NOOP("Source", "Needed"), CellKind::Integer, {}, {}},
        {"samples_per_second", QT_TRANSLATE_NOOP("Source", "Could do, samples/s"), CellKind::Real, {}, {}},
        {"utilisation", QT_TRANSLATE_NOOP("Source", "In use"), CellKind::Fraction, {}, {}}};
    if (!operations.sized)
        return table;
    for (const planner::PersiaRoleRate& role : operations.sized->rate.roles) {
        const planner::RoleMachines& machines = operations.sized->cluster[role.role];
        table.rows.push_back({textOf(planner::nameOf(role.role)), machines.instance,
                              operations.cluster[role.role].replicas, machines.replicas,
                              role.samplesPerSecond, role.utilisation});
    }
    return table;
}

} // namespace shardscope::app
