// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/command/picture_inputs.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plan/ranked_plans.h"
#include "app/desktop/export/named_schedules.h"
#include "app/desktop/pages/ask/shown_questions.h"
#include "app/desktop/pages/machine_table.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/pages/trace/path_bar.h"
#include "app/desktop/plan/plan_choices.h"
#include "app/session/plan/solved_options.h"
#include "app/session/search/answer_sentence.h"
#include "app/session/search/named_search.h"
#include "app/session/search/search_solvers.h"
#include "app/session/simulate/named_study.h"
#include "app/session/simulate/open_run.h"
#include "app/session/simulate/planned_run.h"
#include "app/session/study/solved_study.h"
#include "app/session/tables/tables.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "app/session/trace/overview_texts.h"
#include "app/session/trace/recorded_hardware.h"
#include "core/base/error_at.h"
#include "core/io/files.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope::app {
namespace {

std::string whatFor(const Options& options) { return "--export " + options.exportView.toStdString(); }

/// The plan that the options and files name.
core::Result<PlanRequest> namedRequest(const Options& options)
{
    PlanRequest request{options.model.toStdString(), options.hardware.toStdString(),
                        options.plan.toStdString(), options.planOptions};
    for (const QString& file : options.files) {
        SHARDSCOPE_TRY(const DocumentKind kind, documentKind(file.toStdString()));
        if (kind == DocumentKind::Model)
            request.model = file.toStdString();
        else if (kind == DocumentKind::Hardware)
            request.hardware = file.toStdString();
        else if (kind == DocumentKind::Plan)
            request.planFile = file.toStdString();
    }
    if (request.planFile.empty() && (request.model.empty() || request.hardware.empty()))
        return core::errorIn(core::ErrorCode::MissingKey, {request.model.empty() ? "--model" : "--hardware"},
                             whatFor(options));
    return request;
}

core::Result<core::Done> evaluateNamed(const core::Catalog& catalog, const Options& options, Given& given)
{
    SHARDSCOPE_TRY(const PlanRequest request, namedRequest(options));
    SHARDSCOPE_TRY(PlanResult result, evaluatePlan(catalog, request, planner::Detail::Explained));
    given.state = takeState(result);
    given.evaluation = std::make_shared<const core::Evaluation>(std::move(result.evaluation));
    return core::Done{};
}

core::Result<core::Done> studyNamed(const core::Catalog& catalog, const Options& options, Given& given)
{
    SHARDSCOPE_TRY_DONE(evaluateNamed(catalog, options, given));
    SHARDSCOPE_TRY(const PlanRequest request, namedRequest(options));
    SHARDSCOPE_TRY(Study study, namedStudy(catalog, request, options.cluster.toStdString()));
    given.study = std::make_shared<const Study>(std::move(study));
    return core::Done{};
}

/// The plan and the traces that are named, or two files of traces; fewer: none.
core::Result<std::optional<ComparisonRequest>> namedSides(const Options& options)
{
    std::vector<std::string> traces;
    std::string plan = options.plan.toStdString();
    for (const QString& file : options.traces)
        traces.push_back(file.toStdString());
    for (const QString& file : options.files) {
        DocumentKind kind = DocumentKind::Trace;
        if (!core::files::isFolder(file.toStdString())) {
            SHARDSCOPE_TRY(kind, documentKind(file.toStdString()));
        }
        if (kind == DocumentKind::Trace)
            traces.push_back(file.toStdString());
        else if (kind == DocumentKind::Plan && plan.empty())
            plan = file.toStdString();
        else if (kind == DocumentKind::Plan)
            traces.push_back(file.toStdString()); // two plans
    }
    if (!plan.empty())
        traces.insert(traces.begin(), plan);
    if (traces.size() < 2)
        return std::optional<ComparisonRequest>();
    ComparisonRequest request;
    request.a = traces[0];
    request.b = traces[1];
    request.model = options.model.toStdString();
    request.hardware = options.hardware.toStdString();
    return std::optional(std::move(request));
}

/// Compares the two that are named; if there are none, the named plan with well-known layouts on as many
/// devices.
core::Result<core::Done> compareNamed(const core::Catalog& catalog, const Options& options, Need need,
                                      Given& given)
{
    SHARDSCOPE_TRY(const std::optional<ComparisonRequest> sides, namedSides(options));
    if (sides) {
        auto shown = std::make_shared<ShownDifference>();
        SHARDSCOPE_TRY(shown->difference, sideDifference(catalog, {*sides, {}, {}}));
        SHARDSCOPE_TRY(shown->lanes, stepLanes(shown->difference, 0, {}));
        given.difference = std::move(shown);
        return core::Done{};
    }
    if (need == Need::Difference)
        return core::errorIn(core::ErrorCode::MissingKey, {"--trace"}, whatFor(options));
    SHARDSCOPE_TRY([[maybe_unused]] const auto plan, evaluateNamed(catalog, options, given));
    const planner::Evaluator evaluator(*given.state.model, *given.state.hardware);
    for (const PlanChoice& choice : planChoices(given.state)) {
        if (isFirstChoice(choice))
            given.plans.push_back(
                shownPlan(catalog, choice, evaluator, given.state, suggestedBatch(given.state.plan)));
    }
    given.plans = rankedPlans(std::move(given.plans)).plans;
    return core::Done{};
}

core::Result<core::Done> modelNamed(const core::Catalog& catalog, const Options& options, Given& given)
{
    std::string name = options.model.toStdString();
    for (const QString& file : options.files)
        name = file.toStdString();
    if (name.empty())
        return core::errorIn(core::ErrorCode::MissingKey, {"--model"}, whatFor(options));
    SHARDSCOPE_TRY(core::ModelSpec model, catalog.model(name));
    given.state.model = std::make_shared<const core::ModelSpec>(std::move(model));
    given.table = std::make_shared<const core::Table>(modelFigures(*given.state.model));
    return core::Done{};
}

core::Result<core::Done> machineNamed(const core::Catalog& catalog, const Options& options, Given& given)
{
    std::string name = options.hardware.toStdString();
    for (const QString& file : options.files)
        name = file.toStdString();
    if (name.empty())
        return core::errorIn(core::ErrorCode::MissingKey, {"--hardware"}, whatFor(options));
    SHARDSCOPE_TRY(core::HardwareSpec hardware, catalog.hardware(name));
    given.state.hardware = std::make_shared<const core::HardwareSpec>(std::move(hardware));
    given.table = std::make_shared<const core::Table>(machineTable(*given.state.hardware));
    return core::Done{};
}

core::Result<core::Done> searchNamed(const core::Catalog& catalog, const Options& options, Given& given)
{
    SHARDSCOPE_TRY(const PlanRequest named, namedRequest(options));
    const PlanSearchRequest request = searchRequestOf(named);
    SHARDSCOPE_TRY(const PreparedSearch prepared, prepareSearch(catalog, request));
    SHARDSCOPE_TRY(PlanSearchAnswer answer, answerSearch(prepared, request));
    ShownSearch& shown = given.search;
    shown.title =
        Words::tr("%1 on %2")
            .arg(titleOf(std::make_shared<const core::ModelSpec>(prepared.search.model)),
                 prepared.search.machines.empty() ? QString()
                                                  : titleOf(std::make_shared<const core::HardwareSpec>(
                                                        prepared.search.machines.front().hardware)));
    std::tie(shown.verdict, shown.doubts) =
        answerAndDoubts(answerSentence(answer, cellString, SentenceDigits::Known));
    shown.command = shownText(searchCommand(request));
    std::vector<planner::PlanHit> hits;
    for (const FoundLayout& found : answer.best.empty() ? answer.nearest : answer.best)
        hits.push_back(found.hit);
    shown.hits = std::make_shared<const std::vector<planner::PlanHit>>(std::move(hits));
    shown.answer = std::make_shared<const PlanSearchAnswer>(std::move(answer));
    return core::Done{};
}

core::Result<core::Done> askNamed(const core::Catalog& catalog, const Options& options, Given& given)
{
    SHARDSCOPE_TRY([[maybe_unused]] const auto model, modelNamed(catalog, options, given));
    PlanSearchRequest smallest;
    smallest.model =
        options.model.isEmpty() ? options.files.constFirst().toStdString() : options.model.toStdString();
    smallest.smallestDevice = true;
    given.askedModel = QString::fromStdString(smallest.model);
    SHARDSCOPE_TRY(const PlanSearchAnswer holds, smallestDevice(catalog, smallest));
    given.questions.push_back(answeredSmallest(holds));
    if (options.hardware.isEmpty())
        return core::Done{};
    PlanSearchRequest fastest =
        searchRequestOf({smallest.model, options.hardware.toStdString(), {}, options.planOptions});
    SHARDSCOPE_TRY(const PreparedSearch prepared, prepareSearch(catalog, fastest));
    SHARDSCOPE_TRY(const PlanSearchAnswer answer, answerSearch(prepared, fastest));
    given.questions.push_back(answeredFastest(answer));
    return core::Done{};
}

/// The one study file that is named, solved.
core::Result<core::Done> jobStudyNamed(const core::Catalog& catalog, const Options& options, Given& given)
{
    if (options.files.size() != 1)
        return core::errorIn(core::ErrorCode::MissingKey, {"STUDY"}, whatFor(options));
    SHARDSCOPE_TRY(const JobStudy study, readStudy(options.files.constFirst().toStdString()));
    SHARDSCOPE_TRY(SolvedStudy solved, solveStudy(catalog, study));
    given.jobStudy = std::make_shared<const SolvedStudy>(std::move(solved));
    return core::Done{};
}

/// The traces that are named; without one, the step of the plan that is.
/// Files that cannot be opened beside them are lost (RunView::report).
core::Result<RunViewPtr> importNamed(const core::Catalog& catalog, const Options& options)
{
    std::vector<profiler::LostFile> lost;
    std::vector<std::string> traces;
    std::string plan = options.plan.toStdString();
    for (const QString& file : options.traces)
        traces.push_back(file.toStdString());
    for (const QString& file : options.files) {
        const auto kind = documentKind(file.toStdString());
        if (!kind.ok())
            lost.push_back({file.toStdString(), kind.error()});
        else if (*kind == DocumentKind::Trace)
            traces.push_back(file.toStdString());
        else if (*kind == DocumentKind::Plan)
            plan = file.toStdString();
    }
    if (traces.empty() && (!options.slow.empty() || (plan.empty() && !options.model.isEmpty()))) {
        SHARDSCOPE_TRY(const PlanRequest request, namedRequest(options));
        SHARDSCOPE_TRY(profiler::ImportedRun opened, openPlanRun(catalog, request, options.slow));
        return makeRunView(std::move(opened.run), std::move(opened.report));
    }
    if (traces.empty() && !plan.empty())
        traces.push_back(plan);
    if (traces.empty() && !lost.empty())
        return lost.front().error;
    if (traces.empty())
        return core::errorIn(core::ErrorCode::MissingKey, {"--trace"}, whatFor(options));
    SHARDSCOPE_TRY(profiler::ImportedRun opened, openRun(catalog, traces, {}));
    opened.report.lost.insert(opened.report.lost.end(), lost.begin(), lost.end());
    return makeRunView(std::move(opened.run), std::move(opened.report));
}

/// What the Memory page shows first: of a snapshot, else of the trace's own records.
core::Result<AllocationHistory> firstHistory(const RunView& run)
{
    if (!run.run->memory.empty()) {
        const auto& snapshot = run.run->memory.front();
        const auto devices = devicesOf(*snapshot);
        return makeHistory(snapshot, devices.empty() ? 0 : devices.front(), MemoryPage::kColumns);
    }
    SHARDSCOPE_TRY(const std::vector<profiler::RecordedMemory> recorded, profiler::recordedMemory(run.run));
    if (!recorded.empty())
        return makeRecordedHistory(recorded.front(), MemoryPage::kColumns);
    return core::errorIn(core::ErrorCode::Inconsistent,
                         {QCoreApplication::translate(
                              "Options", "the run holds neither a snapshot of memory nor records of it")
                              .toStdString()},
                         "--export memory");
}

/// The span of the first step, with its critical path.
core::Result<core::Done> pathNamed(Given& given)
{
    const core::Timeline& timeline = given.run->timeline();
    SHARDSCOPE_TRY(const StepPath step, criticalPathAt(*given.run, timeline.begin(), {}));
    given.path = step.marks;
    if (!given.path)
        return core::Done{};
    given.begin = timeline.end();
    given.end = timeline.begin();
    for (const std::vector<PathMarks::Stretch>& stretches : given.path->paths) {
        given.begin = std::min(given.begin, stretches.front().begin);
        given.end = std::max(given.end, stretches.back().end);
    }
    return core::Done{};
}

core::Result<core::Done> analyseNamed(const core::Catalog& catalog, const Options& options, Given& given)
{
    SHARDSCOPE_TRY(const profiler::Analysis* const analysis,
                   profiler::findAnalysis(options.analysis.toStdString()));
    profiler::AnalysisOptions how;
    if (!options.hardware.isEmpty()) {
        SHARDSCOPE_TRY(how.hardware, catalog.hardware(options.hardware.toStdString()));
    }
    const core::RunPtr& run = given.run->run;
    SHARDSCOPE_TRY(const core::RunPtr part, profiler::selectedRun(run, {}));
    SHARDSCOPE_TRY(core::Report report,
                   profiler::analyzePart(*analysis, profiler::AnalysisInput(part), *run, {}, how));
    given.report = std::make_shared<const core::Report>(std::move(report));
    return core::Done{};
}

/// What is known of the run that \p need asks for.
core::Result<core::Done> readMore(const core::Catalog& catalog, const Options& options, Need need,
                                  Given& given)
{
    if (need == Need::Analysis)
        return analyseNamed(catalog, options, given);
    if (need == Need::Memory) {
        SHARDSCOPE_TRY(AllocationHistory history, firstHistory(*given.run));
        given.history = std::make_shared<const AllocationHistory>(std::move(history));
        given.moment = given.history->peakTs;
    } else if (need == Need::Overview) {
        SHARDSCOPE_TRY(profiler::Overview overview, recordedOverview(catalog, given.run->run));
        given.overview = std::make_shared<const profiler::Overview>(std::move(overview));
    } else if (options.analysis == QLatin1String("critical_path")) {
        return pathNamed(given);
    }
    return core::Done{};
}

core::Result<core::Done> runNamed(const core::Catalog& catalog, const Options& options, Need need,
                                  PictureInputs& inputs)
{
    Given& given = inputs.given;
    SHARDSCOPE_TRY(given.run, importNamed(catalog, options));
    given.runTitle = shownText(given.run->run->title);
    for (const profiler::LostFile& lost : given.run->report.lost)
        inputs.lost.push_back(lost.error);
    inputs.part = profiler::isPart(given.run->report);
    return readMore(catalog, options, need, given);
}

core::Result<core::Done> gather(const core::Catalog& catalog, const Options& options, Need need,
                                PictureInputs& inputs)
{
    switch (need) {
    case Need::Model: return modelNamed(catalog, options, inputs.given);
    case Need::Hardware: return machineNamed(catalog, options, inputs.given);
    case Need::Plan: return evaluateNamed(catalog, options, inputs.given);
    case Need::Plans:
    case Need::Difference: return compareNamed(catalog, options, need, inputs.given);
    case Need::Search: return searchNamed(catalog, options, inputs.given);
    case Need::Question: return askNamed(catalog, options, inputs.given);
    case Need::Study: return jobStudyNamed(catalog, options, inputs.given);
    case Need::Recommender: return studyNamed(catalog, options, inputs.given);
    case Need::Schedules: {
        SHARDSCOPE_TRY(const PlanRequest request, namedRequest(options));
        SHARDSCOPE_TRY(NamedSchedules named, namedSchedules(catalog, request));
        inputs.given.state = std::move(named.state);
        inputs.given.schedules = std::move(named.shown);
        return core::Done{};
    }
    case Need::Run:
    case Need::Overview:
    case Need::Analysis:
    case Need::Memory:
    case Need::Query: return runNamed(catalog, options, need, inputs);
    }
    return core::Done{};
}

} // namespace

core::Result<PictureInputs> pictureInputs(const core::Catalog& catalog, const Options& options, Need need)
{
    PictureInputs inputs;
    inputs.given.frame = options.frame;
    SHARDSCOPE_TRY([[maybe_unused]] const auto done, gather(catalog, options, need, inputs));
    return inputs;
}

core::Result<core::Done> askRunAnew(const core::Catalog& catalog, Need need, Given& given)
{
    if (need != Need::Overview && need != Need::Analysis && need != Need::Memory)
        return core::Done{};
    Options options;
    if (need == Need::Analysis && given.report)
        options.analysis = QString::fromStdString(given.report->key);
    return readMore(catalog, options, need, given);
}

} // namespace shardscope::app
