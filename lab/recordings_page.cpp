// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/recordings_page.h"

#include "app/session/compare/difference.h"
#include "app/session/guess/guess.h"
#include "app/session/plan/read_plan.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "core/base/joined.h"
#include "core/io/files.h"
#include "core/io/spec_reader.h"
#include "core/io/text_file.h"
#include "core/plan/plan_fields.h"
#include "core/units/percent.h"
#include "core/units/text.h"
#include "planner/calibration.h"
#include "profiler/profiler.h"

#include <algorithm>
#include <memory>

namespace shardscope::lab {
namespace {

std::string percentCell(double fraction) { return core::percentText(fraction, 2); }

std::string secondsCell(const std::optional<double>& value)
{
    return value ? core::quantityText(*value, core::kSecond).joined() : std::string();
}

/// A recording as it is worked on.
struct Opened {
    const KnownRecording* known = nullptr;
    app::RecordedRun run;
    std::optional<app::RunCalibration> own; ///< none: it cannot be calibrated on
};

/// Why something is not possible, without the sentence around it.
std::string reasonText(const core::Error& error)
{
    return error.code == core::ErrorCode::NotSupported && error.args.size() > 1
               ? app::phraseText(error.args[1]).toStdString()
               : app::errorText(error).toStdString();
}

/// Whether the plan of \p file says anything of \p field.
bool says(const core::Value& file, const core::PlanField& field)
{
    const core::Value* at = &file;
    const std::string& pointer = field.key.pointer;
    for (std::size_t begin = 1; at != nullptr && begin <= pointer.size();) {
        const std::size_t end = std::min(pointer.find('/', begin), pointer.size());
        at = at->find(pointer.substr(begin, end - begin));
        begin = end + 1;
    }
    return at != nullptr;
}

/// Of a recording that does not tell its model: why, and what of the plan it tells nevertheless. \p said: the
/// plan's file, whose defaults nobody claims.
std::string partlyTold(const app::Guess& guess, const app::PlanResult& truth, const core::Value& said)
{
    std::string text = "model not told";
    for (const app::NotGuessed& one : guess.notKnown) {
        if (one.key == "model")
            text += " (" + app::phraseText(one.because).toStdString() + ")";
    }
    const auto plan = app::readPlan(guess.plan, {}, {}, truth.model);
    std::vector<std::string> right;
    std::vector<std::string> wrong;
    for (const core::PlanField& field : core::planFields()) {
        std::string key = field.key.pointer.substr(1);
        std::ranges::replace(key, '/', '.');
        if (!plan.ok() || std::ranges::find(guess.facts, key, &app::GuessedFact::key) == guess.facts.end())
            continue;
        if (field.get(*plan) == field.get(truth.evaluation.plan))
            right.push_back(field.key.option);
        else if (says(said, field))
            wrong.push_back(field.key.option);
    }
    if (!right.empty())
        text += "; told, and the plan's: " + core::joined(right, ", ");
    if (!wrong.empty())
        text += "; not the plan's: " + core::joined(wrong, ", ");
    return text;
}

/// Keys of the plan that are guessed otherwise, and whether the model's size is the plan's.
std::string guessText(const core::Catalog& catalog, const Opened& opened, const core::Task& task)
{
    const app::PlanResult& truth = *opened.run.plan;
    const auto guess = app::guessedPlan(catalog, opened.run, truth.hardware.name, task);
    if (!guess.ok()) {
        const auto told = app::guessPlan(catalog, opened.run.run, task);
        if (!told.ok() || told->known())
            return "not told: " + reasonText(guess.error());
        const auto text = core::readTextFile(opened.known->plan);
        const auto said =
            text.ok() ? core::parseJsonText(*text, {}) : core::Result<core::Value>(core::Value{});
        return partlyTold(*told, truth, said.ok() ? *said : core::Value{});
    }
    std::size_t same = 0;
    std::vector<std::string> others;
    for (const core::PlanField& field : core::planFields()) {
        if (field.get(guess->evaluation.plan) == field.get(truth.evaluation.plan))
            ++same;
        else
            others.push_back(field.key.option);
    }
    const double own = core::parameterCount(guess->model);
    const double told = core::parameterCount(truth.model);
    std::string text = std::to_string(same) + " of " + std::to_string(same + others.size()) + " keys";
    if (!others.empty())
        text += ", not " + core::joined(others, ", ");
    return text + (own == told ? "; the model's parameters"
                               : "; parameters " + percentCell(own / told - 1) + " off");
}

std::string errorsText(const app::RecordingError& before, const app::RecordingError& after)
{
    return "work " + percentCell(before.work) + " to " + percentCell(after.work) + ", step " +
           percentCell(before.step) + " to " + percentCell(after.step);
}

/// What each of the others that was accepted makes of this one; empty where its work cannot be measured.
std::string leftOutText(const core::Catalog& catalog, const std::vector<Opened>& all, const Opened& one,
                        const core::Task& task)
{
    std::vector<std::string> told;
    for (const Opened& other : all) {
        if (&other == &one || !other.own || !other.own->accepted() ||
            other.own->hardware != one.run.plan->hardware.name)
            continue;
        const auto before = app::errorOn(catalog, one.run, {}, task);
        const auto after = app::errorOn(catalog, one.run, other.own->changed, task);
        if (before.ok() && after.ok())
            told.push_back("by " + other.known->name + ": " + errorsText(*before, *after));
    }
    return core::joined(told, "; ");
}

core::Result<RecordingRow> rowOf(const core::Catalog& catalog, const Opened& opened, const core::Task& task)
{
    RecordingRow row;
    row.name = opened.known->name;
    row.unprofiled = opened.known->unprofiled;
    app::ComparedSide side;
    side.run = std::make_shared<const profiler::AnalysisInput>(opened.run.run);
    SHARDSCOPE_TRY(app::DifferenceSide recorded, app::differenceSide(catalog, side, {}, task));
    SHARDSCOPE_TRY(app::DifferenceSide planned, app::evaluatedSide(*opened.run.plan, task));
    SHARDSCOPE_TRY(const profiler::RunFigures figures, profiler::runFigures(*side.run, task));
    if (figures.divided) {
        row.recorded = figures.divided->stepNs * 1e-9;
        if (figures.divided->unrecorded.known())
            row.unrecorded = figures.divided->unrecorded.seconds;
    }
    row.planned = planner::predictedFigure(opened.run.plan->evaluation, "step_seconds");
    const app::SideDifference difference = app::sideDifference(std::move(planned), std::move(recorded));
    if (!difference.steps.pairs.empty())
        row.explained = difference.steps.explained;
    row.refused = core::joined(difference.obstacles, ", ", [](const app::Obstacle& one) {
        return one.what + ' ' + app::phraseText(one.b).toStdString() + " for " +
               app::phraseText(one.a).toStdString();
    });
    row.guess = guessText(catalog, opened, task);
    return row;
}

} // namespace

core::Result<std::vector<KnownRecording>> knownRecordings(const std::filesystem::path& list,
                                                          const std::filesystem::path& folder)
{
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(list));
    SHARDSCOPE_TRY(const core::Value document, core::parseJsonText(text, list.string()));
    std::vector<KnownRecording> all;
    core::FirstError errors;
    for (const core::Value& item : document.items) {
        core::SpecReader reader(item, {}, errors);
        KnownRecording one;
        one.name = reader.text("name");
        for (const std::string& run : reader.textsOr("runs"))
            one.runs.push_back(folder / run);
        one.plan = folder / reader.text("plan");
        if (reader.has("unprofiled_seconds"))
            one.unprofiled = reader.number("unprofiled_seconds", 0, 1e6);
        const auto there = [](const std::filesystem::path& file) { return core::files::exists(file); };
        if (there(one.plan) && std::ranges::all_of(one.runs, there))
            all.push_back(std::move(one));
    }
    if (errors)
        return errors.get()->in(list.string());
    return all;
}

core::Result<std::vector<RecordingRow>> recordingRows(const core::Catalog& catalog,
                                                      const std::vector<KnownRecording>& recordings,
                                                      const core::Task& task)
{
    std::vector<Opened> all;
    std::vector<std::string> own;
    for (const KnownRecording& known : recordings) {
        Opened one;
        one.known = &known;
        SHARDSCOPE_TRY(const profiler::ImportedRun imported, profiler::importTrace(known.runs, task));
        SHARDSCOPE_TRY(app::PlanResult plan,
                       app::evaluatePlan(catalog, {"", "", known.plan.string(), {}}, planner::Detail::Plain));
        SHARDSCOPE_TRY(std::vector<app::RecordedRun> runs, app::recordedRuns(imported.run, {plan}, task));
        one.run = std::move(runs.front());
        app::RunCalibrationCall call;
        call.runs = {one.run};
        auto made = app::calibrateOnRuns(catalog, call, task);
        own.push_back(made.ok() ? app::runCalibrationText(*made).toStdString()
                                : "Not possible: " + reasonText(made.error()) + ".");
        if (made.ok())
            one.own = std::move(*made);
        all.push_back(std::move(one));
    }
    std::vector<RecordingRow> rows;
    for (std::size_t at = 0; at < all.size(); ++at) {
        SHARDSCOPE_TRY(RecordingRow row, rowOf(catalog, all[at], task));
        row.own = own[at];
        row.leftOut = leftOutText(catalog, all, all[at], task);
        rows.push_back(std::move(row));
    }
    return rows;
}

PageBlocks recordingBlocks(const std::vector<RecordingRow>& rows)
{
    std::string text = "| recording | planned | recorded | without its recorder, told | measured without | "
                       "difference explained | guessed plan against this one | calibrated on it | calibrated "
                       "on others |\n|---|---|---|---|---|---|---|---|---|\n";
    for (const RecordingRow& row : rows) {
        const std::string explained = row.explained ? percentCell(*row.explained) : std::string();
        text += rowLine({row.name, secondsCell(row.planned), secondsCell(row.recorded),
                         secondsCell(row.unrecorded), secondsCell(row.unprofiled),
                         explained + (row.refused.empty() ? "" : " (not the plan's: " + row.refused + ")"),
                         row.guess, row.own, row.leftOut});
    }
    return {{"recordings", text}};
}

} // namespace shardscope::lab
