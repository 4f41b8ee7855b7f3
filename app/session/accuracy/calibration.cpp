// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/calibration.h"

#include "app/session/accuracy/calibration_input.h"
#include "core/io/files.h"
#include "core/io/json_tree.h"
#include "core/io/text_file.h"
#include "core/report/columns.h"
#include "core/units/plain_number.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

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

} // namespace

core::Result<core::Calibration> calibrateOn(const core::Catalog& catalog, const CalibrationCall& call,
                                            const core::Task& task)
{
    SHARDSCOPE_TRY(const CalibrationInput input, calibrationInput(catalog, call, task));
    SHARDSCOPE_TRY(core::Calibration calibration, planner::calibrate(input.request, input.runs, task));
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
    const auto same = std::ranges::find_if(
        all, [&](const Json& known) { return known.value("name", std::string{}) == calibration.name; });
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
        return std::ranges::find(names, name) != names.end();
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
