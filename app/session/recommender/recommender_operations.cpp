// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/recommender_operations.h"

#include "app/session/plan/clusters.h"
#include "core/report/columns.h"

#include <algorithm>

namespace shardscope::app {
namespace {

using core::Table;
using planner::PersiaMode;

std::vector<std::int64_t> replicasUpTo(std::int64_t own)
{
    std::vector<std::int64_t> counts{own};
    for (std::int64_t count = 1; count <= 4 * own; count *= 2)
        counts.push_back(count);
    std::ranges::sort(counts);
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    constexpr std::size_t kMostPoints = 8;
    if (counts.size() > kMostPoints) // the largest, which are where a role saturates
        counts.erase(counts.begin(), counts.end() - static_cast<std::ptrdiff_t>(kMostPoints));
    return counts;
}

/// The cluster that the choices name, without the job laid over it.
std::string baseCluster(const core::Catalog& catalog, const RecommenderChoices& choices)
{
    const std::vector<std::string> shipped = clusterNames(catalog);
    return choices.cluster.empty() && !shipped.empty() ? shipped.front() : choices.cluster;
}

} // namespace

const PersiaRun* publishedRun(const Operations& operations, std::int64_t accelerators)
{
    for (const PersiaRun& run : operations.runs) {
        if (run.mode == operations.mode && run.accelerators == accelerators)
            return &run;
    }
    return nullptr;
}

const char* growthBasis(const Operations& operations, const planner::RoleGrowth& growth)
{
    if (const PersiaRun* run = publishedRun(operations, growth.accelerators))
        return run->fitted ? N_("published, and fitted on") : N_("published, and predicted");
    return growth.beyondFit() ? N_("extrapolated beyond the fit") : N_("predicted within the fit");
}

core::Result<planner::RoleCluster> clusterOf(const core::Catalog& catalog, const RecommenderChoices& choices)
{
    SHARDSCOPE_TRY(planner::RoleCluster cluster,
                   readCluster(catalog, baseCluster(catalog, choices), choices.job));
    for (std::size_t i = 0; i < choices.prices.size(); ++i) {
        if (choices.prices[i] > 0)
            cluster.roles[i].pricePerHour = choices.prices[i];
    }
    return cluster;
}

core::Result<PersiaDefaults> persiaSettingsOf(const core::Catalog& catalog, const core::ModelSpec& model,
                                              const planner::RoleCluster& cluster,
                                              const core::HardwareSpec& accelerator,
                                              const RecommenderChoices& choices)
{
    SHARDSCOPE_TRY(PersiaDefaults asked,
                   persiaDefaults(catalog, model.name, baseCluster(catalog, choices), accelerator));
    planner::PersiaSettings settings = choices.persia;
    settings.compute = asked.settings.compute;
    settings.devicePeak = asked.settings.devicePeak;
    settings.deviceBandwidth = asked.settings.deviceBandwidth;
    settings.nodeLink = asked.settings.nodeLink;
    settings.coefficients = asked.settings.coefficients;
    if (settings.batch == 0)
        settings.batch = asked.settings.batch;
    if (choices.measured > 0) {
        asked.calibratedOn.clear();
        SHARDSCOPE_TRY(settings.coefficients,
                       planner::calibratePersia(*model.recommender(), cluster, PersiaMode::Persia, settings,
                                                choices.measured));
    }
    asked.settings = std::move(settings);
    return asked;
}

core::Result<Operations> operationsOf(const OperationsRequest& request)
{
    const core::Recommender& model = *request.model.recommender();
    const planner::RoleCluster& cluster = request.cluster;
    const planner::PersiaSettings& settings = request.asked.settings;
    const std::vector<planner::PersiaRate>& rates = request.rates;
    const RecommenderChoices& choices = request.choices;
    Operations operations;
    operations.model = request.model.name;
    operations.calibratedOn = request.asked.calibratedOn;
    operations.runs = request.runs;
    operations.settings = settings;
    operations.mode = choices.mode;
    operations.cluster = cluster;
    SHARDSCOPE_TRY(operations.batch, planner::compactBatch(model, settings.batch));
    operations.ids = idStudyOf(model, settings.batch, settings.largestMessage);
    SHARDSCOPE_TRY(operations.growth, planner::persiaGrowth(model, cluster, choices.mode, settings));
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
    for (const PersiaMode mode : planner::kPersiaModes) {
        if (mode == PersiaMode::FullAsync)
            continue;
        planner::ConvergenceBound bound = choices.bound;
        const bool sync = mode == PersiaMode::FullSync;
        // τ: batches of all workers between a lookup and its update.
        if (sync || bound.staleness <= 0)
            bound.staleness = rates[static_cast<std::size_t>(mode)].staleness * workers;
        if (sync || bound.collision <= 0)
            bound.collision = sync ? 0 : operations.ids.frequent.alpha;
        operations.bounds.push_back({mode, bound});
    }
    const planner::PersiaRate& own = rates[static_cast<std::size_t>(PersiaMode::Persia)];
    operations.persiaRate = own.samplesPerSecond;
    operations.persiaBound = std::string(nameOf(own.saturated));
    operations.persiaIdle = 1 - own.roles.back().utilisation;
    SHARDSCOPE_TRY(operations.homogeneous,
                   planner::homogeneousClusters(model, cluster, settings, own.samplesPerSecond,
                                                operations.memory.residentBytes));
    SHARDSCOPE_TRY(operations.waiting,
                   planner::persiaWaiting(model, cluster, settings, choices.workerSpread));
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
    using planner::IdFormat;
    Table table{"batch", N_("Ids of a batch"), {}, {}};
    table.columns = {
        core::wordColumn(core::Words::Bound, "format", N_("Format")),
        core::realColumn("occurrences", N_("Ids")),
        core::realColumn("distinct", N_("Different ids"),
                         N_("feature by feature, expected under each table's skew")),
        core::fractionColumn("deduplication", N_("Share that differs")),
        core::bytesColumn(
            "bytes", N_("Bytes"),
            N_("plain: 8 B an id; sparse tensors: two coordinates and the id, 24 B; by PERSIA's "
               "code: 28 B a different id, 4 B an occurrence, 4 B a sample and feature; by its "
               "paper: 8 B and 2 B")),
        core::fractionColumn("of_plain", N_("Of plain ids")),
        core::fractionColumn("of_tensor", N_("Of sparse tensors")),
        core::bytesColumn("message_limit", N_("Largest message")),
        core::flagColumn("sendable", N_("Can be sent")),
        core::integerColumn("largest_batch", N_("Largest batch"), N_("that can be sent by PERSIA's code"))};
    const planner::CompactBatch& batch = operations.batch;
    const double limit = static_cast<double>(operations.largestMessage);
    for (const IdFormat format : planner::kIdFormats)
        table.rows.push_back({std::string(nameOf(format)), batch.occurrences, batch.distinct,
                              batch.deduplication(), batch.in(format).value(),
                              batch.ratio(format, IdFormat::Plain),
                              batch.ratio(format, IdFormat::Coordinates), limit,
                              batch.in(format).value() <= limit, operations.ids.largestSendable});
    return table;
}

Table growthTableOf(const Operations& operations)
{
    Table table{"growth", N_("All of PERSIA's roles growing together"), {}, {}};
    table.columns = {
        core::realColumn("times", N_("Times the cluster")),
        core::integerColumn("accelerators", N_("Accelerators")),
        core::realColumn("samples_per_second", N_("Samples/s")),
        core::realColumn(
            "otherwise", N_("Or, samples/s"),
            N_("where contention between NN workers grows with each doubling of their machines, not "
               "with each machine: 11 % from the same runs instead of 9 %")),
        core::realColumn("published", N_("Published, samples/s")),
        core::wordColumn(core::Words::Text, "basis", N_("Known from")),
        core::fractionColumn("efficiency", N_("Efficiency"),
                             N_("rate of an accelerator against the first row's")),
        core::fractionColumn("of_own", N_("Of the cluster's own"),
                             N_("rate of an accelerator against that of the cluster as it is")),
        core::wordColumn(core::Words::Bound, "bound", N_("Limited by")),
        core::secondsColumn("all_reduce", N_("All-reduce of a batch"),
                            N_("what grows with the number of accelerators"))};
    for (const planner::RoleGrowth& one : operations.growth) {
        const PersiaRun* run = publishedRun(operations, one.accelerators);
        table.rows.push_back({one.times, one.accelerators, one.samplesPerSecond, one.otherwise,
                              run != nullptr ? core::Cell(run->samplesPerSecond) : core::Cell(),
                              std::string(growthBasis(operations, one)), one.efficiency, one.ofOwn,
                              std::string(planner::nameOf(one.saturated)), one.allReduce.value()});
    }
    return table;
}

Table homogeneousTableOf(const Operations& operations)
{
    Table table{"homogeneous", N_("One kind of machine for everything, for PERSIA's rate and rows"), {}, {}};
    table.columns = {
        core::wordColumn(core::Words::System, "system", N_("System")),
        core::textColumn("instance", N_("Machine")),
        core::integerColumn("machines", N_("Machines")),
        core::integerColumn("for_rate", N_("Needed for the rate"), N_("the others hold rows")),
        core::integerColumn("accelerators", N_("Accelerators")),
        core::realColumn("samples_per_second", N_("Could do, samples/s")),
        core::wordColumn(core::Words::Bound, "bound", N_("Limited by")),
        core::fractionColumn(
            "idle", N_("Idle"),
            N_("share of the time in which what computes the perceptrons waits, at PERSIA's rate")),
        core::realColumn("cost_per_hour", N_("Cost an hour"))};
    const auto cost = [](std::optional<double> price) { return price ? core::Cell(*price) : core::Cell(); };
    for (const planner::HomogeneousCluster& one : operations.homogeneous)
        table.rows.push_back({one.system, one.instance, one.machines, one.forRate, one.accelerators,
                              one.samplesPerSecond, one.bound, one.idle, cost(one.costPerHour)});
    const planner::RoleCluster& cluster = operations.cluster;
    table.rows.push_back({std::string("persia"), cluster.name, cluster.machines(), core::Cell(),
                          cluster.accelerators(), operations.persiaRate, operations.persiaBound,
                          operations.persiaIdle, cost(cluster.costPerHour())});
    return table;
}

Table waitingTableOf(const Operations& operations)
{
    Table table{"waiting", N_("Workers that wait for the slowest, as the cluster grows"), {}, {}};
    table.columns = {core::integerColumn("accelerators", N_("Accelerators")),
                     core::fractionColumn("longer", N_("Slowest takes longer by"),
                                          N_("than the mean of all; the spread of a worker is assumed")),
                     core::realColumn("synchronous", N_("Full sync, samples/s")),
                     core::realColumn("hybrid", N_("PERSIA, samples/s")),
                     core::realColumn("asynchronous", N_("Full async, samples/s"))};
    for (const planner::WaitingPoint& one : operations.waiting)
        table.rows.push_back({one.accelerators, one.longer, one.synchronous, one.hybrid, one.asynchronous});
    return table;
}

Table upkeepTableOf(const Operations& operations)
{
    Table table{"upkeep", N_("Memory and upkeep of the parameter servers"), {}, {}};
    table.columns = {
        core::bytesColumn("addressable", N_("All rows")),
        core::bytesColumn("room", N_("Room")),
        core::bytesColumn("resident", N_("Resident")),
        core::fractionColumn("missed", N_("Lookups that miss")),
        core::fractionColumn("lost_gradients", N_("Lost gradients"),
                             N_("updates whose row was evicted after its lookup (gradient_id_miss)")),
        core::secondsColumn("checkpoint", N_("Checkpoint")),
        core::secondsColumn("interval", N_("Checkpoint every"),
                            N_("by Young's formula, which loses least time")),
        core::secondsColumn("incremental_update", N_("Incremental update"),
                            N_("writing one buffer of changed rows for serving")),
        core::fractionColumn("goodput", N_("Goodput"),
                             N_("share of time that is left after checkpoints and failures"))};
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
    Table table{"failures", N_("What failures of a role cost"), {}, {}};
    table.columns = {
        core::wordColumn(core::Words::Bound, "role", N_("Role")),
        core::integerColumn("replicas", N_("Replicas")),
        core::realColumn("per_month", N_("Failures in 30 days")),
        core::secondsColumn("lost", N_("Lost by one"),
                            N_("restart; for parameter servers also reading rows back and half an "
                               "interval of work done again")),
        core::fractionColumn("share", N_("Share of time"))};
    for (const planner::RoleFailure& failure : operations.failures)
        table.rows.push_back({std::string(planner::nameOf(failure.role)),
                              operations.cluster[failure.role].replicas, failure.perMonth,
                              failure.lost.value(), failure.share});
    return table;
}

Table servingTableOf(const Operations& operations)
{
    Table table{"serving", N_("Serving from the same tables"), {}, {}};
    table.columns = {
        core::integerColumn("replicas", N_("Replicas")),
        core::realColumn("requests_per_second", N_("Requests/s")),
        core::secondsColumn("latency", N_("Latency"), N_("of one batch through all roles, nobody waiting")),
        core::wordColumn(core::Words::Bound, "bound", N_("Limited by")),
        core::bytesColumn("shared_bytes", N_("Shared with training"),
                          N_("tables on the parameter servers; optimizer state is training's alone")),
        core::flagColumn("chosen", N_("Chosen"))};
    for (const ServingPoint& point : operations.serving)
        table.rows.push_back({point.replicas, point.rate.requestsPerSecond, point.rate.latency.value(),
                              std::string(planner::nameOf(point.rate.saturated)),
                              point.rate.sharedBytes.value(), point.replicas == operations.servingReplicas});
    return table;
}

Table boundTableOf(const Operations& operations)
{
    Table table{"bound", N_("Convergence, as a bound"), {}, {}};
    table.columns = {
        core::wordColumn(core::Words::System, "mode", N_("Mode")),
        core::realColumn("staleness", N_("Staleness τ"),
                         N_("batches of all workers between a lookup and its update")),
        core::realColumn("collision", N_("Frequency α"),
                         N_("the largest probability that one id occurs in a sample")),
        core::textColumn("table", N_("Of the table"), N_("whose most frequent id that is")),
        core::realColumn("iterations", N_("Steps T")),
        core::realColumn("synchronous", N_("σ/√T + 1/T")),
        core::realColumn("hybrid", N_("Hybrid term"), N_("τ^a · α^b / T; the exponents are not verified")),
        core::realColumn("bound", N_("Bound"), N_("not a prediction: an upper limit up to constants"))};
    for (const ModeBound& one : operations.bounds)
        table.rows.push_back(
            {std::string(planner::nameOf(one.mode)), one.bound.staleness, one.bound.collision,
             one.bound.collision == operations.ids.frequent.alpha ? core::Cell(operations.ids.frequentTable)
                                                                  : core::Cell(),
             one.bound.iterations, one.bound.synchronous(), one.bound.hybridTerm(), one.bound.value()});
    return table;
}

Table sizedTableOf(const Operations& operations)
{
    Table table{"sized", N_("The smallest cluster for the wanted rate"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Bound, "role", N_("Role")),
                     core::textColumn("instance", N_("Machine")),
                     core::integerColumn("now", N_("Replicas now")),
                     core::integerColumn("needed", N_("Needed")),
                     core::realColumn("samples_per_second", N_("Could do, samples/s")),
                     core::fractionColumn("utilisation", N_("In use"))};
    if (!operations.sized)
        return table;
    for (const planner::PersiaRoleRate& role : operations.sized->rate.roles) {
        const planner::RoleMachines& machines = operations.sized->cluster[role.role];
        table.rows.push_back({std::string(planner::nameOf(role.role)), machines.instance,
                              operations.cluster[role.role].replicas, machines.replicas,
                              role.samplesPerSecond, role.utilisation});
    }
    return table;
}

SHARDSCOPE_COPIES_OF(Operations);

} // namespace shardscope::app
