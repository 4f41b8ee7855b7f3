// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate: coefficients of the time model from recorded runs, or from measured cases.
#include "app/cli/checks.h"
#include "app/cli/fit_arguments.h"
#include "app/cli/verbs.h"

#include "app/session/accuracy/cases.h"
#include "app/session/calibrate/run_calibration.h"
#include "app/session/documents/kept_inputs.h"
#include "app/session/simulate/open_run.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/text_file.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace shardscope::app {
namespace {

struct Call {
    FitArguments fit;
    std::vector<std::string> traces;
    std::string model;
    std::vector<std::string> plans;
    std::string out;
};

core::Result<core::Done> write(const Context& context, const Call& call, const std::string& hardware,
                               const core::Calibration& calibration)
{
    if (call.out.empty())
        return core::Done{};
    SHARDSCOPE_TRY(const std::string text, describedWith(context.catalog, hardware, calibration));
    return core::writeTextFile(call.out, text);
}

Answered onRuns(Context& context, const Call& call)
{
    const std::string& machine = call.fit.what.hardware;
    std::vector<PlanResult> plans;
    for (const std::string& file : call.plans) {
        SHARDSCOPE_TRY(PlanResult plan, evaluatePlan(context.catalog, {call.model, machine, file, {}},
                                                     planner::Detail::Plain));
        plans.push_back(std::move(plan));
    }
    if (plans.empty() && !call.model.empty()) {
        SHARDSCOPE_TRY(PlanResult plan,
                       evaluatePlan(context.catalog, {call.model, machine, {}, {}}, planner::Detail::Plain));
        plans.push_back(std::move(plan));
    }
    SHARDSCOPE_TRY(const profiler::ImportedRun opened, openRun(context.catalog, call.traces, context.task));
    RunCalibrationCall what;
    SHARDSCOPE_TRY(what.runs, recordedRuns(opened.run, plans, context.task));
    what.hardware = machine;
    what.name = call.fit.what.name;
    what.fit = call.fit.what.fit;
    SHARDSCOPE_TRY(const RunCalibration made, calibrateOnRuns(context.catalog, what, context.task));
    if (made.accepted())
        SHARDSCOPE_TRY_DONE(
            write(context, call, machine.empty() ? made.hardware : machine, made.calibration));
    else
        context.exit = Exit::No;
    if (context.json) {
        context.print(runCalibrationJson(made));
        return core::Done{};
    }
    context.print(runCalibrationTables(made));
    context.print(runCalibrationText(made).toStdString() +
                  (made.accepted() || call.out.empty() ? "\n" : " Nothing was written.\n"));
    return core::Done{};
}

Answered onCases(Context& context, const Call& call)
{
    SHARDSCOPE_TRY(CalibrationCall what, settled(call.fit));
    if (what.hardware.empty())
        return core::Error{core::ErrorCode::MissingKey, {"--hardware"}};
    if (!call.plans.empty() || !call.model.empty())
        return core::notSupported(W_("a plan of measured cases"), W_("each case has its own"))
            .in(call.plans.empty() ? "--model" : "--plan");
    if (what.name.empty())
        what.name = "calibration";
    SHARDSCOPE_TRY(const FittedCalibration fitted, calibrateOn(context.catalog, what, context.task));
    SHARDSCOPE_TRY_DONE(write(context, call, what.hardware, fitted.calibration));
    context.json
        ? context.print(calibrationJson(fitted))
        : context.print({calibrationTable(fitted.calibration), calibrationErrorTable(fitted.calibration)});
    return core::Done{};
}

/// Files that hold recordings are theirs; the others stay cases.
core::Result<core::Done> tellRuns(Call& call)
{
    std::vector<std::string> cases;
    for (const std::string& file : call.fit.files)
        (holdsCases(file) ? cases : call.traces).push_back(file);
    if (!cases.empty() && !call.traces.empty())
        return core::Error{core::ErrorCode::Inconsistent,
                           {core::phrase(W_("recorded runs and measured cases are fitted apart"))}}
            .in(cases.front());
    call.fit.files = std::move(cases);
    return core::Done{};
}

Answered calibrate(Context& context, Call call)
{
    std::vector<std::string> inputs = call.fit.files;
    inputs.insert(inputs.end(), call.traces.begin(), call.traces.end());
    inputs.insert(inputs.end(), call.plans.begin(), call.plans.end());
    SHARDSCOPE_TRY_DONE(keepsInputs(call.out, inputs));
    SHARDSCOPE_TRY_DONE(tellRuns(call));
    if (call.fit.files.empty() && call.traces.empty())
        return core::Error{core::ErrorCode::MissingKey, {"RUN or CASES"}};
    return call.traces.empty() ? onCases(context, call) : onRuns(context, call);
}

} // namespace

void addCalibrateVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "calibrate", "fits the time model to recorded runs, or to measured cases, and says how far it meets "
                     "what it has not seen; exit 1 where a recording is not met better than before");
    const auto call = std::make_shared<Call>();
    addFitOptions(*verb, call->fit);
    verb->get_option("FILES")->description("recorded runs (a file a rank; folders; packs), or case files");
    verb->add_option("--trace", call->traces, "recorded runs as well");
    verb->add_option("--model", call->model, "the model of the recorded runs: catalogue name or file");
    verb->add_option("--plan", call->plans,
                     "the plan file of the recorded runs, or one each; without it as guess tells it");
    verb->add_option("--out", call->out, "the machine's description with the calibration is written here");
    takesWhole(verb->add_option("--folds", call->fit.what.folds, "parts of the model shapes left out in turn")
                   ->default_val(8),
               2, 1000);
    answersWith(*verb, context, [&context, call] { return calibrate(context, *call); });
}

} // namespace shardscope::app
