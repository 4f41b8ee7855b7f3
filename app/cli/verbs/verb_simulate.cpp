// SPDX-License-Identifier: GPL-3.0-or-later
// simulate: a plan's step, or a schedule of a pipeline alone, in time.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/documents/kept_inputs.h"
#include "app/session/plan/idle_texts.h"
#include "app/session/simulate/open_run.h"
#include "app/session/simulate/plan_simulation.h"
#include "app/session/simulate/schedules.h"
#include "app/session/text/messages.h"
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/units/percent.h"
#include "core/units/plain_number.h"
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace shardscope::app {
namespace {

struct SimulateCall {
    PlanArguments arguments;
    ScheduleCall schedule;
    SimulationCall simulation;
    std::string out;
};

std::string percent(double fraction) { return core::percentText(fraction, 2); }

std::string figure(double value)
{
    constexpr int kDigits = 6;
    return core::shortText(value, kDigits);
}

void printSchedule(const Context& context, const planner::TimedSchedule& schedule)
{
    context.print(schedule.order.name + ": " + std::to_string(schedule.order.ranks.size()) + " ranks, " +
                  std::to_string(schedule.order.stages) + " stages; a step takes " +
                  figure(schedule.stepTime) + "\nIdlest stage: no pass of it runs for " +
                  percent(schedule.bubbleOverStep) + " of the step, in its own span " +
                  percent(schedule.bubbleByStageSpan) + "\n\n");
    context.print(scheduleTable(schedule));
}

Answered runSchedule(const Context& context, SimulateCall& call)
{
    for (const auto& [option, text] : call.arguments.options) {
        if (option == "schedule")
            call.schedule.name = text;
        else
            call.schedule.options.emplace_back(option, text);
    }
    SHARDSCOPE_TRY(const planner::TimedSchedule schedule, simulateSchedule(call.schedule, context.task));
    if (!call.out.empty()) {
        planner::Simulation alone;
        alone.schedule = schedule;
        if (!call.out.ends_with(".csv"))
            return core::notSupported(W_("this kind of file"), W_("a schedule alone is written as .csv"))
                .in(call.out);
        SHARDSCOPE_TRY([[maybe_unused]] const auto written, writeSimulation(alone, call.out, context.task));
    }
    if (context.json) {
        SHARDSCOPE_TRY(const std::string json, scheduleJson(schedule, context.task));
        context.print(json);
    } else {
        printSchedule(context, schedule);
    }
    return core::Done{};
}

void printSimulation(const Context& context, const planner::Simulation& simulation)
{
    const core::TextStyle& style = context.style;
    context.print("A step takes " + core::toText(core::Seconds{simulation.stepSeconds}, style) +
                  "; the closed form says " +
                  core::toText(core::Seconds{simulation.closedFormSeconds}, style) + "\n");
    if (!simulation.lanes)
        context.print(
            simulation.schedule.order.name + ": " +
            pipelineIdleText(fillingShare(simulation.evaluation), simulation.schedule.bubbleOverStep)
                .toStdString() +
            "; in its own span " + percent(simulation.schedule.bubbleByStageSpan) + "\n");
    context.printBelow(simulationTable(simulation));
    for (const core::Table& table : {heapTable(simulation), failureTable(simulation),
                                     differenceTable(simulation), sensitivityTable(simulation)}) {
        if (table.rows.empty())
            continue;
        context.printBelow(table);
    }
    if (simulation.untraced)
        context.print("\nNo heap over time: " + sentence(*simulation.untraced).toStdString() + "\n");
}

Answered runPlan(const Context& context, SimulateCall& call)
{
    const PlanArguments& given = call.arguments;
    call.simulation.plan = {given.model, given.hardware, given.planFile, given.options, given.calibration};
    call.simulation.scheduleFile = call.schedule.file;
    call.simulation.options.graph = isChakraTarget(call.out);
    call.simulation.options.heap = true;
    call.simulation.options.run =
        !call.out.empty() && !call.out.ends_with(".csv") && !call.simulation.options.graph;
    SHARDSCOPE_TRY(const planner::Simulation simulation,
                   simulatePlan(context.catalog, call.simulation, context.task));
    if (!call.out.empty()) {
        SHARDSCOPE_TRY([[maybe_unused]] const auto written,
                       writeSimulation(simulation, call.out, context.task));
    }
    if (context.json) {
        context.print(simulationJson(simulation));
        return core::Done{};
    }
    SHARDSCOPE_TRY(const PlanResult result,
                   evaluatePlan(context.catalog, call.simulation.plan, planner::Detail::Plain));
    if (const QString refusal = refusalText(result.model, result.hardware, result.evaluation.plan);
        !refusal.isEmpty())
        context.print(refusal.toStdString() + "\n");
    printSimulation(context, simulation);
    return core::Done{};
}

Answered runSimulate(const Context& context, SimulateCall& call, const CLI::App& verb)
{
    call.arguments = withSample(std::move(call.arguments));
    SHARDSCOPE_TRY_DONE(
        keepsInputs(call.out, {call.arguments.model, call.arguments.hardware, call.arguments.planFile,
                               call.arguments.calibration, call.schedule.file}));
    const bool named = std::ranges::any_of(call.arguments.options,
                                           [](const auto& option) { return option.first == "schedule"; });
    if (call.arguments.model.empty() && call.arguments.planFile.empty()) {
        if (!named && call.schedule.file.empty())
            return core::errorIn(core::ErrorCode::MissingKey, {"--schedule"}, "simulate");
        SHARDSCOPE_TRY_DONE(
            takesNoneOf(verb,
                        {"--steps", "--detail", "--jitter", "--seed", "--slow", "--fail", "--overlap",
                         "--expand", "--checkpoint-every", "--zion", "--sensitivity", "--calibration"},
                        core::phrase(W_("a schedule alone has no such option; name a model and hardware"))));
        return runSchedule(context, call);
    }
    if (!call.schedule.costs.empty() || !call.schedule.options.empty())
        return core::inconsistent(W_("only a schedule alone, without model and hardware, takes this option"))
            .in(call.schedule.costs.empty() ? "--" + call.schedule.options.front().first : "--costs");
    return runPlan(context, call);
}

} // namespace

void addSimulateVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand("simulate", "a plan's step, or a schedule alone, in time");
    const auto call = std::make_shared<SimulateCall>();
    addPlanArguments(*verb, call->arguments);
    addDevicesOption(*verb, call->arguments);
    verb->add_option("--costs", call->schedule.costs,
                     "of a schedule alone: F=1,I=1,W=1[,B=2][,OV=3][,comm=0], of one chunk of a rank");
    verb->add_option("--schedule-file", call->schedule.file,
                     "a schedule as PyTorch's pipelining writes it (one row a rank)");
    for (const auto& [option, help] :
         {std::pair{"group-size", "interleaved: micro-batches of a chunk in a row"},
          std::pair{"activation-limit",
                    "zb1p, zb2p: micro-batches that a rank may hold until their weight gradients; else p, "
                    "2p, of which each gradient frees a half"},
          std::pair{"extra-warm-up", "forwards more before the first backward"}})
        verb->add_option_function<std::string>(
            std::string("--") + option,
            [call, name = std::string(option)](const std::string& value) {
                call->schedule.options.emplace_back(name, value);
            },
            help);
    verb->add_option("--steps", call->simulation.options.steps, "of a plan: how many, one after the other");
    verb->add_option("--detail", call->simulation.detail, "of a plan's run: stage, layer or operator");
    takesNumber(verb->add_option("--jitter", call->simulation.options.jitter,
                                 "of a plan: standard deviation of every duration, as a share of it"),
                0, 1);
    takesWhole(verb->add_option("--seed", call->simulation.options.seed, "of the jitter"), 0);
    verb->add_option("--slow", call->simulation.slow,
                     "of a plan: RESOURCE=FACTOR, as often as wanted: compute, \"stage 3\", tensor, replica, "
                     "pipeline, optimizer, host")
        ->take_all();
    verb->add_option(
        "--fail", call->simulation.fail,
        "of a plan: ROLE=AT[+DOWN] in seconds: \"stage 2\" stops the job, which goes on from its "
        "checkpoint; of PERSIA \"nn worker 1\", parameter_server, embedding_worker, data_loader");
    verb->add_option(
            "--expand", call->simulation.options.expand,
            "of a plan's run: ranks, by number, that are shown beside the classes that stand for them")
        ->delimiter(',');
    verb->add_option("--overlap", call->simulation.overlap,
                     "of a plan: on or off: buckets of replica traffic go out beside the passes, or wait for "
                     "them; else as the plan's implementation does");
    takesWhole(verb->add_option("--checkpoint-every", call->simulation.checkpointEvery,
                                "steps between the checkpoints that a failure goes back to; 0: the begin"),
               0);
    verb->add_flag(
        "--zion", call->simulation.zion,
        "of a recommender's plan on ZionEX: as Zion would run it, with parameter servers over TCP");
    verb->add_flag("--sensitivity", call->simulation.options.sensitivity,
                   "of a plan: what 10 % more of each resource buys");
    addCalibrationOption(*verb, call->arguments);
    verb->add_option(
        "--out", call->out,
        "writes it to a file: .csv for PyTorch's pipelining; of a plan also .json.gz for Chrome's "
        "viewer, .pftrace for Perfetto's, .et or a folder for Chakra execution traces (one a rank)");
    answersWith(*verb, context, [&context, call, verb] { return runSimulate(context, *call, *verb); });
}

} // namespace shardscope::app
