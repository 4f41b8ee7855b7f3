// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/calibrate/recorded_runs.h"

#include "app/session/accuracy/recording_facts.h"
#include "app/session/compare/side.h"
#include "app/session/guess/guess.h"
#include "app/session/plan/read_plan.h"
#include "app/session/trace/selection.h"
#include "core/base/joined.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/catalog/model_file.h"
#include "core/timeline/timeline.h"
#include "profiler/profiler.h"

#include <array>
#include <chrono>
#include <utility>

namespace shardscope::app {
namespace {

/// What does not agree, as a phrase of the recording against its plan; %1 is the plan's, %2 the recording's.
constexpr std::pair<std::string_view, std::string_view> kOtherwise[]{
    {"model", W_("its largest products have weights of %2, the plan's of %1")},
    {"device", W_("it was made on %2, the plan is for %1")},
    {"world", W_("it is of %2 ranks, the plan of %1")},
    {"precision", W_("its products are in %2, the plan's in %1")},
    {"micro_batch", W_("its products meet %2 tokens at once, the plan's %1")},
    {"batch", W_("its products meet %2 tokens a step, the plan's %1")},
    {"sequence", W_("its sequences have %2 tokens, the plan's %1")}};

std::string plain(const std::string& value)
{
    const auto told = core::phraseOf(value);
    return told && !told->values.empty() ? told->values.front() : value;
}

} // namespace

core::Result<PlanResult> guessedPlan(const core::Catalog& catalog, const RecordedRun& one,
                                     const std::string& hardware, const core::Task& task)
{
    SHARDSCOPE_TRY(const Guess guess, guessPlan(catalog, one.run, task));
    const std::string& machine = hardware.empty() ? guess.hardware : hardware;
    if (!guess.known() || machine.empty())
        return (guess.known()
                    ? core::notSupported(W_("a recording that does not tell its machine"),
                                         W_("name the hardware"))
                    : core::notSupported(W_("a recording that does not tell its model"), W_("name its plan")))
            .in(one.label);
    SHARDSCOPE_TRY(core::ModelSpec model, guess.model && guess.modelName.empty()
                                              ? core::parseModel(*guess.model, one.label)
                                              : catalog.model(guess.modelName));
    SHARDSCOPE_TRY(core::HardwareSpec spec, catalog.hardware(machine));
    SHARDSCOPE_TRY(const core::Plan plan, readPlan(guess.plan, one.label, {}, model));
    SHARDSCOPE_TRY(core::Evaluation evaluation, planner::evaluate(model, spec, plan, planner::Detail::Plain));
    return PlanResult{std::move(model), std::move(spec), std::move(evaluation)};
}

core::Result<RecordedPlan> recordedPlan(const core::Catalog& catalog, const RecordedRun& one,
                                        const std::string& hardware, std::vector<std::string>& against,
                                        const core::Task& task)
{
    RecordedPlan own;
    own.label = one.label;
    if (one.plan)
        own.planned = *one.plan;
    if (!one.plan) {
        SHARDSCOPE_TRY(own.planned, guessedPlan(catalog, one, hardware, task));
    }
    ComparedSide side;
    side.title = one.label;
    side.run = std::make_shared<const profiler::AnalysisInput>(one.run);
    SHARDSCOPE_TRY(DifferenceSide recorded, differenceSide(catalog, side, {}, task));
    SHARDSCOPE_TRY(const profiler::RunFigures figures, profiler::runFigures(*side.run, task));
    if (figures.steps == 0 || !figures.computingNs || recorded.steps.devices.empty())
        return core::notSupported(W_("a recording without steps or without kernels of a device"),
                                  W_("by these it tells rates"))
            .in(one.label);
    if (own.planned.evaluation.step.empty())
        return core::notSupported(W_("a plan without a step to time"),
                                  W_("nothing of it can be held against the recording"))
            .in(one.label);
    SHARDSCOPE_TRY(const DifferenceSide planned, evaluatedSide(own.planned, task));
    for (const OtherBatch& other : otherBatches(recorded.steps))
        against.push_back(core::phrase(
            W_("products of its rank %1 meet %2 tokens at once, those of most "
               "ranks %3"),
            {std::to_string(other.rank), std::to_string(other.tokens), std::to_string(other.usual)}));
    bool agrees = true;
    for (const Obstacle& obstacle : obstaclesOf(planned, recorded)) {
        for (const auto& [what, text] : kOtherwise) {
            if (what == obstacle.what)
                against.push_back(core::phrase(text, {plain(obstacle.a), plain(obstacle.b)}));
        }
        agrees = false;
    }
    if (agrees) {
        for (std::string& one : disagreements(*side.run->columns().run(), own.planned))
            against.push_back(std::move(one));
    }
    own.recorded = std::move(recorded.steps);
    const bool unrecorded = figures.divided && figures.divided->unrecorded.known();
    own.step = unrecorded        ? figures.divided->unrecorded.seconds
               : figures.divided ? figures.divided->stepNs * 1e-9
                                 : static_cast<double>(figures.stepNs) * 1e-9;
    return own;
}

core::Result<std::vector<RecordedRun>>
recordedRuns(const core::RunPtr& run, const std::vector<PlanResult>& plans, const core::Task& task)
{
    const profiler::Jobs jobs = profiler::jobsOf(*run);
    if (plans.size() > 1 && plans.size() != jobs.count)
        return core::Error{core::ErrorCode::Inconsistent,
                           {core::phrase(W_("%1 plans for the recordings of %2 jobs"),
                                         {std::to_string(plans.size()), std::to_string(jobs.count)})}};
    std::vector<RecordedRun> all;
    for (std::uint32_t job = 0; job < jobs.count; ++job) {
        RecordedRun one;
        one.run = run;
        if (jobs.several()) {
            profiler::Selection selection;
            selection.job = job;
            SHARDSCOPE_TRY(one.run, profiler::selectedRun(run, selection, task));
            one.label = core::joined(profiler::filesOfJob(*run, jobs, job), ", ");
        } else if (const auto files = core::runFiles(*run); !files.empty()) {
            one.label = files.front()->file.filename().string();
        } else {
            one.label = run->title;
        }
        if (!plans.empty())
            one.plan = plans[plans.size() == 1 ? 0 : job];
        all.push_back(std::move(one));
    }
    return all;
}

std::string nameOfRun(const core::Run& run)
{
    constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                 "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    if (run.sources.empty())
        return run.title;
    const core::RunSource& source = run.sources.front();
    if (source.baseTimeNs <= 0)
        return "run " + source.file.stem().stem().string();
    using namespace std::chrono;
    const sys_days day = floor<days>(system_clock::time_point(
        duration_cast<system_clock::duration>(nanoseconds(source.baseTimeNs + run.timeline->begin()))));
    const year_month_day date(day);
    return "run of " + std::to_string(static_cast<unsigned>(date.day())) + ' ' +
           kMonths.at(static_cast<unsigned>(date.month()) - 1);
}

} // namespace shardscope::app
