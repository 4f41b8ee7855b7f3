// SPDX-License-Identifier: GPL-3.0-or-later
// study: one job, several ways to run it, and which to take.
#include "app/cli/checks.h"
#include "app/cli/text_table.h"
#include "app/cli/verbs.h"

#include "app/session/study/solved_study.h"
#include "app/session/study/study_view.h"
#include "core/report/table.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>

namespace shardscope::app {
namespace {

struct StudyCall {
    std::string file;
    bool csv = false;
    StudyView view;
};

Answered runStudy(Context& context, const StudyCall& call)
{
    SHARDSCOPE_TRY(const JobStudy study, readStudy(call.file));
    SHARDSCOPE_TRY(const SolvedStudy solved, solveStudy(context.catalog, study, context.task));
    if (!solved.decision)
        context.exit = Exit::No;
    core::Report report = studyReport(solved);
    if (!report.tables.empty() && !call.view.asksNothing()) {
        SHARDSCOPE_TRY(report.tables.front(), viewed(std::move(report.tables.front()), call.view));
    }
    if (context.json) {
        context.print(studyJson(solved));
    } else if (call.csv) {
        context.print(core::toCsv(report.tables.front()));
    } else {
        context.print(decisionSentence(solved, context.style).toStdString() + "\n\n");
        context.print(report.tables);
        for (const BreakEven& one : solved.breakEven)
            context.print("- " + breakEvenSentence(one).toStdString() + "\n");
        context.print("\n");
        for (const QString& risk : riskSentences(solved, context.style))
            context.print("- " + risk.toStdString() + "\n");
    }
    return core::Done{};
}

} // namespace

void addStudyVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "study",
        "one job over several machines, counts and prices: days, money, energy, goodput, a decision");
    const auto call = std::make_shared<StudyCall>();
    verb->add_option("FILE", call->file, "the study: JSON, YAML or TOML (docs/study.md)")->required();
    verb->add_flag("--csv", call->csv, "the scenarios alone, as CSV");
    verb->add_option("--columns", call->view.columns, "of the table of scenarios, by their keys")
        ->delimiter(',')
        ->allow_extra_args(false);
    verb->add_option("--sort", call->view.sort, "a column's key; with a minus before it the largest first");
    verb->add_option("--where", call->view.where,
                     "scenarios that keep a condition: cost<3M, training_seconds<\"60 days\", machine~h100")
        ->allow_extra_args(false);
    verb->add_option("--group", call->view.group, "a column's key: scenarios with the same value together");
    answersWith(*verb, context, [&context, call] { return runStudy(context, *call); });
}

} // namespace shardscope::app
