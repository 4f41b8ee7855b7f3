// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/trainings_page.h"

#include "app/session/accuracy/interval.h"
#include "app/session/plan/read_plan.h"
#include "app/session/search/layout_words.h"
#include "app/session/study/scenario_account.h"
#include "app/session/text/messages.h"
#include "core/io/files.h"
#include "core/io/spec_reader.h"
#include "core/io/text_file.h"
#include "core/units/plain_number.h"
#include "planner/planner.h"

#include <algorithm>
#include <utility>

namespace shardscope::lab {
namespace {

using core::Result;

struct PublishedTraining {
    app::JobStudy study;
    std::string run;      ///< in resources/reliability.json: left out; empty: it is not there
    bool laidOut = false; ///< its layout was published whole
    TrainingRow row;
};

std::optional<double> figureAt(core::SpecReader& reader, const char* key)
{
    constexpr double kMost = 1e30;
    return reader.has(key) ? std::optional(reader.number(key, 0, kMost)) : std::nullopt;
}

Result<std::vector<PublishedTraining>> readTrainings(const std::filesystem::path& list)
{
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(list));
    SHARDSCOPE_TRY(const core::Value document, core::parseJsonText(text, list.string()));
    core::FirstError errors;
    std::vector<PublishedTraining> all;
    core::SpecReader::eachIn(document, {}, errors, [&](core::SpecReader& one) {
        PublishedTraining training;
        training.row.name = one.text("name");
        training.row.source = one.text("source");
        training.row.note = one.textOr("note", {});
        training.run = one.textOr("run", {});
        training.laidOut = one.flagOr("laid_out", false);
        if (const core::Value* study = one.find("study")) {
            if (auto read = app::readStudy(*study, list.string()); read.ok())
                training.study = std::move(*read);
            else
                one.fail(read.error(), "study");
        }
        one.inside("published", true, [&](core::SpecReader& published) {
            training.row.rate.published = figureAt(published, "tokens_per_second_per_device");
            training.row.goodput.published = figureAt(published, "goodput");
            if (const auto least = figureAt(published, "goodput_at_least"))
                training.row.goodput = {least, true, {}};
            training.row.days.published = figureAt(published, "days");
            training.row.energy.published = figureAt(published, "energy_joules");
            published.rejectUnused();
        });
        one.rejectUnused();
        all.push_back(std::move(training));
    });
    if (errors)
        return errors.get()->in(list.string());
    return all;
}

/// \p scenario with the layout that its plan says, whole, searched for nowhere: it ran, whatever memory our
/// frameworks would want for it. What does not stand in it is as a plan has it that does not say so.
Result<app::SolvedScenario> asLaidOut(const core::Catalog& catalog, const app::StudyJob& job,
                                      const app::StudyScenario& scenario, const core::Task& task)
{
    app::SolvedScenario solved;
    solved.scenario = scenario;
    SHARDSCOPE_TRY(const core::ModelSpec model, catalog.model(job.model));
    SHARDSCOPE_TRY(const core::HardwareSpec described, catalog.hardware(scenario.hardware));
    SHARDSCOPE_TRY(solved.hardware, app::changedMachine(described, scenario.changes));
    std::vector<std::pair<std::string, std::string>> options{
        {"framework", scenario.framework},
        {"global-batch", job.globalBatch},
        {"sequence-length", std::to_string(job.sequenceLength)},
        {"training-tokens", core::fixedText(job.tokens, 0)}};
    if (!job.precision.empty())
        options.emplace_back("compute", job.precision);
    options.insert(options.end(), scenario.plan.begin(), scenario.plan.end());
    SHARDSCOPE_TRY(const core::Plan plan, app::readPlan({}, {}, options, model));
    SHARDSCOPE_TRY(core::Evaluation evaluation,
                   planner::evaluate(model, solved.hardware, plan, planner::Detail::Plain, task));
    app::FoundLayout found;
    found.hit.plan = evaluation.plan;
    found.hit.devices = evaluation.devices;
    found.hit.stepSeconds = evaluation.step.at(core::StepPart::Total).seconds.value();
    found.hit.samplesPerSecond = evaluation.throughput.samplesPerSecond;
    if (evaluation.training)
        found.hit.trainingSeconds = evaluation.training->seconds.value();
    found.step = app::stepInterval(model, solved.hardware, evaluation);
    solved.best = std::move(found);
    solved.evaluation = std::make_shared<const core::Evaluation>(std::move(evaluation));
    return solved;
}

void answer(const app::SolvedScenario& solved, TrainingRow& row)
{
    const auto devices = static_cast<double>(solved.devices);
    const double step = solved.best->hit.stepSeconds;
    const double rate = solved.tokensPerSecond / devices;
    row.calibrated = !solved.best->step.stated;
    row.rate.answered = {rate * step / solved.best->step.interval.high, rate,
                         rate * step / solved.best->step.interval.low};
    row.goodput.answered = solved.goodput.share;
    row.days.answered = solved.seconds * (1 / app::kStudyDay);
    if (solved.energy)
        row.energy.answered = *solved.energy;
    row.layout = app::layoutWords(solved.evaluation->plan);
}

std::string digits(double value)
{
    constexpr double kManyDigits = 100;
    return value < kManyDigits ? core::numberText(value, 3) : core::fixedText(value, 0);
}

std::string publishedCell(const TrainingFigure& figure, double unit)
{
    if (!figure.published)
        return {};
    return (figure.atLeast ? "> " : "") + digits(*figure.published / unit);
}

/// "23.1 (20.4 to 27.9), inside".
std::string answeredCell(const TrainingFigure& figure, double unit, const TrainingRow& row)
{
    if (!row.refused.empty() || figure.answered.likely == 0)
        return {};
    const app::Spread& all = figure.answered;
    std::string text =
        digits(all.likely / unit) + " (" + digits(all.low / unit) + " to " + digits(all.high / unit) + ")";
    if (const auto inside = figure.inside())
        text += *inside ? ", inside" : ", **outside**";
    return text;
}

/// "9 of 10".
std::string counted(const std::vector<TrainingRow>& rows, TrainingFigure TrainingRow::*figure)
{
    std::size_t all = 0;
    std::size_t within = 0;
    for (const TrainingRow& row : rows) {
        const auto inside = (row.*figure).inside();
        if (!inside || !row.refused.empty())
            continue;
        ++all;
        within += *inside ? 1 : 0;
    }
    return std::to_string(within) + " of " + std::to_string(all);
}

} // namespace

Result<std::vector<TrainingRow>> trainingRows(const core::Catalog& catalog, const std::filesystem::path& list,
                                              const core::Task& task)
{
    SHARDSCOPE_TRY(std::vector<PublishedTraining> trainings, readTrainings(list));
    SHARDSCOPE_TRY(const app::Reliability known, app::readReliability(catalog));
    std::vector<TrainingRow> rows;
    for (PublishedTraining& training : trainings) {
        app::StudyJob& job = training.study.job;
        if (const auto beside = list.parent_path() / job.model; core::files::exists(beside))
            job.model = beside.string();
        app::StudyScenario& scenario = training.study.scenarios.front();
        const auto own = std::ranges::find(known.trainings, training.run, &app::Reliability::Training::run);
        if (own != known.trainings.end()) { // what it told of its interruptions, not of its share of time
            scenario.failures = own->failures;
            SHARDSCOPE_TRY(const core::HardwareSpec hardware, catalog.hardware(scenario.hardware));
            if (auto& rate = scenario.failures.perThousandNodeDays) // a node as the machine has it
                rate = *rate * (static_cast<double>(hardware.devicesPerNode) / own->devicesPerNode);
        }
        auto answered = training.laidOut ? asLaidOut(catalog, job, scenario, task)
                                         : app::solveScenario(catalog, job, scenario, task);
        SHARDSCOPE_TRY(app::SolvedScenario solved, std::move(answered));
        TrainingRow& row = training.row;
        if (!solved.feasible()) {
            row.refused = solved.refused ? app::errorText(*solved.refused).toStdString() : "nothing fits";
        } else {
            app::Reliability others = known;
            std::erase_if(others.trainings, [&](const auto& one) { return one.run == training.run; });
            SHARDSCOPE_TRY(const core::ModelSpec model, catalog.model(job.model));
            app::accountTraining(job, others, core::parameterCount(model), solved);
            answer(solved, row);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

PageBlocks trainingBlocks(const std::vector<TrainingRow>& rows)
{
    constexpr double kMegawattHour = 3.6e9;
    std::string text = rowLine({"training", "tokens/s and device", "answered", "goodput", "answered", "days",
                                "answered", "MWh", "answered", "layout"});
    text += "|---|---|---|---|---|---|---|---|---|---|\n";
    for (const TrainingRow& row : rows)
        text += rowLine({row.name, publishedCell(row.rate, 1), answeredCell(row.rate, 1, row),
                         publishedCell(row.goodput, 1), answeredCell(row.goodput, 1, row),
                         publishedCell(row.days, 1), answeredCell(row.days, 1, row),
                         publishedCell(row.energy, kMegawattHour),
                         row.energy.published ? answeredCell(row.energy, kMegawattHour, row) : std::string(),
                         row.refused.empty() ? row.layout : row.refused});
    text += "\nInside their ranges: speed " + counted(rows, &TrainingRow::rate) + ", goodput " +
            counted(rows, &TrainingRow::goodput) + ", days " + counted(rows, &TrainingRow::days) +
            ", energy " + counted(rows, &TrainingRow::energy) + ".\n\n";
    for (const TrainingRow& row : rows)
        text += "- " + row.name + ": " + row.source + (row.note.empty() ? "" : "; " + row.note) + ".\n";
    return {{"trainings", text}};
}

} // namespace shardscope::lab
