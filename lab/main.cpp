// SPDX-License-Identifier: GPL-3.0-or-later
// shardscope-lab: writes the tables of docs/accuracy.md, and says what a fit is worth on what it has not
// seen.
#include "app/cli/fit_arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/text_table.h"
#include "app/session/documents/documents.h"
#include "app/session/text/locale.h"
#include "app/session/text/messages.h"
#include "lab/accuracy_page.h"
#include "lab/one_run_page.h"
#include "lab/programs_page.h"
#include "lab/questions_page.h"
#include "lab/recordings_page.h"
#include "lab/trainings_page.h"

#include <CLI/CLI.hpp>
#include <QCoreApplication>

#include <cstdio>
#include <optional>

namespace {

using namespace shardscope;

/// \p refitted: with parts left out of every fit; else that table stays as it is.
core::Result<core::Done> writePage(const core::Catalog& catalog, const std::string& page,
                                   const std::vector<std::filesystem::path>& files, bool refitted,
                                   const core::Task& task)
{
    SHARDSCOPE_TRY(const app::Validation validation, app::validateCases(catalog, files, task));
    const std::vector<std::filesystem::path> none;
    SHARDSCOPE_TRY(const std::vector<lab::FitOnPage> fits,
                   lab::fitsOnPage(catalog, refitted ? files : none, task));
    lab::PageBlocks blocks = lab::accuracyBlocks(validation, fits);
    if (!refitted)
        std::erase_if(blocks, [](const auto& block) { return block.first == "left out"; });
    return lab::writeAccuracyPage(page, blocks);
}

core::Result<core::Done> writePrograms(const core::Catalog& catalog, const std::string& page,
                                       const std::vector<std::filesystem::path>& files,
                                       const core::Task& task)
{
    SHARDSCOPE_TRY(const app::Validation validation, app::validateCases(catalog, files, task));
    SHARDSCOPE_TRY(const std::vector<app::Case> cases, app::loadCases(catalog, files));
    return lab::writeAccuracyPage(page, lab::programBlocks(validation, cases));
}

core::Result<core::Done> writeOneRun(const core::Catalog& catalog, const std::string& page,
                                     const std::vector<std::filesystem::path>& files, const core::Task& task)
{
    SHARDSCOPE_TRY(const auto rows, lab::oneRunRows(catalog, files, task));
    return lab::writeAccuracyPage(page, lab::oneRunBlocks(rows));
}

core::Result<core::Done> writeQuestions(const core::Catalog& catalog, const std::string& page,
                                        const std::string& list, const core::Task& task)
{
    SHARDSCOPE_TRY(const auto rows, lab::questionRows(catalog, list, task));
    return lab::writeAccuracyPage(page, lab::questionBlocks(rows));
}

core::Result<core::Done> writeRecordings(const core::Catalog& catalog, const std::string& page,
                                         const std::string& list, const std::string& folder,
                                         const core::Task& task)
{
    SHARDSCOPE_TRY(const auto recordings, lab::knownRecordings(list, folder));
    SHARDSCOPE_TRY(const auto rows, lab::recordingRows(catalog, recordings, task));
    return lab::writeAccuracyPage(page, lab::recordingBlocks(rows));
}

core::Result<core::Done> writeTrainings(const core::Catalog& catalog, const std::string& page,
                                        const std::string& list, const core::Task& task)
{
    SHARDSCOPE_TRY(const auto rows, lab::trainingRows(catalog, list, task));
    return lab::writeAccuracyPage(page, lab::trainingBlocks(rows));
}

core::Result<core::Done> leaveOut(const core::Catalog& catalog, const app::FitArguments& fit,
                                  const std::vector<std::string>& by, const core::Task& task)
{
    SHARDSCOPE_TRY(const app::CalibrationCall call, app::settled(fit));
    SHARDSCOPE_TRY(const auto errors, lab::leaveOutOn(catalog, call, by, task));
    std::fputs(app::textTable(lab::leftOutTable(errors), {}).c_str(), stdout);
    return core::Done{};
}

} // namespace

int main(int argc, char** argv)
{
    app::chooseUtf8();
    const QCoreApplication application(argc, argv); // knows the program's folder, where resources may lie
    app::keepNumbersPlain();
    const app::Interrupt interrupt;
    const core::Catalog catalog(app::findResources());
    core::Result<core::Done> answer = core::Done{};

    CLI::App program("Measures Shardscope's planner. For its development: nothing of this is installed.",
                     "shardscope-lab");
    program.require_subcommand(1);
    std::string page;
    std::vector<std::filesystem::path> cases;
    CLI::App* write = program.add_subcommand(
        "page", "writes a Markdown page's tables anew, every calibration refitted with parts left out");
    write->add_option("PAGE", page, "docs/accuracy.md, or one with such marks")->required();
    write->add_option("CASES", cases, "case files, or lists of published runs");
    bool quick = false;
    write->add_flag("--no-refits", quick, "leaves the table of fits with parts left out as it is: minutes");
    write->callback([&] { answer = writePage(catalog, page, cases, !quick, interrupt.task()); });

    CLI::App* programs = program.add_subcommand(
        "programs", "writes the page's table of errors by framework and machine anew, without options");
    programs->add_option("PAGE", page, "docs/accuracy.md, or one with such a mark")->required();
    programs->add_option("CASES", cases, "case files, or lists of published runs")->required();
    programs->callback([&] { answer = writePrograms(catalog, page, cases, interrupt.task()); });

    CLI::App* one = program.add_subcommand(
        "one-run", "writes the page's table of systems anew that were calibrated on one of their runs each");
    one->add_option("PAGE", page, "docs/accuracy.md, or one with such a mark")->required();
    one->add_option("CASES", cases, "case files, or lists of published runs")->required();
    one->callback([&] { answer = writeOneRun(catalog, page, cases, interrupt.task()); });

    std::string list;
    CLI::App* questions = program.add_subcommand(
        "questions", "writes the page's table of common questions anew, each as a search answers it");
    questions->add_option("PAGE", page, "docs/accuracy.md, or one with such a mark")->required();
    questions->add_option("LIST", list, "lab/questions.json, or one like it")->required();
    questions->callback([&] { answer = writeQuestions(catalog, page, list, interrupt.task()); });

    std::string folder;
    CLI::App* recorded = program.add_subcommand(
        "recordings", "writes the page's table of recorded runs anew, each against its plan");
    recorded->add_option("PAGE", page, "docs/accuracy.md, or one with such a mark")->required();
    recorded->add_option("LIST", list, "lab/recordings.json, or one like it")->required();
    recorded->add_option("FOLDER", folder, "that its files lie in")->required();
    recorded->callback([&] { answer = writeRecordings(catalog, page, list, folder, interrupt.task()); });

    CLI::App* trained = program.add_subcommand(
        "trainings", "writes the page's table of whole trainings anew, each as a study answers it");
    trained->add_option("PAGE", page, "docs/accuracy.md, or one with such a mark")->required();
    trained->add_option("LIST", list, "lab/trainings.json, or one like it")->required();
    trained->callback([&] { answer = writeTrainings(catalog, page, list, interrupt.task()); });

    app::FitArguments fit;
    std::vector<std::string> by;
    CLI::App* left =
        program.add_subcommand("leave-out", "errors of a fit with each value of a quantity left out in turn");
    app::addFitOptions(*left, fit);
    left->get_option("--hardware")->required();
    left->add_option("--by", by,
                     "hidden, tensor, micro_batch, cell (of the three), shape, system (a group of cases)")
        ->delimiter(',')
        ->required();
    left->callback([&] { answer = leaveOut(catalog, fit, by, interrupt.task()); });

    CLI11_PARSE(program, argc, argv);
    interrupt.wipe();
    if (answer.ok())
        return 0;
    std::fputs(("shardscope-lab: " + app::errorText(answer.error()).toStdString() + "\n").c_str(), stderr);
    return 2;
}
