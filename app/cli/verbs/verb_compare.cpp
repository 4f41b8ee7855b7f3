// SPDX-License-Identifier: GPL-3.0-or-later
// compare: run against run, plan against run, plan against plan; well-known layouts of a model on a machine.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/plan/solved_options.h"
#include "app/session/questions/side_by_side.h"
#include "app/session/trace/analyses.h"
#include "app/session/trace/comparison.h"

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
};

/// Whether A is a model and B a machine, by their names.
bool namesModelAndMachine(const core::Catalog& catalog, const ComparisonRequest& request)
{
    const auto has = [](const std::vector<std::string>& names, const std::string& name) {
        return std::ranges::find(names, name) != names.end();
    };
    return has(catalog.modelNames(), request.a) && has(catalog.hardwareNames(), request.b);
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
                  std::to_string(answer.devices) + " devices, " +
                  (answer.globalBatch > 0 ? "global batch " + std::to_string(answer.globalBatch)
                                          : "each with the batch that suits it") +
                  "\n\n");
    context.print(sideBySideTable(answer));
    context.print("\n" + linesOf(sideBySideSentences(answer)));
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
                     "what is set against it; none: A again, with two jobs or ranks; or a machine");
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
    verb->add_flag("--all-rows", call->allRows, "prints every row");
    verb->add_option("--layouts", call->layouts, "of MODEL MACHINE: these alone (zero_2 megatron_tensor ...)")
        ->delimiter(',');
    addPlanOptions(*verb, call->plan);
    addDevicesOption(*verb, call->plan);
    addCalibrationOption(*verb, call->plan);
    answersWith(*verb, context, [&context, call]() -> Answered {
        if (namesModelAndMachine(context.catalog, call->request))
            return compareLayouts(context, *call);
        SHARDSCOPE_TRY(const Comparison comparison, compare(context.catalog, call->request, context.task));
        for (const profiler::ImportReport& report : comparison.imports)
            context.tellLost(report);
        context.json ? context.print(reportJson(comparison.report))
                     : context.print(comparison.report, call->allRows);
        if (!comparison.within)
            context.exit = Exit::No;
        return core::Done{};
    });
}

} // namespace shardscope::app
