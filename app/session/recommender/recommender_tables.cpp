// SPDX-License-Identifier: GPL-3.0-or-later
// Twins of a study's pictures. Cells hold stable words; readableRecommender puts them into a language.
#include "app/session/recommender/recommender_study.h"

#include "app/session/recommender/recommender_words.h"
#include "app/session/recommender/role_table.h"
#include "app/session/recommender/wire_accuracy.h"
#include "app/session/text/messages.h"
#include "core/report/table_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace shardscope::app {
namespace {

using core::Cell;
using core::CellKind;
using core::Table;

std::string nodesOrDevices(const planner::PlacedTable& placed)
{
    if (placed.option.spread == planner::Spread::Everywhere)
        return "*";
    std::string where;
    for (const std::int64_t device : placed.devices)
        where += (where.empty() ? "" : " ") + (device < 0 ? std::string("-") : std::to_string(device));
    return placed.option.spread == planner::Spread::OneNode ? where + " +" : where;
}

Cell optional(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }

} // namespace

Table shardTableOf(const Study& study)
{
    Table table{"shards", QT_TRANSLATE_NOOP("Source", "Shards of every table"), {}, {}};
    table.columns = {
        {"table", QT_TRANSLATE_NOOP("Source", "Table"), CellKind::Text, {}, {}},
        {"copy", QT_TRANSLATE_NOOP("Source", "Copy"), CellKind::Integer, {}, {}},
        {"sharding", QT_TRANSLATE_NOOP("Source", "Sharding"), CellKind::Text, {}, {}},
        {"kernel", QT_TRANSLATE_NOOP("Source", "Kernel"), CellKind::Text, {}, {}},
        {"hit_ratio",
         QT_TRANSLATE_NOOP("Source", "Hits in device memory"),
         CellKind::Fraction,
         {},
         QT_TRANSLATE_NOOP("Source", "share of lookups that device memory answers, by an ideal cache")},
        {"devices",
         QT_TRANSLATE_NOOP("Source", "Devices"),
         CellKind::Text,
         {},
         QT_TRANSLATE_NOOP("Source", "*: all; +: the node that begins there")},
        {"device_bytes", QT_TRANSLATE_NOOP("Source", "Device memory"), CellKind::Quantity, core::kByte, {}},
        {"host_bytes", QT_TRANSLATE_NOOP("Source", "Host memory"), CellKind::Quantity, core::kByte, {}},
        {"nvme_bytes", QT_TRANSLATE_NOOP("Source", "SSD"), CellKind::Quantity, core::kByte, {}},
        {"seconds", QT_TRANSLATE_NOOP("Source", "Time of a shard"), CellKind::Quantity, core::kSecond, {}}};
    for (const planner::PlacedTable& placed : study.step.placement.tables) {
        const core::EmbeddingTable& one = study.model().tables[placed.table];
        table.rows.push_back({one.name, placed.copy, std::string(core::nameOf(placed.option.sharding)),
                              std::string(core::nameOf(placed.option.kernel)),
                              planner::deviceHitRatio(one, placed.option), nodesOrDevices(placed),
                              placed.option.deviceTotal, placed.option.hostTotal, placed.option.nvmeTotal,
                              placed.option.shard.total().value()});
    }
    return table;
}

Table loadTableOf(const Study& study)
{
    Table table{"devices", QT_TRANSLATE_NOOP("Source", "Load of devices"), {}, {}};
    table.columns = {
        {"device", QT_TRANSLATE_NOOP("Source", "Device"), CellKind::Integer, {}, {}},
        {"node", QT_TRANSLATE_NOOP("Source", "Node"), CellKind::Integer, {}, {}},
        {"seconds", QT_TRANSLATE_NOOP("Source", "Time"), CellKind::Quantity, core::kSecond, {}},
        {"device_bytes", QT_TRANSLATE_NOOP("Source", "Device memory"), CellKind::Quantity, core::kByte, {}},
        {"host_bytes", QT_TRANSLATE_NOOP("Source", "Host memory"), CellKind::Quantity, core::kByte, {}},
        {"nvme_bytes", QT_TRANSLATE_NOOP("Source", "SSD"), CellKind::Quantity, core::kByte, {}}};
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
    Table table{"tiers", QT_TRANSLATE_NOOP("Source", "Memory tiers"), {}, {}};
    table.columns = {
        {"tier", QT_TRANSLATE_NOOP("Source", "Tier"), CellKind::Text, {}, {}},
        {"held_bytes", QT_TRANSLATE_NOOP("Source", "Held"), CellKind::Quantity, core::kByte, {}},
        {"capacity_bytes", QT_TRANSLATE_NOOP("Source", "Capacity"), CellKind::Quantity, core::kByte, {}},
        {"lookups",
         QT_TRANSLATE_NOOP("Source", "Lookups answered"),
         CellKind::Fraction,
         {},
         QT_TRANSLATE_NOOP("Source", "share of all lookups, with ideal caches")}};
    for (const TierShare& tier : study.tiers)
        table.rows.push_back({std::string(core::nameOf(tier.tier)), tier.held.value(),
                              tier.capacity.value() > 0 ? Cell(tier.capacity.value()) : Cell(),
                              tier.lookups});
    return table;
}

Table partTableOf(const Study& study)
{
    Table table{"parts", QT_TRANSLATE_NOOP("Source", "Parts of the step"), {}, {}};
    table.columns = {
        {"part", QT_TRANSLATE_NOOP("Source", "Part"), CellKind::Text, {}, {}},
        {"seconds", QT_TRANSLATE_NOOP("Source", "Time"), CellKind::Quantity, core::kSecond, {}},
        {"exposed_seconds", QT_TRANSLATE_NOOP("Source", "Exposed"), CellKind::Quantity, core::kSecond,
         QT_TRANSLATE_NOOP("Source", "not hidden behind other parts; these add up to the step")},
        {"hidden_seconds", QT_TRANSLATE_NOOP("Source", "Hidden"), CellKind::Quantity, core::kSecond, {}}};
    for (const planner::RecommenderPart& part : study.step.parts)
        table.rows.push_back({part.key, part.seconds.value(), part.exposed.value(),
                              std::max(0.0, (part.seconds - part.exposed).value())});
    return table;
}

Table frontEndTableOf(const Study& study)
{
    Table table{"front_end", QT_TRANSLATE_NOOP("Source", "What the hosts' network carries"), {}, {}};
    table.columns = {
        {"traffic", QT_TRANSLATE_NOOP("Source", "Traffic"), CellKind::Text, {}, {}},
        {"bytes", QT_TRANSLATE_NOOP("Source", "At a time"), CellKind::Quantity, core::kByte,
         QT_TRANSLATE_NOOP("Source", "of a device: a batch, a checkpoint")},
        {"seconds", QT_TRANSLATE_NOOP("Source", "Takes"), CellKind::Quantity, core::kSecond, {}},
        {"every_seconds", QT_TRANSLATE_NOOP("Source", "Every"), CellKind::Quantity, core::kSecond, {}},
        {"bytes_per_second",
         QT_TRANSLATE_NOOP("Source", "On average"),
         CellKind::Quantity,
         core::kBytePerSecond,
         {}},
        {"share", QT_TRANSLATE_NOOP("Source", "Of the link"), CellKind::Fraction, {}, {}},
        {"ceiling", QT_TRANSLATE_NOOP("Source", "Would allow, samples/s"), CellKind::Real, {}, {}}};
    const planner::FrontEndUse& use = study.frontEnd;
    if (!(use.link.value() > 0))
        return table;
    const double batch = use.sample.value() * static_cast<double>(study.placement.settings.batch);
    const double interval = study.request.choices.checkpoint.interval.value();
    const auto known = [](double value) { return value > 0 ? Cell(value) : Cell(); };
    table.rows.push_back({std::string("batches"), batch, batch / use.link.value(), study.step.seconds.value(),
                          use.batches.value(), use.batchShare, use.ceiling});
    if (!(interval > 0))
        return table;
    table.rows.push_back({std::string("checkpoints"), use.checkpoint.value(), known(use.writing.value()),
                          interval, use.writes.value(), use.checkpointShare, Cell()});
    table.rows.push_back(
        {std::string("snapshot"), Cell(), known(use.snapshot.value()), interval, Cell(), Cell(), Cell()});
    return table;
}

Table scalingTableOf(const Study& study)
{
    Table table{"scaling", QT_TRANSLATE_NOOP("Source", "Rate against devices"), {}, {}};
    table.columns = {{"devices", QT_TRANSLATE_NOOP("Source", "Devices"), CellKind::Integer, {}, {}},
                     {"samples_per_second", QT_TRANSLATE_NOOP("Source", "Samples/s"), CellKind::Real, {}, {}},
                     {"efficiency",
                      QT_TRANSLATE_NOOP("Source", "Efficiency"),
                      CellKind::Fraction,
                      {},
                      QT_TRANSLATE_NOOP("Source", "rate of a device against the first row's")},
                     {"bound", QT_TRANSLATE_NOOP("Source", "Limited by"), CellKind::Text, {}, {}},
                     {"ceiling",
                      QT_TRANSLATE_NOOP("Source", "All-to-all ceiling, samples/s"),
                      CellKind::Real,
                      {},
                      QT_TRANSLATE_NOOP("Source", "what the all-to-alls alone would allow")},
                     {"front_end",
                      QT_TRANSLATE_NOOP("Source", "Hosts' network ceiling, samples/s"),
                      CellKind::Real,
                      {},
                      QT_TRANSLATE_NOOP("Source", "what the readers' network alone would allow")},
                     {"knee", QT_TRANSLATE_NOOP("Source", "Knee"), CellKind::Flag, {}, {}}};
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
    Table table{"edges", QT_TRANSLATE_NOOP("Source", "What roles send each other"), {}, {}};
    table.columns = {
        {"from", QT_TRANSLATE_NOOP("Source", "From"), CellKind::Text, {}, {}},
        {"to", QT_TRANSLATE_NOOP("Source", "To"), CellKind::Text, {}, {}},
        {"bytes_per_sample", QT_TRANSLATE_NOOP("Source", "Of a sample"), CellKind::Quantity, core::kByte, {}},
        {"bytes_per_second",
         QT_TRANSLATE_NOOP("Source", "Traffic"),
         CellKind::Quantity,
         core::kBytePerSecond,
         {}},
        {"utilisation",
         QT_TRANSLATE_NOOP("Source", "Network in use"),
         CellKind::Fraction,
         {},
         QT_TRANSLATE_NOOP("Source", "of the busier end's network")},
        {"queue",
         QT_TRANSLATE_NOOP("Source", "Batches waiting"),
         CellKind::Real,
         {},
         QT_TRANSLATE_NOOP("Source", "on average, of all NN workers, by Little's law over the stage that "
                                     "this edge feeds")}};
    for (const planner::PersiaEdge& edge : study.rate().edges)
        table.rows.push_back({std::string(planner::nameOf(edge.from)), std::string(planner::nameOf(edge.to)),
                              edge.bytesPerSample.value(),
                              edge.bytesPerSample.value() * study.rate().samplesPerSecond, edge.utilisation,
                              batchesInFlight(study, edge)});
    return table;
}

Table ratioTableOf(const Study& study)
{
    Table table{"ratio", QT_TRANSLATE_NOOP("Source", "Ratio explorer"), {}, {}};
    table.columns = {{"first", QT_TRANSLATE_NOOP("Source", "Replicas across"), CellKind::Integer, {}, {}},
                     {"second", QT_TRANSLATE_NOOP("Source", "Replicas upward"), CellKind::Integer, {}, {}},
                     {"samples_per_second", QT_TRANSLATE_NOOP("Source", "Samples/s"), CellKind::Real, {}, {}},
                     {"idle", QT_TRANSLATE_NOOP("Source", "Accelerators idle"), CellKind::Fraction, {}, {}},
                     {"cost",
                      QT_TRANSLATE_NOOP("Source", "Cost"),
                      CellKind::Real,
                      {},
                      QT_TRANSLATE_NOOP("Source", "an hour; machines where a price is missing")},
                     {"bound", QT_TRANSLATE_NOOP("Source", "Limited by"), CellKind::Text, {}, {}}};
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
    Table table{"systems", QT_TRANSLATE_NOOP("Source", "ZionEX and PERSIA"), {}, {}};
    table.columns = {
        {"system", QT_TRANSLATE_NOOP("Source", "System"), CellKind::Text, {}, {}},
        {"samples_per_second", QT_TRANSLATE_NOOP("Source", "Samples/s"), CellKind::Real, {}, {}},
        {"over_zion",
         QT_TRANSLATE_NOOP("Source", "Times Zion's rate"),
         CellKind::Real,
         {},
         QT_TRANSLATE_NOOP("Source", "for an accelerator")},
        {"bound", QT_TRANSLATE_NOOP("Source", "Limited by"), CellKind::Text, {}, {}},
        {"accelerators", QT_TRANSLATE_NOOP("Source", "Accelerators"), CellKind::Integer, {}, {}},
        {"machines", QT_TRANSLATE_NOOP("Source", "Machines"), CellKind::Integer, {}, {}},
        {"cost_per_hour", QT_TRANSLATE_NOOP("Source", "Cost an hour"), CellKind::Real, {}, {}},
        {"memory", QT_TRANSLATE_NOOP("Source", "Memory of tables"), CellKind::Quantity, core::kByte, {}},
        {"fits", QT_TRANSLATE_NOOP("Source", "Fits"), CellKind::Flag, {}, {}},
        {"staleness",
         QT_TRANSLATE_NOOP("Source", "Staleness"),
         CellKind::Real,
         {},
         QT_TRANSLATE_NOOP("Source", "batches between a lookup and its update")},
        {"auc_gap_from", QT_TRANSLATE_NOOP("Source", "Published AUC gap, from"), CellKind::Fraction, {}, {}},
        {"auc_gap_to", QT_TRANSLATE_NOOP("Source", "Published AUC gap, up to"), CellKind::Fraction, {}, {}}};
    const auto pace = [](const SystemRow& row) {
        return row.samplesPerSecond / static_cast<double>(std::max<std::int64_t>(1, row.accelerators));
    };
    const auto zion = std::find_if(study.systems.begin(), study.systems.end(),
                                   [](const SystemRow& row) { return row.system == "zion"; });
    for (const SystemRow& row : study.systems)
        table.rows.push_back({row.system, row.samplesPerSecond,
                              zion != study.systems.end() && pace(*zion) > 0
                                  ? core::Cell(pace(row) / pace(*zion))
                                  : core::Cell(),
                              row.bound, row.accelerators, row.machines, optional(row.costPerHour),
                              row.memory.value(), row.fits, row.staleness, row.gapFrom, row.gapTo});
    return table;
}

Table growthTableOf(const Study& study)
{
    Table table{"growth", QT_TRANSLATE_NOOP("Source", "All of PERSIA's roles growing together"), {}, {}};
    table.columns = {{"times", QT_TRANSLATE_NOOP("Source", "Times the cluster"), CellKind::Integer, {}, {}},
                     {"accelerators", QT_TRANSLATE_NOOP("Source", "Accelerators"), CellKind::Integer, {}, {}},
                     {"samples_per_second", QT_TRANSLATE_NOOP("Source", "Samples/s"), CellKind::Real, {}, {}},
                     {"efficiency",
                      QT_TRANSLATE_NOOP("Source", "Efficiency"),
                      CellKind::Fraction,
                      {},
                      QT_TRANSLATE_NOOP("Source", "rate of an accelerator against the first row's")},
                     {"bound", QT_TRANSLATE_NOOP("Source", "Limited by"), CellKind::Text, {}, {}},
                     {"all_reduce", QT_TRANSLATE_NOOP("Source", "All-reduce of a batch"), CellKind::Quantity,
                      core::kSecond,
                      QT_TRANSLATE_NOOP("Source", "what grows with the number of accelerators")}};
    for (const planner::RoleGrowth& one : study.growth)
        table.rows.push_back({one.times, one.accelerators, one.samplesPerSecond, one.efficiency,
                              std::string(planner::nameOf(one.saturated)), one.allReduce.value()});
    return table;
}

Table zionTableOf(const Study& study)
{
    Table table{"zion_limits", QT_TRANSLATE_NOOP("Source", "What limits Zion"), {}, {}};
    table.columns = {
        {"bound", QT_TRANSLATE_NOOP("Source", "Limited by"), CellKind::Text, {}, {}},
        {"samples_per_second", QT_TRANSLATE_NOOP("Source", "Would allow, samples/s"), CellKind::Real, {}, {}},
        {"in_use",
         QT_TRANSLATE_NOOP("Source", "In use"),
         CellKind::Fraction,
         {},
         QT_TRANSLATE_NOOP("Source", "at the rate that the tightest one leaves")}};
    const planner::ZionRate zion = zionOf(study);
    for (const planner::RoleRate& one : zion.rates)
        table.rows.push_back({one.role, one.samplesPerSecond, zion.samplesPerSecond / one.samplesPerSecond});
    return table;
}

Table laneTableOf(const Study& study)
{
    Table table{"lanes", QT_TRANSLATE_NOOP("Source", "First batches of every mode"), {}, {}};
    table.columns = {{"mode", QT_TRANSLATE_NOOP("Source", "Mode"), CellKind::Text, {}, {}},
                     {"batch", QT_TRANSLATE_NOOP("Source", "Batch"), CellKind::Integer, {}, {}},
                     {"stage", QT_TRANSLATE_NOOP("Source", "Stage"), CellKind::Text, {}, {}},
                     {"begin", QT_TRANSLATE_NOOP("Source", "Begins"), CellKind::Quantity, core::kSecond, {}},
                     {"end", QT_TRANSLATE_NOOP("Source", "Ends"), CellKind::Quantity, core::kSecond, {}},
                     {"staleness", QT_TRANSLATE_NOOP("Source", "Staleness"), CellKind::Integer, {}, {}}};
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
    std::vector<Table> tables{
        systemTableOf(study),
        zionTableOf(study),
        wireTable(study.request.plan),
        shardTableOf(study),
        loadTableOf(study),
        tierTableOf(study),
        partTableOf(study),
        frontEndTableOf(study),
        scalingTableOf(study),
        roleTable(QT_TRANSLATE_NOOP("Source", "Roles"), study.rate(), study.request.cluster),
        edgeTableOf(study),
        growthTableOf(study),
        ratioTableOf(study),
        laneTableOf(study),
        batchTableOf(study.operations)};
    for (const auto make : {upkeepTableOf, failureTableOf, servingTableOf, boundTableOf})
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

Table readableRecommender(Table table)
{
    const auto word = [](const std::string& key, const std::string& value) -> QString {
        if (key == "sharding" && core::tableShardingFromName(value))
            return shardingName(*core::tableShardingFromName(value));
        if (key == "kernel" && core::lookupKernelFromName(value))
            return kernelName(*core::lookupKernelFromName(value));
        if (key == "part")
            return recommenderPartName(value);
        if (key == "bound" || key == "role" || key == "from" || key == "to")
            return boundName(value);
        if (key == "system" || key == "mode")
            return systemName(value);
        if (key == "traffic")
            return trafficName(value);
        if (key == "stage")
            return stageWord(value);
        if (key == "became" || key == "meaning")
            return translated(value);
        return QString::fromStdString(value);
    };
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        for (auto& row : table.rows) {
            if (auto* cell = std::get_if<std::string>(&row[column]))
                *cell = word(table.columns[column].key, *cell).toStdString();
        }
    }
    return table;
}

} // namespace shardscope::app
