// SPDX-License-Identifier: GPL-3.0-or-later
// report: a study as a memo that can be sent on.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/documents/kept_inputs.h"
#include "app/session/study/study_memo.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/io/text_file.h"

#include <CLI/CLI.hpp>

#include <QCoreApplication>
#include <QDate>
#include <QTranslator>

#include <filesystem>
#include <memory>
#include <string>

namespace shardscope::app {
namespace {

struct ReportCall {
    std::string file;
    std::string out;
    std::string language = "en";
};

Answered runReport(Context& context, const ReportCall& call)
{
    if (std::filesystem::path(call.out).extension() != ".html")
        return core::notSupportedFor(call.out,
                                     W_("memos are written as HTML, which any browser prints as PDF"))
            .in("--out");
    SHARDSCOPE_TRY_DONE(keepsInputs(call.out, {call.file}));
    SHARDSCOPE_TRY(const JobStudy study, readStudy(call.file));
    SHARDSCOPE_TRY(const SolvedStudy solved, solveStudy(context.catalog, study, context.task));
    const QString language = QString::fromStdString(call.language);
    QTranslator translator; // of the memo alone: the command line itself speaks English
    if (translator.load(QStringLiteral(":/i18n/shardscope_%1.qm").arg(language)))
        QCoreApplication::installTranslator(&translator);
    const MemoMade made{QDate::currentDate().toString(Qt::ISODate), language};
    SHARDSCOPE_TRY_DONE(core::writeTextFile(call.out, studyMemo(solved, made, context.style).toStdString()));
    if (!solved.decision)
        context.exit = Exit::No;
    return core::Done{};
}

} // namespace

void addReportVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand("report", "a study as a memo: one HTML file, in English or Japanese");
    const auto call = std::make_shared<ReportCall>();
    verb->add_option("STUDY", call->file, "the study, as study takes it")->required();
    verb->add_option("--out", call->out, "FILE.html")->required();
    verb->add_option("--language", call->language, "of the memo")->check(CLI::IsMember({"en", "ja"}));
    answersWith(*verb, context, [&context, call] { return runReport(context, *call); });
}

} // namespace shardscope::app
