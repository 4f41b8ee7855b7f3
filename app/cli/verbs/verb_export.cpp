// SPDX-License-Identifier: GPL-3.0-or-later
// export: any table as CSV or JSON, told by the file's name; a plan in another tool's words.
#include "app/cli/verbs.h"

#include "app/session/accuracy/interval.h"
#include "app/session/documents/kept_inputs.h"
#include "app/session/exchange/interchange.h"
#include "app/session/exchange/persia_files.h"
#include "app/session/plan/cluster_plan.h"
#include "app/session/plan/commands.h"
#include "app/session/simulate/open_run.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "core/base/error_at.h"
#include "core/base/joined.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/io/output_file.h"
#include "core/io/text_file.h"
#include "core/model/persia_model.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

namespace shardscope::app {
namespace {

struct ExportCall {
    std::string what;
    std::string out;
    std::vector<std::string> inputs;
    PlanArguments plan;
    std::vector<std::pair<std::string, std::string>> choices;
};

/// This figure is made of a plan too, but its step has to be traced first.
constexpr const char* kMemoryCurve = "memory-curve";
/// A document of its own, no table.
constexpr const char* kPersiaJob = "persiajob";
constexpr const char* kEmbeddingConfig = "embedding-config";
constexpr const char* kGlobalConfig = "global-config";

using PlanTable = core::Table (*)(const PlanResult&);
using TraceTable = core::Table (*)(const profiler::ImportedRun&);

const std::map<std::string, PlanTable>& planTables()
{
    static const std::map<std::string, PlanTable> tables{
        {"memory", [](const PlanResult& result) { return memoryTable(result.evaluation); }},
        {"step",
         [](const PlanResult& result) {
             const core::Table steps = stepTable(result.evaluation);
             return steps.rows.empty()
                        ? steps
                        : withInterval(steps, stepInterval(result.model, result.hardware, result.evaluation));
         }},
        {"communication", [](const PlanResult& result) { return communicationTable(result.evaluation); }}};
    return tables;
}

const std::map<std::string, TraceTable>& traceTables()
{
    static const std::map<std::string, TraceTable> tables{
        {"files", fileTable}, {"remarks", remarkTable}, {"tracks", [](const profiler::ImportedRun& imported) {
                                                             return trackTable(*imported.run);
                                                         }}};
    return tables;
}

core::Result<PlanResult> evaluatedPlan(const Context& context, const ExportCall& call)
{
    PlanRequest request{"", "", call.plan.planFile, call.plan.options, call.plan.calibration};
    if (!call.inputs.empty())
        request.model = call.inputs[0];
    if (call.inputs.size() > 1)
        request.hardware = call.inputs[1];
    return evaluatePlan(context.catalog, request, planner::Detail::Plain);
}

/// Figures are exported of a plan that nobody runs, too; that is said as plan and simulate say it.
void tellRefusal(const Context& context, const PlanResult& result)
{
    const QString refusal = refusalText(result.model, result.hardware, result.evaluation.plan);
    if (!refusal.isEmpty())
        context.warn(refusal.toStdString());
}

core::Result<core::Table> tableOf(Context& context, const ExportCall& call)
{
    if (call.what == "models")
        return modelTable(context.catalog);
    if (call.what == "hardware")
        return hardwareTable(context.catalog);
    if (const auto found = planTables().find(call.what); found != planTables().end()) {
        SHARDSCOPE_TRY(const PlanResult result, evaluatedPlan(context, call));
        tellRefusal(context, result);
        return found->second(result);
    }
    if (call.what == kMemoryCurve) {
        SHARDSCOPE_TRY(const PlanResult result, evaluatedPlan(context, call));
        SHARDSCOPE_TRY(const core::MemoryTrace trace,
                       planner::traceMemory(result.model, result.hardware, result.evaluation.plan));
        tellRefusal(context, result);
        return memoryCurveTable(trace);
    }
    if (const auto found = traceTables().find(call.what); found != traceTables().end()) {
        if (call.inputs.empty())
            return core::errorIn(core::ErrorCode::MissingKey, {"FILE"}, "export " + call.what);
        SHARDSCOPE_TRY(const profiler::ImportedRun imported,
                       openRun(context.catalog, call.inputs, context.task));
        context.tellLost(imported.report);
        return found->second(imported);
    }
    std::vector<std::string> known{"models",   "hardware",       kMemoryCurve,
                                   kPersiaJob, kEmbeddingConfig, kGlobalConfig};
    known.insert(known.end(), planExports().begin(), planExports().end());
    for (const auto& entry : planTables())
        known.push_back(entry.first);
    for (const auto& entry : traceTables())
        known.push_back(entry.first);
    return core::unknownName(call.what, known, W_("table")).in("export");
}

std::vector<std::string> inputsOf(const ExportCall& call)
{
    std::vector<std::string> inputs = call.inputs;
    inputs.push_back(call.plan.planFile);
    inputs.push_back(call.plan.calibration);
    return inputs;
}

/// One file under the name asked for; several go into a folder of it.
Answered exportPlanFiles(const Context& context, const ExportCall& call)
{
    SHARDSCOPE_TRY(const PlanResult result, evaluatedPlan(context, call));
    SHARDSCOPE_TRY(const auto exported, exportPlan(call.what, result).in("export " + call.what));
    const std::vector<ExportedFile>& files = exported.files;
    if (files.size() > 1 || !files.front().name.empty())
        SHARDSCOPE_TRY_DONE(core::files::makeFolders(call.out));
    const auto written = exportedPaths(exported, call.out);
    std::string text;
    for (const auto& [path, words] : written) {
        SHARDSCOPE_TRY_DONE(keepsInputs(path.string(), inputsOf(call)));
        text += context.json ? words : path.string() + "\n";
    }
    SHARDSCOPE_TRY(const core::Done done, core::writeFiles(written));
    if (const auto& violations = result.evaluation.verdict.violations; !violations.empty())
        context.warn("export " + call.what + ": the plan does not fit: " +
                     violationText(violations.front(), context.style).toStdString());
    for (const LostKey& lost : exported.lost)
        context.warn("export " + call.what + ": " + lost.key + " " +
                     (lost.value.empty() ? "none" : lost.value) + " is lost: the file read again has " +
                     (lost.readAs.empty() ? "none" : lost.readAs));
    context.print(text);
    return done;
}

bool isPersiaYaml(const std::string& what)
{
    return what == kPersiaJob || what == kEmbeddingConfig || what == kGlobalConfig;
}

core::Result<std::string> persiaText(const Context& context, const ExportCall& call)
{
    if (call.what == kGlobalConfig) {
        SHARDSCOPE_TRY(const RecommenderChoices choices, withChoices({}, call.choices));
        return core::persiaYaml(persiaGlobalOf(choices));
    }
    const std::size_t wanted = call.what == kPersiaJob ? 2 : 1;
    if (call.inputs.size() < wanted)
        return core::errorIn(core::ErrorCode::MissingKey, {call.inputs.empty() ? "MODEL" : "CLUSTER"},
                             "export " + call.what);
    if (call.what == kPersiaJob)
        return persiaJobText(context.catalog, {call.inputs[0], call.inputs[1], call.plan.planFile,
                                               call.plan.options, call.plan.calibration});
    SHARDSCOPE_TRY(const core::ModelSpec model, context.catalog.model(call.inputs[0]));
    if (model.recommender() == nullptr)
        return core::notSupportedFor(model.name, W_("it has no embedding tables")).in("export " + call.what);
    return core::persiaYaml(core::persiaEmbeddingOf(*model.recommender()));
}

/// PERSIA's files are YAML, whatever their name.
Answered runPersiaYaml(const Context& context, const ExportCall& call)
{
    SHARDSCOPE_TRY(const std::string yaml, persiaText(context, call));
    SHARDSCOPE_TRY(const core::Done written, core::writeTextFile(call.out, yaml).in(call.out));
    context.print(context.json ? "{\"file\": \"" + call.out + "\"}\n" : call.out + "\n");
    return written;
}

Answered runExport(Context& context, const ExportCall& call)
{
    SHARDSCOPE_TRY_DONE(keepsInputs(call.out, inputsOf(call)));
    if (call.what != kGlobalConfig && !call.choices.empty())
        return core::notSupportedFor("--set", W_("only global-config has choices")).in("export " + call.what);
    if (std::ranges::find(planExports(), call.what) != planExports().end())
        return exportPlanFiles(context, call);
    if (isPersiaYaml(call.what))
        return runPersiaYaml(context, call);
    if (!call.out.ends_with(".csv") && !call.out.ends_with(".json"))
        return core::errorIn(core::ErrorCode::FormatUnknown,
                             {core::phrase(W_("a file name without .csv or .json")), ".csv, .json"},
                             call.out);
    SHARDSCOPE_TRY(const core::Table table, tableOf(context, call));
    const std::string text = call.out.ends_with(".csv") ? core::toCsv(table) : core::toJson(table) + "\n";
    SHARDSCOPE_TRY(const core::Done written, core::writeTextFile(call.out, text).in(call.out));
    context.print(context.json ? core::toJson(table) + "\n"
                               : call.out + ": " + std::to_string(table.rows.size()) + " rows\n");
    return written;
}

} // namespace

void addExportVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "export", "any table as CSV or JSON; a plan as what trains it or starts it on a cluster");
    const auto call = std::make_shared<ExportCall>();
    verb->add_option("WHAT", call->what,
                     "models, hardware; memory, memory-curve, step, communication (of a plan); files, "
                     "tracks, remarks (of a trace); " +
                         core::joined(planExports(), ", ") +
                         " (of a plan); "
                         "persiajob (MODEL CLUSTER), embedding-config (MODEL), global-config")
        ->required();
    verb->add_option("INPUT", call->inputs, "MODEL HARDWARE for a plan's table, FILE… for a trace's");
    verb->add_option("--out", call->out,
                     "FILE.csv or FILE.json; any FILE for a plan, a folder for a job and astra-sim")
        ->required();
    addPlanOptions(*verb, call->plan);
    addDevicesOption(*verb, call->plan);
    addCalibrationOption(*verb, call->plan);
    addChoiceOption(*verb, call->choices);
    answersWith(*verb, context, [&context, call] { return runExport(context, *call); });
}

} // namespace shardscope::app
