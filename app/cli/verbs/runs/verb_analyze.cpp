// SPDX-License-Identifier: GPL-3.0-or-later
// analyze: what a run is and what costs most of it; by name, one analysis; --list names them all.
#include "app/cli/checks.h"
#include "app/cli/overview_report.h"
#include "app/cli/verbs.h"

#include "app/session/simulate/open_run.h"
#include "app/session/trace/analyses.h"
#include "app/session/trace/kernel_rules.h"
#include "app/session/trace/overview_texts.h"
#include "app/session/trace/recorded_hardware.h"
#include "app/session/trace/selection.h"
#include "core/base/error_at.h"
#include "core/base/nearest.h"
#include "core/io/files.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

namespace shardscope::app {
namespace {

struct AnalyzeCall {
    std::string name;
    std::vector<std::string> files;
    std::string hardware;
    std::string kernels; ///< file of rules; empty: ours alone
    std::string window = "whole";
    profiler::AnalysisOptions options;
    double kernelGapMicroseconds = 30;
    profiler::Selection selection;
    std::string from;
    std::string to;
    std::string phase; ///< empty: all
    std::string report;
    bool list = false;
    bool allRows = false;
};

/// "1.5 ms" since the run's begin, as whole nanoseconds; none where nothing was given.
core::Result<std::optional<std::int64_t>> nanosOf(const std::string& text, const char* option)
{
    if (text.empty())
        return std::optional<std::int64_t>();
    const auto quantity = core::parseQuantityText(text, core::kSecond);
    if (!quantity.ok())
        return quantity.error().in(option);
    return std::optional<std::int64_t>(std::llround(quantity.value() * 1e9));
}

/// --from, --to, --window, --kernel-gap-us and --hardware as analyses and the overview take them.
core::Result<core::Done> readOptions(const Context& context, AnalyzeCall& call)
{
    SHARDSCOPE_TRY(call.selection.fromNs, nanosOf(call.from, "--from"));
    SHARDSCOPE_TRY(call.selection.toNs, nanosOf(call.to, "--to"));
    if (!call.phase.empty())
        call.selection.phase = core::fromName<profiler::Phase>(call.phase);
    const std::map<std::string, profiler::AnalysisWindow> windows{
        {"whole", profiler::AnalysisWindow::Whole},
        {"without_last_step", profiler::AnalysisWindow::WithoutLastStep}};
    const auto window = windows.find(call.window);
    if (window == windows.end())
        return core::errorIn(core::ErrorCode::UnknownValue,
                             {call.window, core::nearestName(call.window, {"whole", "without_last_step"}),
                              "whole, without_last_step"},
                             "analyze");
    call.options.window = window->second;
    call.options.kernelGapNs = static_cast<std::int64_t>(call.kernelGapMicroseconds * 1000);
    if (!call.hardware.empty()) {
        SHARDSCOPE_TRY(call.options.hardware, context.catalog.hardware(call.hardware));
    }
    return core::Done{};
}

core::Result<profiler::ImportedRun> openedRun(Context& context, const AnalyzeCall& call,
                                              const std::vector<std::string>& files)
{
    SHARDSCOPE_TRY(profiler::ImportedRun imported, openRun(context.catalog, files, context.task));
    context.tellLost(imported.report);
    SHARDSCOPE_TRY(imported.run, withKernelRules(imported.run, call.kernels));
    return imported;
}

core::Result<core::Report> analyzed(Context& context, AnalyzeCall& call)
{
    SHARDSCOPE_TRY(const profiler::Analysis* const analysis, profiler::findAnalysis(call.name));
    if (call.files.empty())
        return core::errorIn(core::ErrorCode::MissingKey, {"FILE"}, "analyze");
    SHARDSCOPE_TRY_DONE(readOptions(context, call));
    SHARDSCOPE_TRY(const profiler::ImportedRun imported, openedRun(context, call, call.files));
    SHARDSCOPE_TRY(const core::RunPtr part,
                   profiler::selectedRun(imported.run, call.selection, context.task));
    if (!call.options.hardware)
        call.options.hardware = recordedHardware(context.catalog, *part);
    return profiler::analyzePart(*analysis, profiler::AnalysisInput(part), *imported.run, call.selection,
                                 call.options, context.task);
}

/// NAME is a file where no analysis goes by it and there is such a file: the overview is wanted.
bool wantsOverview(const AnalyzeCall& call)
{
    return !profiler::findAnalysis(call.name).ok() && core::files::exists(call.name);
}

void printOverview(const Context& context, const profiler::Overview& overview)
{
    context.print(overviewFacts(overview));
    if (!overview.parts.empty())
        context.printBelow(overviewParts(overview));
    constexpr std::size_t kDevicesTold = 16;
    if (overview.byRank.size() > 1 && overview.byRank.size() <= kDevicesTold)
        context.printBelow(overviewDevices(overview));
    context.print("\n");
    for (const profiler::NotKnown& one : overview.notKnown)
        context.print(notKnownSentence(one).toStdString() + "\n");
    if (overview.findings.empty())
        context.print(noCostText(overview).toStdString() + "\n");
    for (std::size_t at = 0; at < std::min(kCostsTold, overview.findings.size()); ++at) {
        const profiler::CostFinding& finding = overview.findings[at];
        context.print(std::to_string(at + 1) + ". " + costSentence(finding, context.style).toStdString() +
                      "\n   " + confidenceSentence(finding).toStdString() + " " +
                      adviceSentence(finding).toStdString() + "\n");
    }
    if (const core::Table lacks = overviewNotRecorded(overview); !lacks.rows.empty())
        context.printBelow(lacks);
    context.printBelow(overviewNotApplicable(overview));
}

Answered runOverview(Context& context, AnalyzeCall& call)
{
    std::vector<std::string> files{call.name};
    files.insert(files.end(), call.files.begin(), call.files.end());
    SHARDSCOPE_TRY_DONE(readOptions(context, call));
    SHARDSCOPE_TRY(const profiler::ImportedRun imported, openedRun(context, call, files));
    SHARDSCOPE_TRY(
        const profiler::Overview overview,
        recordedOverview(context.catalog, imported.run, call.selection, call.options, context.task));
    if (call.report == "md")
        context.print(overviewMarkdown(overview, context.style));
    else
        context.json || call.report == "json" ? context.print(overviewJson(overview))
                                              : printOverview(context, overview);
    return core::Done{};
}

/// Error: an option that the analysis or the overview would ignore.
core::Result<core::Done> checkHeeded(const CLI::App& verb, const AnalyzeCall& call)
{
    const bool overview = wantsOverview(call);
    const std::vector<std::string> heeded = heededOptions(overview ? "" : call.name);
    const std::string who = overview ? "the overview" : call.name;
    for (const char* const option : kChoosyOptions) {
        if (std::ranges::find(heeded, option) == heeded.end())
            SHARDSCOPE_TRY_DONE(takesNoneOf(verb, {option}, who + " has no use for it"));
    }
    if (overview)
        return takesNoneOf(verb, {"--all-rows", "--group"}, who + " has no use for it");
    return takesNoneOf(verb, {"--report"}, who + " has no use for it");
}

/// "--list" prints the analyses instead of anything else.
void listAnalyses(Context& context, const AnalyzeCall& call, const CLI::App& verb)
{
    const std::string alone = "--list names all analyses and reads nothing: it takes no ";
    if (!call.name.empty())
        return context.refuse(alone + "\"" + call.name + "\"");
    for (const CLI::Option* const option : verb.get_options()) {
        const std::string name = option->get_name();
        const bool shapes = name == "--list" || name == "--json" || name == "--units" || name == "--help";
        if (!shapes && option->count() > 0)
            return context.refuse(alone + name);
    }
    const core::Table table = analysisTable();
    context.json ? context.print(core::toJson(table) + "\n") : context.print(table);
}

Answered runAnalyze(Context& context, AnalyzeCall& call, const CLI::App& verb)
{
    if (call.list) {
        listAnalyses(context, call, verb);
        return core::Done{};
    }
    if (call.name.empty())
        return core::errorIn(core::ErrorCode::MissingKey, {"NAME"}, "analyze");
    if (!wantsOverview(call)) { // who mistypes the analysis is told that first
        SHARDSCOPE_TRY([[maybe_unused]] const auto* const known, profiler::findAnalysis(call.name));
    }
    SHARDSCOPE_TRY_DONE(checkHeeded(verb, call));
    if (wantsOverview(call))
        return runOverview(context, call);
    SHARDSCOPE_TRY(const core::Report report, analyzed(context, call));
    context.json ? context.print(reportJson(report)) : context.print(report, call.allRows);
    return core::Done{};
}

} // namespace

void addAnalyzeVerb(CLI::App& app, Context& context)
{
    CLI::App* verb =
        app.add_subcommand("analyze", "what a run is and what costs most; by name, one analysis");
    const auto call = std::make_shared<AnalyzeCall>();
    verb->add_option("NAME", call->name, "an analysis; left out: the overview");
    verb->add_option("FILE", call->files, "a trace, or one a rank");
    takesOneOf(
        verb->add_option("--report", call->report, "the overview to be sent on: md (Markdown) or json"),
        {"md", "json"});
    verb->add_flag("--list", call->list, "names the analyses and what each needs");
    verb->add_option("--hardware", call->hardware, "catalogue name or file: peaks for utilisation");
    verb->add_option("--kernels", call->kernels, "rules of your own that tell what kernels are, before ours");
    verb->add_option("--annotation", call->options.annotation, "range of the critical path, by its start");
    takesWhole(verb->add_option("--instance", call->options.instance, "which of these ranges, from 0"), 0);
    CLI::Option* const top = verb->add_option("--top", call->options.top, "rows of rankings; 0: all");
    takesWhole(top, 0);
    takesWhole(verb->add_option("--tree-rows", call->options.treeRows,
                                "rows of a rank's tree of names, about: the costliest branches; 0: all"),
               0);
    takesNumber(verb->add_option("--kernel-gap-us", call->kernelGapMicroseconds,
                                 "idle time below this between launched kernels is the device's own"),
                0, 1e9);
    takesWhole(
        verb->add_option("--job", call->selection.job, "of files of several jobs, only this one, from 0"), 0);
    verb->add_option("--rank", call->selection.rank, "only this rank");
    verb->add_option("--device", call->selection.device, "only this device of each rank, as the rank counts");
    verb->add_option("--step", call->selection.step, "only this step of each rank, from 0");
    takesOneOf(
        verb->add_option(
            "--phase", call->phase,
            "only this phase: forward, backward or optimizer (analyses: its rows; the overview: its time)"),
        core::namesOf<profiler::Phase>());
    verb->add_option("--group", call->selection.group, "of what communicates, only this process group");
    verb->add_option("--from", call->from, "only what runs after this time of the run: \"1.5 ms\"");
    verb->add_option("--to", call->to, "only what runs before this time of the run");
    takesWhole(
        verb->add_option("--full-queue", call->options.fullQueue, "launches that fit a stream's queue"), 1);
    verb->add_option("--window", call->window, "whole, or without_last_step");
    verb->add_flag("--all-rows", call->allRows, "prints every row");
    answersWith(*verb, context, [&context, call, top, verb] {
        if (context.json && top->count() == 0)
            call->options.top = 0; // who reads a document wants all of it
        return runAnalyze(context, *call, *verb);
    });
}

} // namespace shardscope::app
