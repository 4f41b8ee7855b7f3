// SPDX-License-Identifier: GPL-3.0-or-later
// compare: run against run, plan against run, plan against plan; well-known layouts of a model on a machine.
#include "app/cli/checks.h"
#include "app/cli/sql_rows.h"
#include "app/cli/verbs.h"

#include "app/session/compare/difference.h"
#include "app/session/compare/named_sides.h"
#include "app/session/compare/runs_over_time.h"
#include "app/session/compare/sides_sql.h"
#include "app/session/plan/solved_options.h"
#include "app/session/questions/side_by_side.h"
#include "app/session/trace/analyses.h"

#include "app/cli/text_table.h"
#include "core/base/refusals.h"
#include "core/io/escape.h"
#include "core/io/files.h"
#include "core/run/work.h"
#include "core/units/plain_number.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace shardscope::app {
namespace {

struct CompareCall {
    ComparisonRequest request;
    bool allRows = false;
    PlanArguments plan; ///< of layouts: options alone
    std::vector<std::string> layouts;
    std::vector<std::string> toleranceOf;
    std::string report;
    bool anyway = false;
    std::string sql;
    SqlRows sqlRows;
};

/// Whether B is a machine and A no file: a model, then, or what somebody took for the name of one.
bool namesModelAndMachine(const core::Catalog& catalog, const ComparisonRequest& request)
{
    return !request.b.empty() && !core::files::exists(request.a) && !core::files::exists(request.b) &&
           catalog.hardware(request.b).ok();
}

/// The numbers of "64,128,256"; none where there is but one.
core::Result<std::vector<std::int64_t>> severalCounts(const PlanArguments& plan)
{
    std::vector<std::int64_t> counts;
    for (const auto& [key, value] : plan.options) {
        if (key != kDevicesOption || value.find(',') == std::string::npos)
            continue;
        for (const QString& one : QString::fromStdString(value).split(',')) {
            const auto count = core::parseWhole(one.trimmed().toStdString());
            if (!count || *count < 1)
                return core::Error{core::ErrorCode::WrongType, {"integer", value}}.in("--gpus");
            counts.push_back(*count);
        }
    }
    return counts;
}

Answered compareLayouts(Context& context, const CompareCall& call)
{
    SHARDSCOPE_TRY(const std::vector<std::int64_t> counts, severalCounts(call.plan));
    if (!counts.empty()) {
        SHARDSCOPE_TRY(const std::vector<SideBySide> answers,
                       sideBySideBy(context.catalog,
                                    {call.request.a, call.request.b, call.plan.planFile, call.plan.options,
                                     call.plan.calibration},
                                    call.layouts, counts, context.task));
        if (context.json) {
            context.print(core::jsonText(growthDocument(answers)) + "\n");
            return core::Done{};
        }
        context.print(growthTable(answers));
        context.print("\n" + linesOf(growthSentences(answers)));
        return core::Done{};
    }
    SHARDSCOPE_TRY(const SideBySide answer, sideBySide(context.catalog,
                                                       {call.request.a, call.request.b, call.plan.planFile,
                                                        call.plan.options, call.plan.calibration},
                                                       call.layouts, context.task));
    if (context.json) {
        context.print(core::jsonText(sideBySideDocument(answer)) + "\n");
        return core::Done{};
    }
    context.print(answer.model.title + " on " + answer.hardware.title + ": " +
                  std::to_string(answer.devices) + (answer.devices == 1 ? " device, " : " devices, ") +
                  (answer.globalBatch > 0 ? "global batch " + std::to_string(answer.globalBatch)
                                          : "each with the batch that suits it") +
                  "\n\n");
    context.print(sideBySideTable(answer));
    context.print("\n" + linesOf(sideBySideSentences(answer)));
    return core::Done{};
}

core::Result<std::map<std::string, double>> tolerances(const CompareCall& call)
{
    std::map<std::string, double> allowed;
    if (call.request.tolerance)
        allowed = {{"step", *call.request.tolerance}, {"memory", *call.request.tolerance}};
    std::vector<std::string> known{"step", "memory", "traffic"};
    for (const core::StepTerm term : core::valuesOf<core::StepTerm>())
        known.emplace_back(core::nameOf(term));
    for (const std::string& one : call.toleranceOf) {
        const std::size_t equals = one.find('=');
        const std::string name = one.substr(0, equals);
        const auto share = core::parseNumber(equals == std::string::npos ? "" : one.substr(equals + 1));
        if (!share || *share < 0)
            return core::Error{core::ErrorCode::WrongType, {"CATEGORY=FRACTION", one}}.in("--tolerance-of");
        if (std::ranges::find(known, name) == known.end())
            return core::unknownName(name, known, W_("category")).in("--tolerance-of");
        allowed[name] = *share;
    }
    return allowed;
}

Answered compareStories(Context& context, const CompareCall& call)
{
    SHARDSCOPE_TRY(const auto allowed, tolerances(call));
    SHARDSCOPE_TRY(
        const SideDifference difference,
        sideDifference(context.catalog, {call.request, call.plan.calibration, allowed}, context.task));
    for (const profiler::ImportReport& report : difference.imports)
        context.tellLost(report);
    const bool refused = !difference.obstacles.empty() && !call.anyway;
    if (refused || !difference.beyond.empty())
        context.exit = Exit::No;
    if (!call.sql.empty() && !refused) {
        SHARDSCOPE_TRY(const auto session, sqlOverSides(difference));
        return printRows(context, *session, call.sql, call.sqlRows);
    }
    if (context.json || call.report == "json") {
        context.print(differenceJson(difference));
        return core::Done{};
    }
    const std::string head = linesOf(obstacleLines(difference)) +
                             (refused ? "Not compared; --anyway compares nevertheless.\n"
                                      : linesOf(differenceSentences(difference, context.style) +
                                                furtherSentences(difference, context.style)));
    core::Report report = differenceReport(difference, call.allRows ? 0 : call.request.top);
    if (refused)
        report.tables.clear();
    if (call.report == "md") {
        std::string text = "# " + core::printable(report.title) + "\n\n" + head;
        for (const core::Table& table : report.tables)
            text += "\n## " + table.title + "\n\n" + markdownTable(table, context.style);
        context.print(text);
        return core::Done{};
    }
    context.print(head + "\n");
    context.print(report, call.allRows);
    return core::Done{};
}

/// Whether A alone is a folder of many runs, and not one run of which two parts are meant.
bool meansManyRuns(const ComparisonRequest& request)
{
    return request.b.empty() && !request.jobA && !request.jobB && !request.rankA && !request.rankB &&
           core::files::isFolder(request.a);
}

Answered compareRuns(Context& context, const CompareCall& call)
{
    SHARDSCOPE_TRY(const RunsOverTime runs,
                   runsOfFolder(context.catalog, call.request.a, call.request.tolerance, context.task));
    for (const profiler::ImportReport& report : runs.imports)
        context.tellLost(report);
    if (runs.beyond)
        context.exit = Exit::No;
    if (context.json || call.report == "json") {
        context.print(runsJson(runs));
        return core::Done{};
    }
    std::string head = linesOf(runsSentences(runs, context.style));
    for (const auto& [name, why] : runs.unread)
        head += core::printable(name) + ": " + why + "\n";
    const core::Report report = runsReport(runs);
    if (call.report == "md") {
        context.print("# " + core::printable(report.title) + "\n\n" + head + "\n" +
                      markdownTable(report.tables.front(), context.style));
        return core::Done{};
    }
    context.print(head + "\n");
    context.print(report.tables);
    return core::Done{};
}

} // namespace

void addCompareVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "compare", "plan against run, run against run: where the time and memory went apart; MODEL MACHINE: "
                   "well-known layouts beside each other");
    const auto call = std::make_shared<CompareCall>();
    verb->add_option("A", call->request.a,
                     "a plan, a trace, a pack, or a folder of one trace a rank; or a model")
        ->required();
    verb->add_option("B", call->request.b,
                     "what is set against it; none: A again, with two jobs or ranks, or A is a folder of "
                     "many runs, told in the order of time; or a machine");
    takesWhole(verb->add_option("--job-a", call->request.jobA,
                                "of files of several jobs in A, only this one, from 0"),
               0);
    takesWhole(verb->add_option("--job-b", call->request.jobB, "of files of several jobs in B"), 0);
    constexpr std::int64_t kMostRank = std::numeric_limits<std::int32_t>::max();
    takesWhole(verb->add_option("--rank-a", call->request.rankA, "only this rank of A"), 0, kMostRank);
    takesWhole(verb->add_option("--rank-b", call->request.rankB, "only this rank of B"), 0, kMostRank);
    verb->add_option("--model", call->request.model, "of plans that name none: catalogue name or file");
    verb->add_option("--hardware", call->request.hardware, "of plans that name none: catalogue name or file");
    takesWhole(verb->add_option("--top", call->request.top, "rows of the tables of names; 0: all"), 0);
    takesNumber(
        verb->add_option("--tolerance", call->request.tolerance,
                         "exit with 1 where step time or memory peak differ by more than this fraction "
                         "of A's"),
        0, 1e9);
    verb->add_option("--tolerance-of", call->toleranceOf,
                     "the same by category: product=0.05,launch=0.2; categories are those of the answer")
        ->delimiter(',');
    verb->add_flag("--anyway", call->anyway,
                   "compares although model, batch, precision, device or number of devices differ");
    takesOneOf(verb->add_option("--report", call->report, "to be sent on: md (Markdown) or json"),
               {"md", "json"});
    verb->add_option("--sql", call->sql,
                     "a statement over both instead: a.slice, b.slice, match and what docs/sql.md has");
    addRowOptions(*verb, call->sqlRows);
    verb->add_option("--rank-order", call->request.rankOrder,
                     "how ranks of a recording are numbered beside a plan, the fastest axis first: "
                     "tensor,context,pipeline,replica; without it as its groups and transfers tell");
    verb->add_flag("--all-rows", call->allRows, "prints every row");
    verb->add_option("--layouts", call->layouts, "of MODEL MACHINE: these alone (zero_2 megatron_tensor ...)")
        ->delimiter(',');
    addPlanOptions(*verb, call->plan);
    addDevicesOption(*verb, call->plan);
    addCalibrationOption(*verb, call->plan);
    answersWith(*verb, context, [&context, call]() -> Answered {
        if (namesModelAndMachine(context.catalog, call->request))
            return compareLayouts(context, *call);
        if (meansManyRuns(call->request))
            return compareRuns(context, *call);
        return compareStories(context, *call);
    });
}

} // namespace shardscope::app
