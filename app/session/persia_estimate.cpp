// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/persia_estimate.h"

#include "core/base/nearest.h"
#include "core/io/text_file.h"
#include "planner/recommender.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope::app {
namespace {

using core::CellKind;
using core::Value;

/// Everything both forms of the answer need.
struct Answer {
    core::ModelSpec model;
    planner::RoleCluster cluster;
    std::vector<std::pair<planner::PersiaMode, planner::PersiaRate>> rates;
    planner::PersiaMemory memory;
};

core::Result<std::string> clusterText(const core::Catalog& catalog, const std::string& nameOrPath)
{
    const auto folder = catalog.resources() / "clusters";
    if (auto shipped = core::readTextFile(folder / (nameOrPath + ".json")); shipped.ok())
        return shipped;
    if (std::filesystem::exists(nameOrPath))
        return core::readTextFile(nameOrPath);
    std::vector<std::string> known;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
        known.push_back(entry.path().stem().string());
    std::sort(known.begin(), known.end());
    return core::Error{
        core::ErrorCode::UnknownName, {nameOrPath, core::nearestName(nameOrPath, known), "cluster"}, {}};
}

core::Result<planner::RoleCluster> readCluster(const core::Catalog& catalog, const PersiaRequest& request)
{
    SHARDSCOPE_TRY(const std::string text, clusterText(catalog, request.cluster));
    SHARDSCOPE_TRY(planner::RoleCluster cluster, planner::parseRoleCluster(text, request.cluster));
    if (request.job.empty())
        return cluster;
    SHARDSCOPE_TRY(const std::string yaml, core::readTextFile(request.job));
    SHARDSCOPE_TRY(const core::PersiaJob job, core::parsePersiaJob(yaml, request.job));
    return planner::withJob(cluster, job);
}

core::Result<Answer> answerOf(const core::Catalog& catalog, const PersiaRequest& request)
{
    Answer answer;
    SHARDSCOPE_TRY(answer.model, catalog.model(request.model));
    const core::Recommender* model = answer.model.recommender();
    if (model == nullptr)
        return core::Error{
            core::ErrorCode::NotSupported, {request.model, "PERSIA trains recommendation models"}, {}};
    SHARDSCOPE_TRY(answer.cluster, readCluster(catalog, request));
    planner::PersiaSettings settings;
    settings.batch = request.batch;
    if (request.measured) {
        SHARDSCOPE_TRY(settings.coefficients,
                       planner::calibratePersia(*model, answer.cluster, planner::PersiaMode::Persia, settings,
                                                *request.measured));
    }
    for (const planner::PersiaMode mode : planner::kPersiaModes) {
        SHARDSCOPE_TRY(planner::PersiaRate rate, planner::persiaRate(*model, answer.cluster, mode, settings));
        answer.rates.emplace_back(mode, std::move(rate));
    }
    planner::PersiaMemorySettings memory;
    const planner::RoleMachines& servers = answer.cluster[planner::PersiaRoleKind::ParameterServer];
    memory.servers = servers.replicas;
    memory.memoryPerServer = servers.memory;
    memory.machines = answer.cluster.machines();
    answer.memory = planner::persiaMemory(*model, memory);
    return answer;
}

/// The published gap of the consistency a mode has.
const planner::AccuracyGap& gapOf(planner::PersiaMode mode)
{
    const char* name = mode == planner::PersiaMode::FullSync    ? "synchronous"
                       : mode == planner::PersiaMode::FullAsync ? "asynchronous"
                                                                : "hybrid";
    const auto& gaps = planner::accuracyGaps();
    return *std::find_if(gaps.begin(), gaps.end(),
                         [&](const planner::AccuracyGap& gap) { return gap.mode == name; });
}

Value textOf(std::string_view text) { return Value::ofText(std::string(text)); }

Value modeDocument(planner::PersiaMode mode, const planner::PersiaRate& rate)
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
    const planner::AccuracyGap& gap = gapOf(mode);
    return Value::ofMembers({{"mode", textOf(nameOf(mode))},
                             {"samples_per_second", Value::ofReal(rate.samplesPerSecond)},
                             {"saturated", textOf(nameOf(rate.saturated))},
                             {"staleness", Value::ofReal(rate.staleness)},
                             {"auc_gap_from", Value::ofReal(gap.from)},
                             {"auc_gap_to", Value::ofReal(gap.to)},
                             {"roles", Value::ofItems(std::move(roles))},
                             {"edges", Value::ofItems(std::move(edges))}});
}

core::Table modeTable(const Answer& answer)
{
    core::Table table{"modes", QT_TRANSLATE_NOOP("Source", "PERSIA's modes"), {}, {}};
    table.columns = {
        {"mode", QT_TRANSLATE_NOOP("Source", "Mode"), CellKind::Text, {}, {}},
        {"samples_per_second", QT_TRANSLATE_NOOP("Source", "Samples/s"), CellKind::Real, {}, {}},
        {"saturated", QT_TRANSLATE_NOOP("Source", "Saturated"), CellKind::Text, {}, {}},
        {"staleness", QT_TRANSLATE_NOOP("Source", "Staleness"), CellKind::Real, {}, {}},
        {"auc_gap_to", QT_TRANSLATE_NOOP("Source", "Published AUC gap, up to"), CellKind::Fraction, {}, {}}};
    for (const auto& [mode, rate] : answer.rates)
        table.rows.push_back({std::string(nameOf(mode)), rate.samplesPerSecond,
                              std::string(nameOf(rate.saturated)), rate.staleness, gapOf(mode).to});
    return table;
}

core::Table roleTable(const Answer& answer)
{
    core::Table table{"roles", QT_TRANSLATE_NOOP("Source", "Roles in PERSIA's own mode"), {}, {}};
    table.columns = {
        {"role", QT_TRANSLATE_NOOP("Source", "Role"), CellKind::Text, {}, {}},
        {"replicas", QT_TRANSLATE_NOOP("Source", "Replicas"), CellKind::Integer, {}, {}},
        {"instance", QT_TRANSLATE_NOOP("Source", "Machine"), CellKind::Text, {}, {}},
        {"samples_per_second", QT_TRANSLATE_NOOP("Source", "Could do, samples/s"), CellKind::Real, {}, {}},
        {"utilisation", QT_TRANSLATE_NOOP("Source", "In use"), CellKind::Fraction, {}, {}}};
    for (const planner::PersiaRoleRate& role : answer.rates.back().second.roles) {
        const planner::RoleMachines& machines = answer.cluster[role.role];
        table.rows.push_back({std::string(nameOf(role.role)), machines.replicas, machines.instance,
                              role.samplesPerSecond, role.utilisation});
    }
    return table;
}

core::Table memoryTable(const planner::PersiaMemory& memory)
{
    core::Table table{
        "parameter_servers", QT_TRANSLATE_NOOP("Source", "Memory of the parameter servers"), {}, {}};
    table.columns = {
        {"addressable", QT_TRANSLATE_NOOP("Source", "All rows"), CellKind::Quantity, core::kByte, {}},
        {"resident", QT_TRANSLATE_NOOP("Source", "Resident"), CellKind::Quantity, core::kByte, {}},
        {"missed", QT_TRANSLATE_NOOP("Source", "Lookups that miss"), CellKind::Fraction, {}, {}},
        {"checkpoint", QT_TRANSLATE_NOOP("Source", "Checkpoint"), CellKind::Quantity, core::kSecond, {}},
        {"goodput", QT_TRANSLATE_NOOP("Source", "Goodput"), CellKind::Fraction, {}, {}}};
    table.rows.push_back({memory.addressableBytes.value(), memory.residentBytes.value(), memory.missRatio,
                          memory.checkpoint.value(), memory.goodput});
    return table;
}

} // namespace

core::Result<std::string> persiaJson(const core::Catalog& catalog, const PersiaRequest& request)
{
    SHARDSCOPE_TRY(const Answer answer, answerOf(catalog, request));
    std::vector<Value> modes;
    for (const auto& [mode, rate] : answer.rates)
        modes.push_back(modeDocument(mode, rate));
    std::vector<Value> unverified;
    for (const auto* pointers : {&answer.model.unverified, &answer.cluster.unverified})
        for (const std::string& pointer : *pointers)
            unverified.push_back(Value::ofText(pointer));
    const planner::PersiaMemory& memory = answer.memory;
    const Value held =
        Value::ofMembers({{"addressable_bytes", Value::ofReal(memory.addressableBytes.value())},
                          {"weights_bytes", Value::ofReal(memory.weightsBytes.value())},
                          {"resident_bytes", Value::ofReal(memory.residentBytes.value())},
                          {"fits", Value::ofFlag(memory.verdict.feasible())},
                          {"miss_ratio", Value::ofReal(memory.missRatio)},
                          {"checkpoint_seconds", Value::ofReal(memory.checkpoint.value())},
                          {"goodput", Value::ofReal(memory.goodput)}});
    return core::jsonText(Value::ofMembers({{"model", Value::ofText(answer.model.name)},
                                            {"cluster", Value::ofText(answer.cluster.name)},
                                            {"calibrated", Value::ofFlag(request.measured.has_value())},
                                            {"modes", Value::ofItems(std::move(modes))},
                                            {"memory", held},
                                            {"unverified", Value::ofItems(std::move(unverified))}})) +
           "\n";
}

core::Result<std::vector<core::Table>> persiaTables(const core::Catalog& catalog,
                                                    const PersiaRequest& request)
{
    SHARDSCOPE_TRY(const Answer answer, answerOf(catalog, request));
    return std::vector<core::Table>{modeTable(answer), roleTable(answer), memoryTable(answer.memory)};
}

} // namespace shardscope::app
