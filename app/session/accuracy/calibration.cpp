// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/calibration.h"

#include "app/session/accuracy/cases.h"
#include "app/session/plan/commands.h"
#include "app/session/trace/trace_measurements.h"
#include "core/explain/derivation.h"
#include "core/io/files.h"
#include "core/io/json_tree.h"
#include "core/io/text_file.h"
#include "core/model/dtype.h"
#include "core/report/columns.h"
#include "core/units/plain_number.h"
#include "planner/calibration.h"
#include "profiler/profiler.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;
using core::Error;
using core::ErrorCode;

/// Rates of products and memory, the host of a layer and of a micro-batch, a collective's start and rate, and
/// what reaches other nodes.
const std::vector<std::string> kFew = {"gemm_rate",           "fused_elementwise", "host_layer_forward",
                                       "host_layer_backward", "host_micro_batch",  "node_latency",
                                       "node_rate",           "node_egress"};

/// What one recording tells apart: its products, its other kernels, the update, the host, and collectives.
std::vector<std::string> tracedCoefficients(const core::Plan& plan,
                                            const std::map<std::string, double>& measured)
{
    const bool fused = plan.kernels == core::Kernels::Fused;
    std::vector<std::string> fit{"gemm_rate", fused ? "fused_elementwise" : "plain"};
    if (measured.count("optimizer_seconds") > 0)
        fit.push_back(core::widthOf(plan.precision.optimizerState).value() == 4 ? "optimizer_single"
                                                                                : "optimizer_half");
    fit.push_back(fused ? "host_layer_backward" : "host_backward");
    if (measured.count("exposed_communication_seconds") > 0)
        fit.push_back(plan.axes.tensor > 1 ? "node_rate" : "node_egress");
    return fit;
}

/// The run that \p call's traces are of. Kernels of a vocabulary whose rows are not whole 16-byte pieces
/// count as products in a recording, not in the model: that figure is left out.
core::Result<planner::CalibrationRun> tracedRun(const core::Catalog& catalog, const CalibrationCall& call,
                                                const core::Task& task)
{
    SHARDSCOPE_TRY(
        const PlanResult planned,
        evaluatePlan(catalog, {call.model, call.hardware, call.plan.string(), {}}, planner::Detail::Bound));
    SHARDSCOPE_TRY(const profiler::ImportedRun imported, profiler::importTrace(call.traces, task));
    const profiler::AnalysisInput input(imported.run);
    SHARDSCOPE_TRY(auto measured, measuredSeconds(input, task));
    planner::CalibrationRun run{
        std::make_shared<const core::ModelSpec>(planned.model), planned.evaluation.plan, 0, {}};
    constexpr std::int64_t kWholePiece = 8; // elements of 16 bytes, 16-bit
    const core::Transformer* form = planned.model.transformer();
    if (form != nullptr && form->vocabulary % kWholePiece != 0)
        measured.erase("products_seconds");
    if (planner::updatesOnHost(run.plan)) // the device's optimizer kernels, if any, are another's
        measured.erase("optimizer_seconds");
    for (const auto& [key, seconds] : measured) {
        const auto predicted = planner::predictedFigure(planned.evaluation, key);
        if (predicted && *predicted > 0)
            run.measured[key] = seconds;
    }
    return run;
}

Json jsonOf(const core::Calibration& calibration)
{
    Json json{{"name", calibration.name}};
    if (!calibration.implementation.empty())
        json["implementation"] = calibration.implementation;
    if (!calibration.kernels.empty())
        json["kernels"] = calibration.kernels;
    if (!calibration.models.empty())
        json["models"] = calibration.models;
    json["groups"] = calibration.groups;
    json["coefficients"] = calibration.coefficients;
    json["fitted"] = calibration.fitted;
    json["at_bound"] = calibration.atBound;
    if (!calibration.reasons.empty())
        json["reasons"] = calibration.reasons;
    json["shapes"] = calibration.shapes;
    json["residuals"] = Json::array();
    for (const core::CalibrationResidual& residual : calibration.residuals) {
        Json entry{{"figure", residual.key},       {"cases", residual.cases}, {"fitted", residual.fitted},
                   {"held_out", residual.heldOut}, {"low", residual.low},     {"high", residual.high}};
        const auto put = [&entry](const char* key, const std::optional<double>& value) {
            if (value)
                entry[key] = *value;
        };
        put("seen_low", residual.seenLow);
        put("seen_high", residual.seenHigh);
        put("coverage", residual.coverage);
        json["residuals"].push_back(std::move(entry));
    }
    json["range"] = Json::object();
    for (const auto& [quantity, range] : calibration.range)
        json["range"][quantity] = {range.low, range.high};
    json["source"] = calibration.source;
    return json;
}

/// Four digits are more than a fit knows.
double rounded(double value) { return core::parseNumber(core::numberText(value, 4)).value_or(value); }

/// Seconds by figure; a rate of samples alone says what a step takes.
std::map<std::string, double> secondsOf(const Case& one)
{
    std::map<std::string, double> seconds;
    for (const auto& [key, value] : one.measured) {
        if (key.find("_seconds") != std::string::npos)
            seconds[key] = value;
        else if (key == "samples_per_second" && value > 0)
            seconds.emplace("step_seconds", static_cast<double>(one.plan.batch.globalBatch) / value);
    }
    return seconds;
}

/// Names of the models, where all of them are lists of layers: what such a network achieves is its own.
std::vector<std::string> layeredModels(const std::vector<planner::CalibrationRun>& runs)
{
    std::set<std::string> names;
    for (const planner::CalibrationRun& run : runs) {
        if (run.model->layerList() == nullptr)
            return {};
        names.insert(run.model->name);
    }
    return {names.begin(), names.end()};
}

} // namespace

core::Result<core::Calibration> calibrateOn(const core::Catalog& catalog, const CalibrationCall& call,
                                            const core::Task& task)
{
    SHARDSCOPE_TRY(const std::vector<Case> cases, loadCases(catalog, call.cases));
    SHARDSCOPE_TRY(const core::HardwareSpec hardware, catalog.hardware(call.hardware));
    planner::CalibrationRequest request;
    request.start.name = call.name;
    request.start.implementation = call.implementation;
    request.start.kernels = call.kernels;
    for (const core::Calibration& known : hardware.calibrations) {
        if (known.name != call.name)
            continue;
        request.start.coefficients = known.coefficients;
        // What an earlier fit found knows the shapes that are about to be left out.
        for (const std::string& name : known.fitted)
            request.start.coefficients.erase(name);
    }
    for (const auto& [name, value] : call.given)
        request.start.coefficients[name] = value;
    request.fit = call.fit.empty() ? kFew : call.fit;
    request.folds = call.folds;
    // The coefficients of a rank measured alone are the same, but for collectives, which take no time.
    request.hardware = {hardware, withoutCollectives(hardware)};
    std::vector<planner::CalibrationRun> runs;
    std::set<std::string> groups;
    for (const Case& one : cases) {
        if (one.problem || one.hardware != hardware.name)
            continue;
        planner::CalibrationRun run{one.model, one.plan, one.collectivesAbsent ? std::size_t{1} : 0,
                                    secondsOf(one)};
        for (const auto& [key, value] : run.measured) {
            const auto weight = call.weights.find(key);
            if (call.weights.empty() || weight != call.weights.end())
                request.weights[key] = call.weights.empty() ? 1 : weight->second;
        }
        if (run.measured.empty())
            continue;
        groups.insert(one.group);
        runs.push_back(std::move(run));
    }
    request.start.groups = {groups.begin(), groups.end()};
    request.start.source = runs.empty() ? "" : "fitted on " + std::to_string(runs.size()) + " cases: ";
    for (const std::string& group : request.start.groups)
        request.start.source += (group == *groups.begin() ? "" : ", ") + group;
    if (!call.traces.empty()) {
        SHARDSCOPE_TRY(planner::CalibrationRun run, tracedRun(catalog, call, task));
        if (call.fit.empty() && runs.empty())
            request.fit = tracedCoefficients(run.plan, run.measured);
        for (const auto& [key, seconds] : run.measured) {
            const auto weight = call.weights.find(key);
            if (call.weights.empty() || weight != call.weights.end())
                request.weights[key] = call.weights.empty() ? 1 : weight->second;
        }
        request.start.source += (runs.empty() ? "fitted on a recorded run: " : ", and a recorded run: ") +
                                call.traces.front().filename().string();
        runs.push_back(std::move(run));
    }
    request.start.models = layeredModels(runs);
    if (call.fit.empty() && !request.start.models.empty())
        request.fit = {"layer_rate"};
    SHARDSCOPE_TRY(core::Calibration calibration, planner::calibrate(request, runs, task));
    for (auto& [name, value] : calibration.coefficients)
        value = rounded(value);
    for (core::CalibrationResidual& residual : calibration.residuals) {
        for (double* value : {&residual.fitted, &residual.heldOut, &residual.low, &residual.high})
            *value = rounded(*value);
        for (std::optional<double>* value : {&residual.seenLow, &residual.seenHigh, &residual.coverage}) {
            if (*value)
                *value = rounded(**value);
        }
    }
    return calibration;
}

core::Result<std::string> describedWith(const core::Catalog& catalog, const std::string& hardware,
                                        const core::Calibration& calibration)
{
    std::filesystem::path file = hardware;
    if (!core::files::exists(file))
        file = catalog.resources() / "hardware" / (hardware + ".json");
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
    SHARDSCOPE_TRY(const core::Value document, core::parseJsonText(text, file.string()));
    Json json = core::jsonOf<Json>(document);
    Json& all = json["calibrations"];
    if (!all.is_array())
        all = Json::array();
    const auto same = std::find_if(all.begin(), all.end(), [&](const Json& known) {
        return known.value("name", std::string{}) == calibration.name;
    });
    if (same != all.end())
        *same = jsonOf(calibration);
    else
        all.push_back(jsonOf(calibration));
    return json.dump(2) + "\n";
}

core::Table calibrationTable(const core::Calibration& calibration)
{
    using core::Cell;
    core::Table table{"coefficients", N_("Coefficients"), {}, {}};
    table.columns = {core::textColumn("name", N_("Name")), core::realColumn("value", N_("Value")),
                     core::flagColumn("fitted", N_("Fitted")),
                     core::flagColumn("at_bound", N_("At a bound"))};
    const auto has = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const auto& [name, value] : calibration.coefficients) {
        table.rows.push_back({Cell(name), Cell(value), Cell(has(calibration.fitted, name)),
                              Cell(has(calibration.atBound, name))});
    }
    return table;
}

core::Table calibrationErrorTable(const core::Calibration& calibration)
{
    using core::Cell;
    core::Table table{"residuals", N_("Residuals"), {}, {}};
    table.columns = {
        core::textColumn("figure", N_("Figure")),
        core::integerColumn("cases", N_("Cases")),
        core::fractionColumn("fitted", N_("MAPE")),
        core::fractionColumn("held_out", N_("MAPE on unseen shapes")),
        core::fractionColumn("low", N_("10 %")),
        core::fractionColumn("high", N_("90 %")),
        core::fractionColumn("coverage", N_("Inside on unseen shapes"),
                             N_("share of left-out cases between the percentiles of the others"))};
    for (const core::CalibrationResidual& residual : calibration.residuals) {
        table.rows.push_back({Cell(residual.key), Cell(residual.cases), Cell(residual.fitted),
                              Cell(residual.heldOut), Cell(residual.low), Cell(residual.high),
                              residual.coverage ? Cell(*residual.coverage) : Cell()});
    }
    return table;
}

std::string calibrationJson(const core::Calibration& calibration)
{
    return jsonOf(calibration).dump(2) + "\n";
}

} // namespace shardscope::app
