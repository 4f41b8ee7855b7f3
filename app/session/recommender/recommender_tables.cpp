// SPDX-License-Identifier: GPL-3.0-or-later
// Twins of a study's pictures.
#include "app/session/recommender/recommender_study.h"

#include "app/session/published/parameter_years.h"
#include "app/session/published/persia_peers.h"
#include "app/session/recommender/dlrm_structure.h"
#include "app/session/recommender/node_traffic.h"
#include "app/session/recommender/quality_curve.h"
#include "app/session/recommender/role_table.h"
#include "app/session/recommender/size_ladder.h"
#include "app/session/recommender/wire_accuracy.h"
#include "core/base/joined.h"
#include "core/report/columns.h"
#include "core/report/table_text.h"

#include <algorithm>
#include <array>

namespace shardscope::app {
namespace {

using core::Cell;
using core::Table;

std::string nodesOrDevices(const planner::PlacedTable& placed)
{
    if (placed.option.spread == planner::Spread::Everywhere)
        return "*";
    const std::string where = core::joined(placed.devices, " ", [](std::int64_t device) {
        return device < 0 ? std::string("-") : std::to_string(device);
    });
    return placed.option.spread == planner::Spread::OneNode ? where + " +" : where;
}

Cell optional(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }

} // namespace

Table shardTableOf(const Study& study)
{
    Table table{"shards", N_("Shards of every table"), {}, {}};
    table.columns = {
        core::textColumn("table", N_("Table")),
        core::integerColumn("copy", N_("Copy")),
        core::wordColumn(core::Words::Sharding, "sharding", N_("Sharding")),
        core::wordColumn(core::Words::Kernel, "kernel", N_("Kernel")),
        core::fractionColumn("hit_ratio", N_("Hits in device memory"),
                             N_("share of lookups that device memory answers, by an ideal cache")),
        core::textColumn("devices", N_("Devices"), N_("*: all; +: the node that begins there")),
        core::bytesColumn("device_bytes", N_("Device memory")),
        core::bytesColumn("host_bytes", N_("Host memory")),
        core::bytesColumn("nvme_bytes", N_("SSD")),
        core::secondsColumn("seconds", N_("Time of a shard"))};
    for (const planner::PlacedTable& placed : study.step.placement.tables) {
        const core::EmbeddingTable& one = study.model().tables[placed.table];
        table.rows.push_back({one.name, placed.copy, std::string(core::nameOf(placed.option.sharding)),
                              std::string(core::nameOf(placed.option.kernel)),
                              planner::deviceHitRatio(one, placed.option), nodesOrDevices(placed),
                              placed.option.deviceTotal, placed.option.hostTotal, placed.option.nvmeTotal,
                              placed.option.shard.total().value()});
        table.explainLast("shard." + std::to_string(table.rows.size() - 1));
    }
    return table;
}

Table loadTableOf(const Study& study)
{
    Table table{"devices", N_("Load of devices"), {}, {}};
    table.columns = {core::integerColumn("device", N_("Device")),
                     core::integerColumn("node", N_("Node")),
                     core::secondsColumn("seconds", N_("Time")),
                     core::bytesColumn("device_bytes", N_("Device memory")),
                     core::bytesColumn("host_bytes", N_("Host memory")),
                     core::bytesColumn("nvme_bytes", N_("SSD"))};
    const auto& loads = study.step.placement.devices;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const auto device = static_cast<std::int64_t>(i);
        table.rows.push_back({device, device / study.placement.cluster.devicesPerNode,
                              loads[i].seconds.value(), loads[i].device.value(), loads[i].host.value(),
                              loads[i].nvme.value()});
    }
    return table;
}

Table tierTableOf(const Study& study)
{
    Table table{"tiers", N_("Memory tiers"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Tier, "tier", N_("Tier")),
                     core::bytesColumn("held_bytes", N_("Held")),
                     core::bytesColumn("capacity_bytes", N_("Capacity")),
                     core::fractionColumn("lookups", N_("Lookups answered"),
                                          N_("share of all lookups, with ideal caches"))};
    for (const TierShare& tier : study.tiers)
        table.rows.push_back({std::string(core::nameOf(tier.tier)), tier.held.value(),
                              tier.capacity.value() > 0 ? Cell(tier.capacity.value()) : Cell(),
                              tier.lookups});
    return table;
}

Table partTableOf(const Study& study)
{
    Table table{"parts", N_("Parts of the step"), {}, {}};
    table.columns = {core::wordColumn(core::Words::RecommenderPart, "part", N_("Part")),
                     core::secondsColumn("seconds", N_("Time")),
                     core::secondsColumn("exposed_seconds", N_("Exposed"),
                                         N_("not hidden behind other parts; these add up to the step")),
                     core::secondsColumn("hidden_seconds", N_("Hidden"))};
    for (const planner::RecommenderPart& part : study.step.parts) {
        table.rows.push_back({part.key, part.seconds.value(), part.exposed.value(),
                              std::max(0.0, (part.seconds - part.exposed).value())});
        table.explainLast("part." + part.key);
    }
    return table;
}

Table frontEndTableOf(const Study& study)
{
    Table table{"front_end", N_("What the hosts' network carries"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Traffic, "traffic", N_("Traffic")),
                     core::bytesColumn("bytes", N_("At a time"), N_("of a device: a batch, a checkpoint")),
                     core::secondsColumn("seconds", N_("Takes")),
                     core::secondsColumn("every_seconds", N_("Every")),
                     core::quantityColumn("bytes_per_second", N_("On average"), core::kBytePerSecond),
                     core::fractionColumn("share", N_("Of the link")),
                     core::realColumn("ceiling", N_("Would allow, samples/s"))};
    const planner::FrontEndUse& use = study.frontEnd;
    if (!(use.link.value() > 0))
        return table;
    const double batch = use.sample.value() * static_cast<double>(study.placement.settings.batch);
    const double interval = study.request.choices.checkpoint.interval.value();
    const auto known = [](double value) { return value > 0 ? Cell(value) : Cell(); };
    const auto add = [&](std::vector<Cell> row) {
        table.rows.push_back(std::move(row));
        table.explainLast("front_end");
    };
    add({std::string("batches"), batch, batch / use.link.value(), study.step.seconds.value(),
         use.batches.value(), use.batchShare, use.ceiling});
    if (!(interval > 0))
        return table;
    add({std::string("checkpoints"), use.checkpoint.value(), known(use.writing.value()), interval,
         use.writes.value(), use.checkpointShare, Cell()});
    add({std::string("snapshot"), Cell(), known(use.snapshot.value()), interval, Cell(), Cell(), Cell()});
    return table;
}

Table scalingTableOf(const Study& study)
{
    Table table{"scaling", N_("Rate against devices"), {}, {}};
    table.columns = {
        core::integerColumn("devices", N_("Devices")),
        core::realColumn("samples_per_second", N_("Samples/s")),
        core::fractionColumn("efficiency", N_("Efficiency"), N_("rate of a device against the first row's")),
        core::wordColumn(core::Words::Bound, "bound", N_("Limited by")),
        core::realColumn("ceiling", N_("All-to-all ceiling, samples/s"),
                         N_("what the all-to-alls alone would allow")),
        core::realColumn("front_end", N_("Hosts' network ceiling, samples/s"),
                         N_("what the readers' network alone would allow")),
        core::flagColumn("knee", N_("Knee"))};
    for (std::size_t i = 0; i < study.scaling.size(); ++i) {
        const planner::ScalingPoint& point = study.scaling[i];
        table.rows.push_back({point.devices, point.samplesPerSecond, point.efficiency, point.bound,
                              point.ceiling > 0 ? Cell(point.ceiling) : Cell(),
                              point.frontEnd > 0 ? Cell(point.frontEnd) : Cell(), study.knee == i});
    }
    return table;
}

Table edgeTableOf(const Study& study)
{
    Table table{"edges", N_("What roles send each other"), {}, {}};
    table.columns = {
        core::wordColumn(core::Words::Bound, "from", N_("From")),
        core::wordColumn(core::Words::Bound, "to", N_("To")),
        core::bytesColumn("bytes_per_sample", N_("Of a sample")),
        core::quantityColumn("bytes_per_second", N_("Traffic"), core::kBytePerSecond),
        core::fractionColumn("utilisation", N_("Network in use"), N_("of the busier end's network")),
        core::realColumn("queue", N_("Batches waiting"),
                         N_("on average, of all NN workers, by Little's law over the stage that "
                            "this edge feeds"))};
    for (const planner::PersiaEdge& edge : study.rate().edges)
        table.rows.push_back({std::string(planner::nameOf(edge.from)), std::string(planner::nameOf(edge.to)),
                              edge.bytesPerSample.value(),
                              edge.bytesPerSample.value() * study.rate().samplesPerSecond, edge.utilisation,
                              batchesInFlight(study, edge)});
    return table;
}

Table ratioTableOf(const Study& study)
{
    Table table{"ratio", N_("Ratio explorer"), {}, {}};
    table.columns = {core::integerColumn("first", N_("Replicas across")),
                     core::integerColumn("second", N_("Replicas upward")),
                     core::realColumn("samples_per_second", N_("Samples/s")),
                     core::fractionColumn("idle", N_("Accelerators idle")),
                     core::realColumn("cost", N_("Cost"), N_("an hour; machines where a price is missing")),
                     core::wordColumn(core::Words::Bound, "bound", N_("Limited by"))};
    const StudyRequest& request = study.request;
    for (const planner::RatioPoint& point : study.ratio.points)
        table.rows.push_back(
            {point.first, point.second, point.samplesPerSecond, point.idleAccelerators,
             study.ratio.cost(point, request.cluster, request.choices.firstRole, request.choices.secondRole),
             std::string(planner::nameOf(point.saturated))});
    return table;
}

Table systemTableOf(const Study& study)
{
    Table table{"systems", N_("ZionEX and PERSIA"), {}, {}};
    table.columns = {
        core::wordColumn(core::Words::System, "system", N_("System")),
        core::realColumn("samples_per_second", N_("Samples/s")),
        core::realColumn("over_zion", N_("Times Zion's rate"), N_("for an accelerator")),
        core::wordColumn(core::Words::Bound, "bound", N_("Limited by")),
        core::integerColumn("accelerators", N_("Accelerators")),
        core::integerColumn("machines", N_("Machines")),
        core::realColumn("cost_per_hour", N_("Cost an hour")),
        core::bytesColumn("memory", N_("Memory of tables")),
        core::flagColumn("fits", N_("Fits")),
        core::realColumn("staleness", N_("Staleness"), N_("batches between a lookup and its update")),
        core::fractionColumn("auc_gap_from", N_("Published AUC gap, from")),
        core::fractionColumn("auc_gap_to", N_("Published AUC gap, up to"))};
    const auto pace = [](const SystemRow& row) {
        return row.samplesPerSecond / static_cast<double>(std::max<std::int64_t>(1, row.accelerators));
    };
    const auto zion = std::ranges::find(study.systems, "zion", &SystemRow::system);
    for (const SystemRow& row : study.systems) {
        table.rows.push_back(
            {row.system, row.samplesPerSecond,
             zion != study.systems.end() && pace(*zion) > 0 ? core::Cell(pace(row) / pace(*zion))
                                                            : core::Cell(),
             row.bound, row.accelerators, row.machines, optional(row.costPerHour), row.memory.value(),
             row.fits, row.staleness, optional(row.gapFrom), optional(row.gapTo)});
        if (row.why)
            table.explainLast("system." + row.system);
    }
    return table;
}

Table zionTableOf(const Study& study)
{
    Table table{"zion_limits", N_("What limits Zion"), {}, {}};
    table.columns = {
        core::wordColumn(core::Words::Bound, "bound", N_("Limited by")),
        core::realColumn("samples_per_second", N_("Would allow, samples/s")),
        core::fractionColumn("in_use", N_("In use"), N_("at the rate that the tightest one leaves"))};
    const planner::ZionRate& zion = study.zion;
    for (const planner::RoleRate& one : zion.rates)
        table.rows.push_back({one.role, one.samplesPerSecond, zion.samplesPerSecond / one.samplesPerSecond});
    return table;
}

Table zionFigureTableOf(const Study& study)
{
    Table table{"zion_constants", N_("Constants of Zion's model"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Text, "constant", N_("Constant")),
                     core::textColumn("key", N_("Key"), N_("--set KEY=VALUE")),
                     core::realColumn("value", N_("Value")),
                     core::realColumn("low", N_("At least")),
                     core::realColumn("high", N_("At most")),
                     core::flagColumn("unverified", N_("Unverified"),
                                      N_("assumed, or from memory: no text that says so could be read")),
                     core::wordColumn(core::Words::Text, "source", N_("Source"))};
    const planner::ZionFigures& figures = study.request.choices.zion;
    for (const planner::ZionConstant& one : planner::zionConstants()) {
        const bool given = planner::isGiven(figures, one.figure);
        const double value = figures[one.figure];
        table.rows.push_back({std::string(one.label), std::string(planner::nameOf(one.figure)), value,
                              given ? value : one.low, given ? value : one.high, one.unverified && !given,
                              std::string(given ? N_("given") : one.source)});
    }
    return table;
}

Table zionWalkTableOf(const Study& study)
{
    Table table{"zion_walk", N_("From Zion to ZionEX"), {}, {}};
    table.columns = {
        core::wordColumn(core::Words::Bound, "change", N_("Change"), N_("each row keeps those before it")),
        core::realColumn("samples_per_second", N_("Samples/s")),
        core::wordColumn(core::Words::Bound, "bound", N_("Limited by")),
        core::realColumn("times", N_("Times Zion's rate")),
        core::realColumn("times_from", N_("At least"), N_("over the ranges of Zion's constants")),
        core::realColumn("times_to", N_("At most"), N_("over the ranges of Zion's constants"))};
    for (const planner::ZionWalkRow& one : study.zionWalk)
        table.rows.push_back(
            {one.change, one.samplesPerSecond, one.bound, one.times, one.timesFrom, one.timesTo});
    return table;
}

Table laneTableOf(const Study& study)
{
    Table table{"lanes", N_("First batches of every mode"), {}, {}};
    table.columns = {core::wordColumn(core::Words::System, "mode", N_("Mode")),
                     core::integerColumn("batch", N_("Batch")),
                     core::wordColumn(core::Words::BatchStage, "stage", N_("Stage")),
                     core::secondsColumn("begin", N_("Begins")),
                     core::secondsColumn("end", N_("Ends")),
                     core::integerColumn("staleness", N_("Staleness"))};
    static constexpr std::array kStages{"get", "dense", "all_reduce", "put"};
    for (std::size_t mode = 0; mode < study.timelines.size(); ++mode) {
        const planner::PersiaTimeline& timeline = study.timelines[mode];
        for (const planner::PersiaSpan& span : timeline.spans)
            table.rows.push_back({std::string(planner::nameOf(planner::kPersiaModes[mode])), span.batch,
                                  std::string(kStages[static_cast<std::size_t>(span.stage)]),
                                  span.begin.value(), span.end.value(),
                                  timeline.staleness[static_cast<std::size_t>(span.batch)]});
    }
    return table;
}

std::vector<Table> studyTables(const Study& study)
{
    std::vector<Table> tables{systemTableOf(study),
                              zionTableOf(study),
                              zionWalkTableOf(study),
                              zionFigureTableOf(study),
                              nodeTableOf(study),
                              wireTable(study.request.plan),
                              shardTableOf(study),
                              loadTableOf(study),
                              tierTableOf(study),
                              partTableOf(study),
                              frontEndTableOf(study),
                              scalingTableOf(study),
                              roleTable(N_("Roles"), study.rate(), study.request.cluster),
                              edgeTableOf(study),
                              growthTableOf(study.operations),
                              ratioTableOf(study),
                              laneTableOf(study),
                              qualityTableOf(study.operations),
                              convergenceTableOf(study.operations),
                              cacheTableOf(study.operations.ids),
                              distinctTableOf(study.operations.ids),
                              quarterTableOf(study.operations.ids),
                              peerTableOf(study.request.model.name),
                              ladderTableOf(study),
                              structureTableOf(study.model()),
                              yearTable(),
                              batchTableOf(study.operations)};
    for (const auto make :
         {upkeepTableOf, failureTableOf, servingTableOf, boundTableOf, homogeneousTableOf, waitingTableOf})
        tables.push_back(make(study.operations));
    if (study.operations.sized)
        tables.push_back(sizedTableOf(study.operations));
    return tables;
}

core::Value studyDocument(const Study& study)
{
    std::vector<core::Value> tables;
    for (const Table& table : studyTables(study))
        tables.push_back(core::tableDocument(table));
    return core::Value::ofMembers({{"study", core::Value::ofItems(std::move(tables))}});
}

} // namespace shardscope::app
