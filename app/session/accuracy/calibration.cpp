// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/calibration.h"

#include "app/session/accuracy/calibration_input.h"
#include "app/session/documents/hardware_document.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/words.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "core/io/files.h"
#include "core/io/json_tree.h"
#include "core/io/text_file.h"
#include "core/report/columns.h"
#include "core/units/plain_number.h"
#include "core/units/text.h"
#include "planner/planner.h"

#include <nlohmann/json.hpp>

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <optional>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

/// A figure of a recording that takes less of its step says nothing of a fit.
constexpr double kLeastShare = 0.01;
constexpr double kMostError = 0.1;

/// Times of its recording that \p calibration misses by more than a tenth.
std::vector<std::string> misses(const CalibrationInput& input, const core::Calibration& calibration)
{
    std::vector<std::string> missed;
    if (!input.recorded)
        return missed;
    const planner::CalibrationRun& run = input.runs[*input.recorded];
    core::HardwareSpec hardware = input.request.hardware[run.hardware];
    hardware.calibrations = {calibration};
    const auto evaluation = planner::evaluate(*run.model, hardware, run.plan, planner::Detail::LaidOut);
    const auto step = run.measured.find("step_seconds");
    for (const auto& [key, seconds] : run.measured) {
        const bool counts = input.request.weights.contains(key) &&
                            (step == run.measured.end() || seconds >= kLeastShare * step->second);
        const auto predicted =
            counts && evaluation.ok() ? planner::predictedFigure(*evaluation, key) : std::nullopt;
        if (!predicted || std::abs(*predicted / seconds - 1) <= kMostError)
            continue;
        const core::TextStyle style{4, core::BytePrefix::Binary};
        missed.push_back(core::phrase(W_("%1 is %2 after the fit and was recorded as %3"),
                                      {key, core::toText(core::Seconds{*predicted}, style),
                                       core::toText(core::Seconds{seconds}, style)}));
    }
    return missed;
}

/// Four digits are more than a fit knows.
double rounded(double value) { return core::parseNumber(core::numberText(value, 4)).value_or(value); }

} // namespace

core::Result<FittedCalibration> calibrateOn(const core::Catalog& catalog, const CalibrationCall& call,
                                            const core::Task& task)
{
    SHARDSCOPE_TRY(const CalibrationInput input, calibrationInput(catalog, call, task));
    if (!input.disagreements.empty())
        return FittedCalibration{input.request.start, {}, input.disagreements};
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
    FittedCalibration fitted{std::move(calibration), {}, {}};
    fitted.against = misses(input, fitted.calibration);
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
    Json json{{"accepted", fitted.accepted()}};
    json["why"] = fitted.accepted() ? Json() : Json(refusalText(fitted).toStdString());
    json["changed"] = Json::array();
    json["unchanged"] = Json::array();
    for (const auto& [name, was] : fitted.before) {
        const double is = calibration.coefficients.at(name);
        if (is == was)
            json["unchanged"].push_back(name);
        else
            json["changed"].push_back({{"coefficient", name}, {"was", was}, {"is", is}});
    }
    json.update(calibrationDocument(calibration));
    return json.dump(2) + "\n";
}

QString refusalText(const FittedCalibration& fitted)
{
    QStringList reasons;
    for (const std::string& reason : fitted.against)
        reasons << phraseText(reason);
    return reasons.isEmpty() ? QString()
                             : Words::tr("Not accepted, since the recording and the plan disagree: %1.")
                                   .arg(reasons.join(QStringLiteral("; ")));
}

} // namespace shardscope::app
