// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/published/published_runs.h"

#include "app/session/published/megatron_rows.h"
#include "app/session/published/published_names.h"
#include "app/session/published/sweep_rows.h"
#include "core/base/phrase.h"
#include "core/catalog/said_name.h"
#include "core/io/json_tree.h"
#include "core/units/plain_number.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace shardscope::app::published {
namespace {

using core::Value;

/// Why a row cannot be planned.
core::Error lacks(const std::string& name, std::string why)
{
    return {core::ErrorCode::NotSupported, {name, std::move(why)}};
}

/// llm-foundry's. "acc" micro-batches of "mbs" samples a device.
Json fsdpPlan(const Json& row)
{
    const std::int64_t devices = whole(row, "gpus", 0);
    const bool amp = text(row, "precision") == "amp_bf16"; // weights stay in 32 bits
    return {
        {"parallel", {{"replica", devices}}},
        {"batch",
         {{"micro_batch", whole(row, "mbs", 1)},
          {"micro_batches", whole(row, "acc", 1)},
          {"sequence_length", whole(row, "seq", 0)}}},
        {"sharding", {{"weights", devices}, {"gradients", devices}, {"optimizer", devices}}},
        {"recompute", flag(row, "recompute") ? "full" : "none"},
        {"attention", "triton"}, // llm-foundry of 2023 and 2024: MPT's positions are ALiBi's
        {"precision", amp ? Json{{"weights", "fp32"},
                                 {"compute", "bf16"},
                                 {"gradients", "fp32"},
                                 {"optimizer_state", "fp32"}}
                          : Json{{"weights", "bf16"}, {"gradients", "bf16"}, {"optimizer_state", "bf16"}}},
        {"implementation", "llm-foundry"}};
}

/// MLPerf's submissions train in 16 bits (mlcommons/training_results_v5.1, NVIDIA/benchmarks/dlrm_dcnv2:
/// HugeCTR with use_mixed_precision).
Json recommenderPlan(const Json& row)
{
    const std::int64_t devices = degree(row, "gpus");
    return {{"parallel", {{"replica", devices}}},
            {"batch", {{"micro_batch", std::max<std::int64_t>(1, whole(row, "global_batch", 0) / devices)}}},
            {"implementation", "hugectr"},
            {"precision", {{"compute", "fp16"}}}};
}
bool ofRecommender(const Json& row) { return text(row, "model") == kMlperfRecommender; }

/// What keeps \p row from being planned.
std::optional<core::Error> problemOf(const Json& row, const std::string& name, const Json& model)
{
    using core::phrase;
    if (model.is_null())
        return lacks(name, phrase(W_("the model is not in the catalogue")));
    if (core::machineWritten(text(row, row.contains("system") ? "system" : "hardware")).empty())
        return lacks(name, phrase(W_("the machine is not in the catalogue")));
    if (ofRecommender(row) || row.contains("plan"))
        return {};
    const std::string format = formatOf(row);
    if (format.empty())
        return lacks(name, phrase(W_("it does not say in which number format it computed")));
    if (!isFormat(format))
        return lacks(name, phrase(W_("its number format %1 is none of a plan's"), {format}));
    const bool sharded = row.contains("sharding");
    if (!sharded && !row.contains("p"))
        return lacks(name, phrase(W_("it does not say how the work was divided")));
    if (whole(row, "global_batch", 0) == 0 && whole(row, "microbatches", 0) == 0 &&
        whole(row, "batch_per_dp", 0) == 0)
        return lacks(name, phrase(W_("it does not say how large the batch was")));
    if (whole(row, "seq", 0) == 0)
        return lacks(name, phrase(W_("it does not say how long the samples were")));
    if (!sharded && (scheduleOf(row).empty() || text(row, "framework") == "MegaScale"))
        return lacks(name, phrase(W_("its schedule is none of a plan's")));
    return {};
}

/// A row of a list with "conventions".
std::optional<PublishedRun> listed(const Json& row, std::size_t number)
{
    const std::string name = text(row, "model");
    const double tokens = real(row, "tok_s_gpu");
    const double devices = real(row, "gpus");
    const Json model = modelOf(name);
    PublishedRun run;
    run.problem = problemOf(row, name, model);
    const std::string machine = text(row, row.contains("system") ? "system" : "hardware");
    const std::string known = core::machineWritten(machine);
    Json document{{"id", text(row, "group") + "-" + std::to_string(number + 1)},
                  {"group", text(row, "group")},
                  {"model", model.is_null() ? Json(name) : model},
                  {"hardware", known.empty() ? machine : known},
                  {"measured", Json::object()}};
    double step = real(row, "step_s");
    if (!run.problem) {
        document["plan"] = row.contains("plan")       ? row["plan"]
                           : ofRecommender(row)       ? recommenderPlan(row)
                           : row.contains("sharding") ? fsdpPlan(row)
                                                      : megatronPlan(row, model);
        const Json& batch = document["plan"]["batch"];
        const double samples =
            batch.contains("global_batch")
                ? batch["global_batch"].get<double>()
                : batch["micro_batch"].get<double>() * batch.value("micro_batches", 1.0) * devices;
        if (step == 0 && tokens > 0)
            step = samples * real(row, "seq") / (tokens * devices);
    }
    if (step > 0)
        document["measured"]["step_seconds"] = step;
    else if (real(row, "tflops_gpu") > 0) // speeds without a length of the step
        document["measured"]["model_tflops_per_device"] = real(row, "tflops_gpu");
    else if (tokens > 0)
        document["measured"]["tokens_per_second_per_device"] = tokens;
    else if (const double share = real(row, "mfu"); share > 0)
        document["measured"]["model_flops_utilization"] = share / 100;
    else
        return std::nullopt;
    run.document = valueOf(document);
    return run;
}

/// A row of a table of Megatron-Bridge (docs/performance-summary.md) under the names of a list with
/// "conventions"; "n/a" is no degree.
Json ofBridgeTable(const Json& cells)
{
    static const std::map<std::string, const char*> kNames{{"#-GPUs", "gpus"},
                                                           {"GBS", "global_batch"},
                                                           {"MBS", "mbs"},
                                                           {"Sequence Length", "seq"},
                                                           {"FSDP", "fsdp"},
                                                           {"TP", "t"},
                                                           {"PP", "p"},
                                                           {"CP", "c"},
                                                           {"VP", "v"},
                                                           {"EP", "ep"},
                                                           {"Tokens / sec / GPU", "tok_s_gpu"}};
    Json row{{"group", "mbridge_26"},
             {"model", text(cells, "model")},
             {"system", text(cells, "System")},
             {"release", text(cells, "release")},
             {"section", text(cells, "section")},
             {"precision", text(cells, "Precision")}};
    for (const auto& [column, name] : kNames) {
        const std::string cell = text(cells, column.c_str());
        const auto number = core::parseNumber(std::string_view(cell).substr(0, cell.find('[')));
        if (number)
            row[name] = *number;
    }
    return row;
}

bool isBridgeTable(const Value& list)
{
    const Value* rows = list.find("rows");
    return rows != nullptr && !rows->items.empty() &&
           rows->items.front().find("Tokens / sec / GPU") != nullptr;
}

/// The list in \p document: itself, or the one of its members that is a table of Megatron-Bridge.
const Value& listIn(const Value& document)
{
    const Value* tables = document.find("megatron_bridge_published");
    return tables != nullptr ? *tables : document;
}

bool isLayouts(const Value& document)
{
    const Value* columns = document.find("columns");
    return columns != nullptr && columns->kind == Value::Kind::Array && columns->items.size() > 12 &&
           columns->items[12].text == "failure";
}

bool isSweeps(const Value& document)
{
    return document.find("columns") != nullptr && document.find("models") != nullptr;
}

} // namespace

bool isPublishedRuns(const Value& document)
{
    const Value& list = listIn(document);
    const Value* rows = list.find("rows");
    return rows != nullptr && rows->kind == Value::Kind::Array &&
           (list.find("conventions") != nullptr || isSweeps(list) || isLayouts(list) || isBridgeTable(list));
}

std::vector<PublishedRun> publishedRuns(const Value& document)
{
    const Value& found = listIn(document);
    const Json list = core::jsonOf<Json>(found); // a copy that is easier to look things up in
    std::vector<PublishedRun> runs;
    const bool sweeps = isSweeps(found);
    const bool layouts = isLayouts(found);
    const bool tables = isBridgeTable(found);
    for (std::size_t i = 0; i < list["rows"].size(); ++i) {
        const Json& row = list["rows"][i];
        auto run = layouts            ? laidOut(row, i)
                   : sweeps           ? swept(list["models"], row, i)
                   : !row.is_object() ? std::nullopt
                                      : listed(tables ? ofBridgeTable(row) : row, i);
        if (!run)
            continue;
        run->row = i;
        runs.push_back(std::move(*run));
    }
    return runs;
}

} // namespace shardscope::app::published
