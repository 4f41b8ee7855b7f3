// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/persia_estimate.h"

#include "app/session/plan/clusters.h"
#include "app/session/published/persia_peers.h"
#include "app/session/published/published_quality.h"
#include "app/session/recommender/quality_curve.h"
#include "app/session/recommender/recommender_operations.h"
#include "app/session/recommender/role_table.h"
#include "core/base/refusals.h"
#include "core/report/columns.h"

namespace shardscope::app {
namespace {

using core::Value;

/// Everything both forms of the answer need.
struct Answer {
    core::ModelSpec model;
    planner::PersiaMode mode = planner::PersiaMode::Persia;
    std::vector<planner::PersiaRate> rates; ///< in the order of planner::kPersiaModes
    Operations operations;

    [[nodiscard]] const planner::PersiaRate& rate() const { return rates[static_cast<std::size_t>(mode)]; }
};

core::Result<Answer> answerOf(const core::Catalog& catalog, const PersiaRequest& request)
{
    Answer answer;
    SHARDSCOPE_TRY(answer.model, catalog.model(request.model));
    const core::Recommender* model = answer.model.recommender();
    if (model == nullptr)
        return core::notSupportedFor(request.model, W_("PERSIA trains recommendation models"));
    answer.mode = request.choices.mode;
    SHARDSCOPE_TRY(const planner::RoleCluster cluster, clusterOf(catalog, request.choices));
    SHARDSCOPE_TRY(const core::HardwareSpec accelerator, acceleratorOf(catalog, cluster));
    SHARDSCOPE_TRY(const PersiaDefaults asked,
                   persiaSettingsOf(catalog, answer.model, cluster, accelerator, request.choices));
    SHARDSCOPE_TRY(const std::vector<PersiaRun> runs, persiaRuns(catalog, answer.model.name, cluster.name));
    for (const planner::PersiaMode mode : planner::kPersiaModes) {
        SHARDSCOPE_TRY(planner::PersiaRate rate, planner::persiaRate(*model, cluster, mode, asked.settings));
        answer.rates.push_back(std::move(rate));
    }
    SHARDSCOPE_TRY(answer.operations,
                   operationsOf({answer.model, cluster, asked, runs, answer.rates, request.choices}));
    return answer;
}

Value textOf(std::string_view text) { return Value::ofText(std::string(text)); }

Value modeDocument(const Answer& answer, planner::PersiaMode mode, const planner::PersiaRate& rate)
{
    std::vector<Value> roles;
    for (const planner::PersiaRoleRate& role : rate.roles)
        roles.push_back(Value::ofMembers({{"role", textOf(nameOf(role.role))},
                                          {"samples_per_second", Value::ofReal(role.samplesPerSecond)},
                                          {"utilisation", Value::ofReal(role.utilisation)}}));
    std::vector<Value> edges;
    for (const planner::PersiaEdge& edge : rate.edges)
        edges.push_back(Value::ofMembers({{"from", textOf(nameOf(edge.from))},
                                          {"to", textOf(nameOf(edge.to))},
                                          {"bytes_per_sample", Value::ofReal(edge.bytesPerSample.value())},
                                          {"utilisation", Value::ofReal(edge.utilisation)}}));
    const std::optional<double> gap =
        publishedGap(answer.model.name, mode, answer.operations.cluster.accelerators());
    return Value::ofMembers({{"mode", textOf(nameOf(mode))},
                             {"samples_per_second", Value::ofReal(rate.samplesPerSecond)},
                             {"saturated", textOf(nameOf(rate.saturated))},
                             {"staleness", Value::ofReal(rate.staleness)},
                             {"auc_gap", gap ? Value::ofReal(*gap) : Value{}},
                             {"roles", Value::ofItems(std::move(roles))},
                             {"edges", Value::ofItems(std::move(edges))}});
}

core::Table modeTable(const Answer& answer)
{
    core::Table table{"modes", N_("PERSIA's modes"), {}, {}};
    table.columns = {core::wordColumn(core::Words::System, "mode", N_("Mode")),
                     core::realColumn("samples_per_second", N_("Samples/s")),
                     core::wordColumn(core::Words::Bound, "saturated", N_("Saturated")),
                     core::realColumn("staleness", N_("Staleness")),
                     core::fractionColumn("auc_gap", N_("Published AUC gap"),
                                          N_("of this model on as many accelerators; –: not known"))};
    for (std::size_t i = 0; i < answer.rates.size(); ++i) {
        const planner::PersiaMode mode = planner::kPersiaModes[i];
        const planner::PersiaRate& rate = answer.rates[i];
        const auto gap = publishedGap(answer.model.name, mode, answer.operations.cluster.accelerators());
        table.rows.push_back({std::string(nameOf(mode)), rate.samplesPerSecond,
                              std::string(nameOf(rate.saturated)), rate.staleness,
                              gap ? core::Cell(*gap) : core::Cell()});
    }
    return table;
}

/// {COLUMN: value} for each row.
Value listOf(const core::Table& table)
{
    const auto value = [](const core::Cell& cell) {
        if (const auto* text = std::get_if<std::string>(&cell))
            return Value::ofText(*text);
        if (const auto* whole = std::get_if<std::int64_t>(&cell))
            return Value::ofReal(static_cast<double>(*whole));
        if (const auto* real = std::get_if<double>(&cell))
            return Value::ofReal(*real);
        if (const auto* flag = std::get_if<bool>(&cell))
            return Value::ofFlag(*flag);
        return Value{};
    };
    std::vector<Value> rows;
    for (const auto& row : table.rows) {
        std::vector<Value::Member> members;
        for (std::size_t i = 0; i < row.size(); ++i)
            members.emplace_back(table.columns[i].key, value(row[i]));
        rows.push_back(Value::ofMembers(std::move(members)));
    }
    return Value::ofItems(std::move(rows));
}

} // namespace

core::Result<std::string> persiaJson(const core::Catalog& catalog, const PersiaRequest& request)
{
    SHARDSCOPE_TRY(const Answer answer, answerOf(catalog, request));
    std::vector<Value> modes;
    for (std::size_t i = 0; i < answer.rates.size(); ++i)
        modes.push_back(modeDocument(answer, planner::kPersiaModes[i], answer.rates[i]));
    const Operations& operations = answer.operations;
    std::vector<Value> unverified;
    for (const auto* pointers : {&answer.model.unverified, &operations.cluster.unverified})
        for (const std::string& pointer : *pointers)
            unverified.push_back(Value::ofText(pointer));
    const planner::PersiaMemory& memory = operations.memory;
    const Value held =
        Value::ofMembers({{"addressable_bytes", Value::ofReal(memory.addressableBytes.value())},
                          {"weights_bytes", Value::ofReal(memory.weightsBytes.value())},
                          {"resident_bytes", Value::ofReal(memory.residentBytes.value())},
                          {"fits", Value::ofFlag(memory.verdict.feasible())},
                          {"miss_ratio", Value::ofReal(memory.missRatio)},
                          {"lost_gradient_ratio", Value::ofReal(operations.lostGradients)},
                          {"checkpoint_seconds", Value::ofReal(memory.checkpoint.value())},
                          {"checkpoint_interval_seconds", Value::ofReal(memory.checkpointInterval.value())},
                          {"incremental_update_seconds", Value::ofReal(memory.incrementalUpdate.value())},
                          {"goodput", Value::ofReal(memory.goodput)}});
    std::vector<Value::Member> members{{"model", Value::ofText(answer.model.name)},
                                       {"cluster", Value::ofText(operations.cluster.name)},
                                       {"calibrated", Value::ofFlag(request.choices.measured > 0)},
                                       {"calibrated_on", Value::ofText(operations.calibratedOn)},
                                       {"modes", Value::ofItems(std::move(modes))},
                                       {"memory", held},
                                       {"batch", listOf(batchTableOf(operations))},
                                       {"failures", listOf(failureTableOf(operations))},
                                       {"serving", listOf(servingTableOf(operations))},
                                       {"bound", listOf(boundTableOf(operations))},
                                       {"growth", listOf(growthTableOf(operations))},
                                       {"quality", listOf(qualityTableOf(operations))},
                                       {"convergence", listOf(convergenceTableOf(operations))},
                                       {"caches", listOf(cacheTableOf(operations.ids))},
                                       {"distinct", listOf(distinctTableOf(operations.ids))},
                                       {"quarter", listOf(quarterTableOf(operations.ids))},
                                       {"peers", listOf(peerTableOf(operations.model))},
                                       {"homogeneous", listOf(homogeneousTableOf(operations))},
                                       {"waiting", listOf(waitingTableOf(operations))},
                                       {"unverified", Value::ofItems(std::move(unverified))}};
    if (operations.unsized)
        return *operations.unsized;
    if (operations.sized)
        members.emplace_back("sized", listOf(sizedTableOf(operations)));
    return core::jsonText(Value::ofMembers(std::move(members))) + "\n";
}

core::Result<std::vector<core::Table>> persiaTables(const core::Catalog& catalog,
                                                    const PersiaRequest& request)
{
    SHARDSCOPE_TRY(const Answer answer, answerOf(catalog, request));
    const Operations& operations = answer.operations;
    if (operations.unsized)
        return *operations.unsized;
    std::vector<core::Table> tables{
        modeTable(answer),
        roleTable(N_("Roles in the chosen mode"), answer.rate(), answer.operations.cluster),
        upkeepTableOf(operations),
        failureTableOf(operations),
        growthTableOf(operations),
        batchTableOf(operations),
        distinctTableOf(operations.ids),
        quarterTableOf(operations.ids),
        cacheTableOf(operations.ids),
        servingTableOf(operations),
        boundTableOf(operations),
        convergenceTableOf(operations),
        qualityTableOf(operations),
        homogeneousTableOf(operations),
        waitingTableOf(operations)};
    if (core::Table peers = peerTableOf(operations.model); !peers.rows.empty())
        tables.push_back(std::move(peers));
    if (operations.sized)
        tables.push_back(sizedTableOf(operations));
    return tables;
}

} // namespace shardscope::app
