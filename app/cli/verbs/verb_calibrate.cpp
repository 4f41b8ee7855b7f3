// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate: coefficients of the time model from measured cases.
#include "app/cli/checks.h"
#include "app/cli/fit_arguments.h"
#include "app/cli/verbs.h"

#include "app/session/documents/kept_inputs.h"
#include "core/io/text_file.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace shardscope::app {
namespace {

struct Call {
    FitArguments fit;
    std::vector<std::string> traces;
    std::string plan;
    std::string out;
};

/// The texts of \p call as values.
core::Result<CalibrationCall> settledWithTraces(const Call& call)
{
    SHARDSCOPE_TRY(CalibrationCall what, settled(call.fit));
    if (what.cases.empty() && call.traces.empty())
        return core::Error{core::ErrorCode::MissingKey, {"CASES or --trace"}};
    what.traces = {call.traces.begin(), call.traces.end()};
    what.plan = call.plan;
    return what;
}

Answered calibrate(Context& context, const Call& call)
{
    std::vector<std::string> inputs = call.fit.files;
    inputs.insert(inputs.end(), call.traces.begin(), call.traces.end());
    inputs.push_back(call.plan);
    SHARDSCOPE_TRY_DONE(keepsInputs(call.out, inputs));
    SHARDSCOPE_TRY(const CalibrationCall what, settledWithTraces(call));
    SHARDSCOPE_TRY(const FittedCalibration fitted, calibrateOn(context.catalog, what, context.task));
    const core::Calibration& calibration = fitted.calibration;
    if (fitted.accepted() && !call.out.empty()) {
        SHARDSCOPE_TRY(const std::string text, describedWith(context.catalog, what.hardware, calibration));
        SHARDSCOPE_TRY_DONE(core::writeTextFile(call.out, text));
    }
    if (!fitted.accepted())
        context.exit = Exit::No;
    if (context.json) {
        context.print(calibrationJson(fitted));
        return core::Done{};
    }
    if (!calibration.fitted.empty())
        context.print({calibrationTable(calibration), calibrationErrorTable(calibration)});
    if (!fitted.accepted())
        context.print(refusalText(fitted).toStdString() +
                      (call.out.empty() ? "\n" : " Nothing was written.\n"));
    return core::Done{};
}

} // namespace

void addCalibrateVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "calibrate",
        "fits the time model to measured cases; errors on model shapes it has not seen are printed");
    const auto call = std::make_shared<Call>();
    addFitOptions(*verb, call->fit);
    auto* traces =
        verb->add_option("--trace", call->traces, "recorded run of --plan, a file a rank, or its pack");
    verb->add_option("--model", call->fit.what.model, "the model of the recorded run: catalogue name or file")
        ->needs(traces);
    verb->add_option("--plan", call->plan, "the plan file of the recorded run")->needs(traces);
    verb->add_option("--out", call->out, "the machine's description with the calibration is written here");
    takesWhole(verb->add_option("--folds", call->fit.what.folds, "parts of the model shapes left out in turn")
                   ->default_val(8),
               2, 1000);
    answersWith(*verb, context, [&context, call] { return calibrate(context, *call); });
}

} // namespace shardscope::app
