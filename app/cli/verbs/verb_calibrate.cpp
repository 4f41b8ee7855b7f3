// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate: coefficients of the time model from measured cases.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/accuracy/calibration.h"
#include "app/session/accuracy/left_out.h"
#include "app/session/documents/kept_inputs.h"
#include "core/io/text_file.h"
#include "core/units/plain_number.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <optional>

namespace shardscope::app {
namespace {

struct Call {
    std::vector<std::string> files;
    std::vector<std::string> traces;
    std::string plan;
    std::vector<std::string> given;
    std::vector<std::string> weights;
    std::string out;
    std::vector<std::string> leaveOut;
    CalibrationCall what;
};

/// "name=1e-6,other=2" in pieces.
core::Result<std::map<std::string, double>> pairs(const std::vector<std::string>& texts)
{
    std::map<std::string, double> values;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        const auto value =
            equals == std::string::npos ? std::nullopt : core::parseNumber(text.substr(equals + 1));
        if (!value)
            return core::Error{core::ErrorCode::NumberMalformed, {text}};
        values[text.substr(0, equals)] = *value;
    }
    return values;
}

/// The texts of \p call as values.
core::Result<core::Done> settle(Call& call)
{
    SHARDSCOPE_TRY(call.what.given, pairs(call.given));
    SHARDSCOPE_TRY(call.what.weights, pairs(call.weights));
    call.what.cases = {call.files.begin(), call.files.end()};
    if (call.files.empty() && call.traces.empty())
        return core::Error{core::ErrorCode::MissingKey, {"CASES or --trace"}};
    call.what.traces = {call.traces.begin(), call.traces.end()};
    call.what.plan = call.plan;
    return core::Done{};
}

Answered calibrate(Context& context, Call& call)
{
    std::vector<std::string> inputs = call.files;
    inputs.insert(inputs.end(), call.traces.begin(), call.traces.end());
    inputs.push_back(call.plan);
    SHARDSCOPE_TRY_DONE(keepsInputs(call.out, inputs));
    SHARDSCOPE_TRY_DONE(settle(call));
    SHARDSCOPE_TRY(const FittedCalibration fitted, calibrateOn(context.catalog, call.what, context.task));
    const core::Calibration& calibration = fitted.calibration;
    if (fitted.accepted() && !call.out.empty()) {
        SHARDSCOPE_TRY(const std::string text,
                       describedWith(context.catalog, call.what.hardware, calibration));
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

/// Errors alone: nothing is written.
Answered answerLeftOut(const Context& context, Call& call)
{
    SHARDSCOPE_TRY_DONE(settle(call));
    SHARDSCOPE_TRY(const auto errors, leaveOutOn(context.catalog, call.what, call.leaveOut, context.task));
    context.json ? context.print(leftOutJson(errors)) : context.print(leftOutTable(errors));
    return core::Done{};
}

} // namespace

void addCalibrateVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "calibrate",
        "fits the time model to measured cases; errors on model shapes it has not seen are printed");
    const auto call = std::make_shared<Call>();
    verb->add_option("CASES", call->files, "case files (JSON array or lines)");
    auto* traces =
        verb->add_option("--trace", call->traces, "recorded run of --plan, a file a rank, or its pack");
    verb->add_option("--model", call->what.model, "the model of the recorded run: catalogue name or file")
        ->needs(traces);
    verb->add_option("--plan", call->plan, "the plan file of the recorded run")->needs(traces);
    verb->add_option("--hardware", call->what.hardware, "the machine they were measured on")->required();
    auto* out = verb->add_option("--out", call->out,
                                 "the machine's description with the calibration is written here");
    verb->add_option("--name", call->what.name, "of the calibration; one of this name is replaced")
        ->default_val("calibration");
    verb->add_option("--implementation", call->what.implementation, "plans it holds for (else all)");
    verb->add_option("--kernels", call->what.kernels, "plans it holds for: fused or separate (else all)");
    verb->add_option("--fit", call->what.fit, "coefficients to fit (docs/formulas.md, section 10)")
        ->delimiter(',');
    verb->add_option("--set", call->given, "NAME=VALUE: coefficients to set")->delimiter(',');
    verb->add_option("--weight", call->weights, "FIGURE=WEIGHT: figures that count, else all times")
        ->delimiter(',');
    takesWhole(verb->add_option("--folds", call->what.folds, "parts of the model shapes left out in turn")
                   ->default_val(8),
               2, 1000);
    verb->add_option("--group", call->what.groups, "cases of these groups alone")->delimiter(',');
    verb->add_option(
            "--leave-out", call->leaveOut,
            "errors with each value of a quantity left out in turn, and no fit of all: hidden, tensor, "
            "micro_batch, cell (of the three), shape, system (a group of cases)")
        ->delimiter(',')
        ->excludes(out);
    answersWith(*verb, context, [&context, call] {
        return call->leaveOut.empty() ? calibrate(context, *call) : answerLeftOut(context, *call);
    });
}

} // namespace shardscope::app
