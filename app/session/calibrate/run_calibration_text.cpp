// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/calibrate/run_calibration.h"

#include "app/session/documents/hardware_document.h"
#include "app/session/tables/json_rows.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/words.h"
#include "core/report/columns.h"
#include "core/units/percent.h"

#include <nlohmann/json.hpp>

#include <QStringList>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;
using core::Cell;

QString reasonText(const RunCalibration& made)
{
    QStringList reasons;
    for (const std::string& one : made.against)
        reasons << phraseText(one);
    return reasons.join(QStringLiteral("; "));
}

} // namespace

std::string runCalibrationJson(const RunCalibration& made)
{
    Json json{{"accepted", made.accepted()}, {"why", reasonText(made).toStdString()}};
    json["changed"] = Json::array();
    for (const ChangedCoefficient& one : made.changed)
        json["changed"].push_back({{"coefficient", one.name},
                                   {"was", one.was},
                                   {"is", one.is},
                                   {"low", one.low},
                                   {"high", one.high}});
    json["unchanged"] = Json::array();
    for (const KeptCoefficient& one : made.unchanged)
        json["unchanged"].push_back(
            {{"coefficient", one.name}, {"value", one.value}, {"why", phraseText(one.why).toStdString()}});
    json["left_out"] = Json::array();
    for (const LeftOutRun& one : made.leftOut)
        json["left_out"].push_back({{"run", one.run}, {"before", one.before}, {"after", one.after}});
    json["work"] = Json::array();
    for (const WorkError& one : made.work)
        json["work"].push_back({{"work", core::nameOf(one.term)},
                                {"recorded_seconds", one.recorded},
                                {"before_seconds", one.before},
                                {"after_seconds", one.after}});
    json["steps"] = Json::array();
    for (const StepError& one : made.steps)
        json["steps"].push_back({{"run", one.run},
                                 {"measured_seconds", one.measured},
                                 {"before_seconds", one.before},
                                 {"after_seconds", one.after}});
    json["coverage"] = made.coverage;
    json["residual"] = made.residual;
    json["calibration"] = made.accepted() ? calibrationDocument(made.calibration) : Json();
    return documentText(json);
}

std::vector<core::Table> runCalibrationTables(const RunCalibration& made)
{
    core::Table changed{"changed", N_("What the recording tells otherwise"), {}, {}};
    changed.columns = {core::textColumn("coefficient", N_("Coefficient")), core::realColumn("was", N_("Was")),
                       core::realColumn("is", N_("Is")),
                       core::realColumn("low", N_("From"), N_("low end of the 80 % interval")),
                       core::realColumn("high", N_("To"), N_("high end of the 80 % interval"))};
    for (const ChangedCoefficient& one : made.changed)
        changed.rows.push_back({Cell(one.name), Cell(one.was), Cell(one.is), Cell(one.low), Cell(one.high)});
    core::Table unchanged{"unchanged", N_("What stays as it is"), {}, {}};
    unchanged.columns = {core::textColumn("coefficient", N_("Coefficient")),
                         core::realColumn("value", N_("Value")), core::textColumn("why", N_("Why"))};
    for (const KeptCoefficient& one : made.unchanged)
        unchanged.rows.push_back({Cell(one.name), Cell(one.value), Cell(phraseText(one.why).toStdString())});
    core::Table leftOut{"left_out", N_("What was left out of the fit, and how far it is met"), {}, {}};
    leftOut.columns = {core::textColumn("run", N_("Left out")), core::fractionColumn("before", N_("Before")),
                       core::fractionColumn("after", N_("After"))};
    for (const LeftOutRun& one : made.leftOut)
        leftOut.rows.push_back({Cell(one.run), Cell(one.before), Cell(one.after)});
    core::Table work{"work", N_("Kinds of work, a step"), {}, {}};
    work.columns = {core::textColumn("work", N_("Work")),
                    core::secondsColumn("recorded_seconds", N_("Recorded")),
                    core::secondsColumn("before_seconds", N_("Before")),
                    core::secondsColumn("after_seconds", N_("After"))};
    for (const WorkError& one : made.work)
        work.rows.push_back({Cell(std::string(core::nameOf(one.term))), Cell(one.recorded), Cell(one.before),
                             Cell(one.after)});
    core::Table steps{"steps", N_("Steps"), {}, {}};
    steps.columns = {core::textColumn("run", N_("Recording")),
                     core::secondsColumn("measured_seconds", N_("Measured"),
                                         N_("without its recorder, where that is known")),
                     core::secondsColumn("before_seconds", N_("Before")),
                     core::secondsColumn("after_seconds", N_("After"))};
    for (const StepError& one : made.steps)
        steps.rows.push_back({Cell(one.run), Cell(one.measured), Cell(one.before), Cell(one.after)});
    std::vector<core::Table> tables;
    for (core::Table* const table : {&changed, &unchanged, &leftOut, &work, &steps}) {
        if (!table->rows.empty())
            tables.push_back(std::move(*table));
    }
    return tables;
}

QString runCalibrationText(const RunCalibration& made)
{
    const auto percent = [](double fraction) {
        return QString::fromStdString(core::percentText(fraction, 2));
    };
    if (!made.accepted())
        return Words::tr("Not accepted: %1.").arg(reasonText(made));
    double before = 0;
    double after = 0;
    for (const LeftOutRun& one : made.leftOut) {
        before += one.before / static_cast<double>(made.leftOut.size());
        after += one.after / static_cast<double>(made.leftOut.size());
    }
    return Words::tr("Calibration “%1”: %n coefficients changed. What was left out of the fit is met to %2 "
                     "(before: %3); %4 of the time on devices was matched.",
                     "", static_cast<int>(made.changed.size()))
        .arg(QString::fromStdString(made.calibration.name), percent(after), percent(before),
             percent(made.coverage));
}

} // namespace shardscope::app
