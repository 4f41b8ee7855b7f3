// SPDX-License-Identifier: GPL-3.0-or-later
// analyze: one analysis of a run; --list names them all.
#include "app/cli/checks.h"
#include "app/cli/report_output.h"
#include "app/cli/verbs.h"

#include "app/session/simulate/open_run.h"
#include "app/session/trace/analyses.h"
#include "core/base/nearest.h"

#include <CLI/CLI.hpp>

#include <map>
#include <memory>

namespace shardscope::app {
namespace {

struct AnalyzeCall {
    std::string name;
    std::vector<std::string> files;
    std::string hardware;
    std::string window = "whole";
    profiler::AnalysisOptions options;
    double kernelGapMicroseconds = 30;
    bool list = false;
    bool allRows = false;
};

core::Error wrongCall(core::ErrorCode code, std::vector<std::string> args)
{
    core::Error error{code, std::move(args), {}};
    error.place.file = "analyze";
    return error;
}

core::Result<core::Report> analyzed(const Context& context, AnalyzeCall& call)
{
    SHARDSCOPE_TRY(const profiler::Analysis* const analysis, profiler::findAnalysis(call.name));
    if (call.files.empty())
        return wrongCall(core::ErrorCode::MissingKey, {"FILE"});
    const std::map<std::string, profiler::AnalysisWindow> windows{
        {"whole", profiler::AnalysisWindow::Whole},
        {"without_last_step", profiler::AnalysisWindow::WithoutLastStep}};
    const auto window = windows.find(call.window);
    if (window == windows.end())
        return wrongCall(core::ErrorCode::UnknownValue,
                         {call.window, core::nearestName(call.window, {"whole", "without_last_step"}),
                          "whole, without_last_step"});
    call.options.window = window->second;
    call.options.kernelGapNs = static_cast<std::int64_t>(call.kernelGapMicroseconds * 1000);
    if (!call.hardware.empty()) {
        SHARDSCOPE_TRY(call.options.hardware, context.catalog.hardware(call.hardware));
    }
    SHARDSCOPE_TRY(const profiler::ImportedRun imported, openRun(context.catalog, call.files, context.task));
    return profiler::analyze(*analysis, profiler::AnalysisInput(imported.run), call.options, context.task);
}

void runAnalyze(Context& context, AnalyzeCall& call)
{
    if (call.list) {
        const core::Table table = analysisTable();
        return context.json ? context.print(core::toJson(table) + "\n") : context.print(table);
    }
    if (call.name.empty())
        return context.fail(wrongCall(core::ErrorCode::MissingKey, {"NAME"}));
    const auto report = analyzed(context, call);
    if (!report.ok())
        return context.fail(report.error());
    context.json ? context.print(reportJson(*report)) : printReport(context, *report, call.allRows);
}

} // namespace

void addAnalyzeVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand("analyze", "one analysis of a run; --list names them");
    const auto call = std::make_shared<AnalyzeCall>();
    verb->add_option("NAME", call->name, "the analysis");
    verb->add_option("FILE", call->files, "a trace, or one a rank");
    verb->add_flag("--list", call->list, "names the analyses and what each needs");
    verb->add_option("--hardware", call->hardware, "catalogue name or file: peaks for utilisation");
    verb->add_option("--annotation", call->options.annotation, "range of the critical path, by its start");
    takesWhole(verb->add_option("--instance", call->options.instance, "which of these ranges, from 0"), 0);
    takesWhole(verb->add_option("--top", call->options.top, "rows of rankings; 0: all"), 0);
    takesNumber(verb->add_option("--kernel-gap-us", call->kernelGapMicroseconds,
                                 "idle time below this between launched kernels is the device's own"),
                0, 1e9);
    takesWhole(
        verb->add_option("--full-queue", call->options.fullQueue, "launches that fit a stream's queue"), 1);
    verb->add_option("--window", call->window, "whole, or without_last_step");
    verb->add_flag("--all-rows", call->allRows, "prints every row");
    addOutputOptions(*verb, context);
    verb->callback([&context, call] { runAnalyze(context, *call); });
}

} // namespace shardscope::app
