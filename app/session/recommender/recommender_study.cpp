// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/recommender_study.h"

#include "app/session/plan/clusters.h"
#include "app/session/published/published_quality.h"
#include "core/base/refusals.h"
#include "core/plan/embedding.h"
#include "core/units/plain_number.h"
#include "planner/simulate.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

using planner::PersiaMode;
using planner::PersiaRoleKind;

constexpr std::int64_t kMostDevices = 4096; ///< of the scaling curve
constexpr std::size_t kMostCells = 12;      ///< of the explorer, a side
constexpr std::int64_t kBatchesShown = 12;  ///< of the modes' timelines
constexpr const char* kZion = "zion";

/// Powers of two of whole nodes around the plan's own number, which is one of them.
std::vector<std::int64_t> deviceCounts(const core::HardwareSpec& hardware, std::int64_t devices)
{
    const std::int64_t most = std::min(hardware.devices().value_or(kMostDevices), kMostDevices);
    std::vector<std::int64_t> counts;
    for (std::int64_t nodes = 1; nodes * hardware.devicesPerNode <= most; nodes *= 2) {
        counts.push_back(nodes * hardware.devicesPerNode);
        if (counts.back() >= 8 * devices && counts.size() >= 6)
            break;
    }
    if (devices >= hardware.devicesPerNode && devices % hardware.devicesPerNode == 0)
        counts.push_back(devices);
    std::ranges::sort(counts);
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    return counts;
}

/// Replicas around \p own, which is one of them: an eighth to four times as many.
std::vector<std::int64_t> replicasAround(std::int64_t own)
{
    std::vector<std::int64_t> counts;
    for (const double factor : {0.125, 0.25, 0.375, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0})
        counts.push_back(
            std::max<std::int64_t>(1, std::int64_t{std::llround(factor * static_cast<double>(own))}));
    for (std::int64_t more = 1; counts.size() < kMostCells; ++more) // few replicas: their neighbours
        counts.push_back(more);
    std::ranges::sort(counts);
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    return counts;
}

core::Result<RatioGrid> ratioOf(const StudyRequest& request)
{
    RatioGrid grid;
    grid.first = replicasAround(request.cluster[request.choices.firstRole].replicas);
    grid.second = replicasAround(request.cluster[request.choices.secondRole].replicas);
    grid.priced = request.cluster.costPerHour().has_value();
    SHARDSCOPE_TRY(grid.points,
                   planner::exploreRatio(*request.model.recommender(), request.cluster, request.choices.mode,
                                         request.settings, request.choices.firstRole, grid.first,
                                         request.choices.secondRole, grid.second));
    return grid;
}

std::vector<TierShare> tiersOf(const Study& study)
{
    const planner::EmbeddingCluster& cluster = study.placement.cluster;
    const double devices = static_cast<double>(cluster.devices);
    std::vector<TierShare> tiers;
    double all = 0;
    double inDevice = 0;
    double inNvme = 0;
    for (const planner::PlacedTable& placed : study.step.placement.tables) {
        const core::EmbeddingTable& table = study.model().tables[placed.table];
        const double hits = planner::deviceHitRatio(table, placed.option);
        all += table.pooling;
        inDevice += table.pooling * hits;
        if (core::tierOf(placed.option.kernel) == core::Tier::Nvme)
            inNvme += table.pooling * (1 - hits);
    }
    const auto add = [&](core::Tier tier, core::Bytes planner::DeviceLoad::*held, double lookups) {
        core::Bytes sum;
        for (const planner::DeviceLoad& load : study.step.placement.devices)
            sum += load.*held;
        tiers.push_back({tier, sum, devices * cluster.capacity(tier), all > 0 ? lookups / all : 0});
    };
    add(core::Tier::Device, &planner::DeviceLoad::device, inDevice);
    add(core::Tier::Host, &planner::DeviceLoad::host, all - inDevice - inNvme);
    add(core::Tier::Nvme, &planner::DeviceLoad::nvme, inNvme);
    return tiers;
}

SystemRow zionexRow(const Study& study)
{
    const StudyRequest& request = study.request;
    const std::int64_t devices = study.placement.cluster.devices;
    SystemRow row;
    row.system = "zionex";
    row.samplesPerSecond = study.step.samplesPerSecond;
    row.accelerators = devices;
    row.machines = study.placement.cluster.nodes();
    if (request.hardware.price)
        row.costPerHour =
            (request.hardware.price->value.value() * 3600 +
             request.choices.readerCorePrice * static_cast<double>(study.step.readersPerDevice)) *
            static_cast<double>(devices);
    for (const TierShare& tier : study.tiers)
        row.memory += tier.held;
    row.fits = study.step.placement.verdict.feasible();
    row.bound = study.step.bound;
    row.why = study.step.why;
    return row;
}

/// The same placement with an operator a table instead of fused ones, its tables spread evenly.
SystemRow plainRow(const Study& study)
{
    SystemRow row = zionexRow(study);
    row.system = "zionex_plain";
    row.why = nullptr;
    const planner::EmbeddingCluster& cluster = study.placement.cluster;
    const planner::FusionGain gain =
        planner::fusionGain(study.model().tables, study.placement.settings.batch, cluster, false);
    row.memory += gain.plainGradients;
    const core::Seconds more = (gain.plain - gain.fused) / static_cast<double>(cluster.devices);
    row.samplesPerSecond *= study.step.seconds.value() / (study.step.seconds + more).value();
    if (more > study.step.seconds)
        row.bound = "embedding";
    return row;
}

planner::ZionSettings zionSettings(const Study& study)
{
    return planner::zionSettings(study.placement.cluster, study.placement.settings.batch, study.step.parts,
                                 study.request.choices.zion, study.request.choices.checkpoint);
}

/// The same nodes as trainers, and as many embedding servers; without overlap.
SystemRow zionRow(const Study& study)
{
    const planner::EmbeddingCluster& cluster = study.placement.cluster;
    const planner::ZionSettings settings = zionSettings(study);
    const planner::ZionRate& rate = study.zion;
    SystemRow row;
    row.system = kZion;
    row.samplesPerSecond = rate.samplesPerSecond;
    row.accelerators = cluster.devices;
    row.machines = settings.trainers + settings.embeddingServers + 1;
    row.memory = study.model().embeddingBytes() + study.model().embeddingOptimizerBytes();
    row.staleness = static_cast<double>(settings.trainers);
    const planner::AccuracyGap gap = planner::accuracyGap(PersiaMode::FullAsync);
    row.gapFrom = gap.from;
    row.gapTo = gap.to;
    row.bound = rate.bound;
    return row;
}

SystemRow persiaRow(const Study& study, PersiaMode mode)
{
    const planner::PersiaRate& rate = study.modes[static_cast<std::size_t>(mode)];
    const planner::RoleCluster& cluster = study.request.cluster;
    const std::optional<double> gap = publishedGap(study.request.model.name, mode, cluster.accelerators());
    return SystemRow{.system = std::string(planner::nameOf(mode)),
                     .samplesPerSecond = rate.samplesPerSecond,
                     .accelerators = cluster.accelerators(),
                     .machines = cluster.machines(),
                     .costPerHour = cluster.costPerHour(),
                     .memory = study.operations.memory.residentBytes,
                     .fits = study.operations.memory.verdict.feasible(),
                     .staleness = rate.staleness,
                     .gapFrom = gap,
                     .gapTo = gap,
                     .bound = std::string(planner::nameOf(rate.saturated)),
                     .why = rate.why};
}

core::Result<core::Done> addZionex(Study& study, const core::Task& task)
{
    const StudyRequest& request = study.request;
    SHARDSCOPE_TRY(const planner::ZionexSettings settings,
                   planner::zionexSettings(request.model, request.hardware, request.plan,
                                           zionexOptionsOf(request.choices)));
    const std::int64_t devices = request.plan.axes.devices();
    SHARDSCOPE_TRY(study.placement,
                   planner::placementRequest(study.model(), request.hardware, devices, settings));
    SHARDSCOPE_TRY(planner::Placement placement, planner::placeZionex(study.placement, settings, task));
    SHARDSCOPE_TRY(study.step, planner::timeZionex(study.model(), request.hardware, study.placement,
                                                   std::move(placement), settings));
    planner::proveMoreDevices(study.model(), request.hardware, settings, devices,
                              study.step.placement.verdict);
    study.tiers = tiersOf(study);
    core::Bytes fullest;
    for (const planner::DeviceLoad& load : study.step.placement.devices)
        fullest = std::max(fullest, load.device);
    study.frontEnd = planner::frontEndUse(study.model(), study.placement.cluster, study.step.samplesPerSecond,
                                          fullest, request.choices.checkpoint);
    const std::vector<std::int64_t> counts = deviceCounts(request.hardware, devices);
    planner::ZionexSettings first = settings;
    if (request.choices.strongScaling && !counts.empty()) // the plan's own global batch at every point
        first.batch = std::max<std::int64_t>(1, settings.batch * devices / counts.front());
    SHARDSCOPE_TRY(study.scaling, planner::zionexScaling(study.model(), request.hardware, counts,
                                                         request.choices.strongScaling, first, task));
    study.knee = planner::kneeOf(study.scaling);
    const planner::ZionSettings zion = zionSettings(study);
    study.zion = planner::zionRate(study.model(), zion);
    study.zionRange = planner::zionRange(study.model(), zion);
    SHARDSCOPE_TRY(study.zionWalk, planner::zionWalk(study.model(), request.hardware, study.placement,
                                                     settings, study.step, zion, task));
    return core::Done{};
}

core::Result<core::Done> addPersia(Study& study)
{
    const StudyRequest& request = study.request;
    for (const PersiaMode mode : planner::kPersiaModes) {
        SHARDSCOPE_TRY(planner::PersiaRate rate,
                       planner::persiaRate(study.model(), request.cluster, mode, request.settings));
        study.timelines.push_back(planner::persiaTimeline(rate.stages, mode, request.settings.staleness,
                                                          kBatchesShown, request.settings.workers));
        study.modes.push_back(std::move(rate));
    }
    const PersiaDefaults asked{request.settings, request.calibratedOn};
    SHARDSCOPE_TRY(study.operations, operationsOf({request.model, request.cluster, asked, request.runs,
                                                   study.modes, request.choices}));
    SHARDSCOPE_TRY(study.ratio, ratioOf(request));
    return core::Done{};
}

} // namespace

double RatioGrid::cost(const planner::RatioPoint& point, const planner::RoleCluster& cluster,
                       PersiaRoleKind firstRole, PersiaRoleKind secondRole) const
{
    if (point.costPerHour)
        return *point.costPerHour;
    return static_cast<double>(cluster.machines() - cluster[firstRole].replicas -
                               cluster[secondRole].replicas + point.first + point.second);
}

core::Result<StudyRequest> studyRequest(const core::Catalog& catalog, core::ModelSpec model,
                                        core::HardwareSpec hardware, core::Plan plan,
                                        RecommenderChoices choices)
{
    if (model.recommender() == nullptr)
        return core::notSupportedFor(model.name, W_("it has no embedding tables"));
    StudyRequest request;
    SHARDSCOPE_TRY(request.cluster, clusterOf(catalog, choices));
    SHARDSCOPE_TRY(request.accelerator, acceleratorOf(catalog, request.cluster));
    SHARDSCOPE_TRY(PersiaDefaults asked,
                   persiaSettingsOf(catalog, model, request.cluster, request.accelerator, choices));
    request.settings = std::move(asked.settings);
    request.calibratedOn = std::move(asked.calibratedOn);
    SHARDSCOPE_TRY(request.runs, persiaRuns(catalog, model.name, request.cluster.name));
    request.model = std::move(model);
    request.hardware = priced(std::move(hardware), choices);
    request.plan = std::move(plan);
    request.choices = std::move(choices);
    return request;
}

core::Result<Study> studyRecommender(const StudyRequest& request, const core::Task& task)
{
    if (request.model.recommender() == nullptr)
        return core::notSupportedFor(request.model.name, W_("it has no embedding tables to place"));
    Study study;
    study.request = request;
    if (!request.alone)
        SHARDSCOPE_TRY_DONE(addZionex(study, task));
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    SHARDSCOPE_TRY_DONE(addPersia(study));
    if (!request.alone)
        study.systems = {zionexRow(study), plainRow(study), zionRow(study)};
    for (const PersiaMode mode : planner::kPersiaModes)
        study.systems.push_back(persiaRow(study, mode));
    return study;
}

double batchesInFlight(const Study& study, const planner::PersiaEdge& edge)
{
    const planner::PersiaRate& rate = study.rate();
    if (edge.from == PersiaRoleKind::DataLoader) {
        const planner::RoleMachines& loaders = study.request.cluster[edge.from];
        for (const planner::PersiaRoleRate& role : rate.roles) {
            if (role.role == edge.from)
                return role.utilisation * loaders.cores * static_cast<double>(loaders.replicas);
        }
    }
    const bool backward =
        edge.from == PersiaRoleKind::NnWorker ||
        (edge.from == PersiaRoleKind::EmbeddingWorker && edge.to == PersiaRoleKind::ParameterServer);
    const core::Seconds stage = backward ? rate.stages.put : rate.stages.get;
    return rate.samplesPerSecond / static_cast<double>(study.request.settings.batch) * stage.value();
}

core::DerivationPtr derivationOf(const Study& study, const std::string& path)
{
    const auto rest = [&](std::string_view prefix) { return path.substr(prefix.size()); };
    const auto starts = [&](std::string_view prefix) { return path.compare(0, prefix.size(), prefix) == 0; };
    if (starts("part.")) {
        for (const planner::RecommenderPart& part : study.step.parts) {
            if (part.key == rest("part."))
                return part.why;
        }
    }
    if (path == "zionex")
        return study.step.why;
    if (path == "front_end")
        return study.frontEnd.why;
    if (starts("system.")) {
        for (const SystemRow& row : study.systems) {
            if (row.system == rest("system."))
                return row.why;
        }
    }
    if (starts("role.")) {
        for (const PersiaMode mode : planner::kPersiaModes) {
            for (const planner::PersiaRoleRate& role : study.modes[static_cast<std::size_t>(mode)].roles) {
                if (rest("role.") ==
                    std::string(planner::nameOf(mode)) + "." + std::string(planner::nameOf(role.role)))
                    return role.why;
            }
        }
    }
    if (starts("shard.")) {
        const auto number = core::parseWhole(rest("shard."));
        const auto& tables = study.step.placement.tables;
        if (!number || *number < 0 || static_cast<std::size_t>(*number) >= tables.size())
            return nullptr;
        const planner::PlacedTable& placed = tables[static_cast<std::size_t>(*number)];
        return planner::explainShard(study.placement, placed, planner::ZionexCoefficients{}.lookup);
    }
    return nullptr;
}

SHARDSCOPE_COPIES_OF(Study);

} // namespace shardscope::app
