// SPDX-License-Identifier: GPL-3.0-or-later
// export: any table as CSV or JSON, told by the file's name.
#include "app/cli/verbs.h"

#include "app/session/commands.h"
#include "app/session/tables.h"
#include "core/base/nearest.h"
#include "core/io/text_file.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <map>
#include <memory>

namespace shardscope::app {
namespace {

struct ExportCall {
    std::string what;
    std::string out;
    std::vector<std::string> inputs;
    PlanArguments plan;
};

core::Error named(core::ErrorCode code, std::vector<std::string> args, std::string place)
{
    core::Error error{code, std::move(args), {}};
    error.place.file = std::move(place);
    return error;
}

/// Of a plan too, but walked.
constexpr const char* kMemoryCurve = "memory-curve";

using PlanTable = core::Table (*)(const core::Evaluation&);
using TraceTable = core::Table (*)(const profiler::ImportedRun&);

const std::map<std::string, PlanTable>& planTables()
{
    static const std::map<std::string, PlanTable> tables{
        {"memory", memoryTable}, {"step", stepTable}, {"communication", communicationTable}};
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
    PlanRequest request{"", "", call.plan.planFile, call.plan.options};
    if (!call.inputs.empty())
        request.model = call.inputs[0];
    if (call.inputs.size() > 1)
        request.hardware = call.inputs[1];
    return evaluatePlan(context.catalog, request, planner::Detail::Plain);
}

core::Result<core::Table> tableOf(const Context& context, const ExportCall& call)
{
    if (call.what == "models")
        return modelTable(context.catalog);
    if (call.what == "hardware")
        return hardwareTable(context.catalog);
    if (const auto found = planTables().find(call.what); found != planTables().end()) {
        SHARDSCOPE_TRY(const PlanResult result, evaluatedPlan(context, call));
        return found->second(result.evaluation);
    }
    if (call.what == kMemoryCurve) {
        SHARDSCOPE_TRY(const PlanResult result, evaluatedPlan(context, call));
        SHARDSCOPE_TRY(const core::MemoryWalk walk,
                       planner::walkMemory(result.model, result.hardware, result.evaluation.plan));
        return memoryCurveTable(walk);
    }
    if (const auto found = traceTables().find(call.what); found != traceTables().end()) {
        if (call.inputs.empty())
            return named(core::ErrorCode::MissingKey, {"FILE"}, "export " + call.what);
        SHARDSCOPE_TRY(const profiler::ImportedRun imported,
                       profiler::importTrace({call.inputs.begin(), call.inputs.end()}, context.task));
        return found->second(imported);
    }
    for (const char* future : {"ds_config", "megatron", "persia", "astra-sim"}) {
        if (call.what == future)
            return named(core::ErrorCode::NotBuiltYet, {"export of " + call.what}, "export");
    }
    std::vector<std::string> known{"models", "hardware", kMemoryCurve};
    for (const auto& entry : planTables())
        known.push_back(entry.first);
    for (const auto& entry : traceTables())
        known.push_back(entry.first);
    return named(core::ErrorCode::UnknownName, {call.what, core::nearestName(call.what, known), "table"},
                 "export");
}

void runExport(Context& context, const ExportCall& call)
{
    const auto endsWith = [&](const std::string& suffix) {
        return call.out.size() > suffix.size() &&
               call.out.compare(call.out.size() - suffix.size(), suffix.size(), suffix) == 0;
    };
    if (!endsWith(".csv") && !endsWith(".json"))
        return context.fail(named(core::ErrorCode::FormatUnknown,
                                  {"a file name without .csv or .json", ".csv, .json"}, call.out));
    const auto table = tableOf(context, call);
    if (!table.ok())
        return context.fail(table.error());
    const auto written =
        core::writeTextFile(call.out, endsWith(".csv") ? core::toCsv(*table) : core::toJson(*table) + "\n");
    if (!written.ok())
        return context.fail(written.error().in(call.out));
    if (context.json)
        context.print(core::toJson(*table) + "\n");
    else
        context.print(call.out + ": " + std::to_string(table->rows.size()) + " rows\n");
}

} // namespace

void addExportVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand("export", "any table as CSV or JSON");
    const auto call = std::make_shared<ExportCall>();
    verb->add_option("WHAT", call->what,
                     "models, hardware; memory, memory-curve, step, communication (of a plan); files, "
                     "tracks, remarks (of a trace)")
        ->required();
    verb->add_option("INPUT", call->inputs, "MODEL HARDWARE for a plan's table, FILE… for a trace's");
    verb->add_option("--out", call->out, "FILE.csv or FILE.json")->required();
    addPlanOptions(*verb, call->plan);
    addOutputOptions(*verb, context);
    verb->callback([&context, call] { runExport(context, *call); });
}

} // namespace shardscope::app
