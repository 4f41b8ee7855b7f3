// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/calibration.h"

#include "app/session/accuracy/calibration_input.h"
#include "app/session/documents/hardware_document.h"
#include "app/session/tables/json_rows.h"
#include "core/base/text_mark.h"
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

/// Four digits are more than a fit knows.
double rounded(double value) { return core::parseNumber(core::numberText(value, 4)).value_or(value); }

} // namespace

core::Result<FittedCalibration> calibrateOn(const core::Catalog& catalog, const CalibrationCall& call,
                                            const core::Task& task)
{
    SHARDSCOPE_TRY(const CalibrationInput input, calibrationInput(catalog, call));
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
    FittedCalibration fitted{std::move(calibration), {}};
    const core::HardwareSpec& machine = input.request.hardware.front();
    for (const std::string& name : fitted.calibration.fitted)
        fitted.before[name] = planner::coefficientFor(machine, input.runs.front(), name);
    return fitted;
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
        *same = calibrationDocument(calibration);
    else
        all.push_back(calibrationDocument(calibration));
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

std::string calibrationJson(const FittedCalibration& fitted)
{
    const core::Calibration& calibration = fitted.calibration;
    Json json{{"accepted", true}, {"why", ""}};
    json["changed"] = Json::array();
    json["unchanged"] = Json::array();
    json["left_out"] = Json::array();
    for (const auto& [name, was] : fitted.before) {
        const double is = calibration.coefficients.at(name);
        if (is == was)
            json["unchanged"].push_back({{"coefficient", name}, {"value", was}, {"why", ""}});
        else
            json["changed"].push_back({{"coefficient", name}, {"was", was}, {"is", is}});
    }
    json.update(calibrationDocument(calibration));
    return documentText(json);
}

} // namespace shardscope::app
