// SPDX-License-Identifier: GPL-3.0-or-later
// A picture needs no display: without one, the offscreen platform is chosen here.
#include "app/desktop/window/application.h"

#include "app/desktop/base/guarded_application.h"
#include "app/desktop/base/language.h"
#include "app/desktop/base/zoom.h"
#include "app/desktop/charts/plan/ranked_plans.h"
#include "app/desktop/export/named_schedules.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/memory/allocation_history.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/pages/trace/path_bar.h"
#include "app/desktop/plan/plan_choices.h"
#include "app/desktop/window/main_window.h"
#include "app/desktop/window/options.h"
#include "app/desktop/window/page_picture.h"
#include "app/desktop/window/project_session.h"
#include "app/session/documents/kept_inputs.h"
#include "app/session/recommender/recommender_study.h"
#include "app/session/simulate/open_run.h"
#include "app/session/text/locale.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/base/error_at.h"
#include "core/base/kept.h"
#include "core/io/escape.h"
#include "core/io/files.h"
#include "core/io/output_file.h"

#include <QSettings>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

namespace shardscope::app {
namespace {

constexpr int kBadCall = 2;

int complain(const QString& sentence)
{
    std::fprintf(stderr, "shardscope: %s\n", core::printable(sentence.toStdString()).c_str());
    return kBadCall;
}

/// Qt's own remarks (a folder for sessions is missing, a font has no such style) are not our one line.
void onlyWhatEnds(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message)
{
    if (type == QtFatalMsg)
        complain(message);
}

/// The first of Qt's remarks that says why there is no window system.
QString& firstReason()
{
    static QString reason;
    return reason;
}

/// While the application object is made: where there is no window system to be had Qt ends the program as if
/// it were broken; the reason is told in one sentence instead.
void noWindowSystem(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message)
{
    const auto tellsWhy = [](const QString& text) {
        return text.contains(QLatin1String("display")) || text.contains(QLatin1String("platform"));
    };
    if (type != QtFatalMsg) {
        if (!tellsWhy(firstReason()) && tellsWhy(message))
            firstReason() = message;
        return;
    }
    const QString& why = firstReason().isEmpty() ? message : firstReason();
    complain(QStringLiteral("no window can be shown: %1; --export draws a view without a display, and "
                            "shardscope-cli prints")
                 .arg(why.section(QStringLiteral("Reinstalling"), 0, 0).simplified()));
    std::_Exit(kBadCall);
}

bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

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
                             "--export " + options.exportView.toStdString());
    return request;
}

/// The same with what it is for.
core::Result<PlanResult> namedPlan(const core::Catalog& catalog, const Options& options)
{
    SHARDSCOPE_TRY(const PlanRequest request, namedRequest(options));
    return evaluatePlan(catalog, request, planner::Detail::Explained);
}

core::Result<core::Done> exportRecommender(const core::Catalog& catalog, const Options& options,
                                           const PictureForm& form)
{
    SHARDSCOPE_TRY(PlanResult result, namedPlan(catalog, options));
    const PlanState state = takeState(result);
    RecommenderChoices choices;
    choices.cluster = options.cluster.toStdString();
    SHARDSCOPE_TRY(const StudyRequest request,
                   studyRequest(catalog, *state.model, *state.hardware, state.plan, std::move(choices)));
    SHARDSCOPE_TRY(Study study, studyRecommender(request));
    return writePicture(
        recommenderDrawing(state, std::make_shared<const Study>(std::move(study)), form.scheme),
        options.outFile, titleOf(state.model), form, kRecommenderWidth);
}

core::Result<core::Done> exportPlan(const core::Catalog& catalog, const Options& options,
                                    const PictureForm& form)
{
    SHARDSCOPE_TRY(PlanResult result, namedPlan(catalog, options));
    const PlanState state = takeState(result);
    const QString title = titleOf(state.model);
    const auto evaluation = std::make_shared<const core::Evaluation>(std::move(result.evaluation));
    return writePicture(planDrawing(state, evaluation, form.scheme), options.outFile, title, form,
                        kPlanWidth);
}

core::Result<core::Done> exportSchedule(const core::Catalog& catalog, const Options& options,
                                        const PictureForm& form)
{
    SHARDSCOPE_TRY(const PlanRequest request, namedRequest(options));
    SHARDSCOPE_TRY(NamedSchedules named, namedSchedules(catalog, request));
    return writePicture(scheduleDrawing(named.state, std::move(named.shown), form.scheme), options.outFile,
                        titleOf(named.state.model), form, kScheduleWidth);
}

/// The named plan against well-known layouts on as many devices.
core::Result<core::Done> exportComparison(const core::Catalog& catalog, const Options& options,
                                          const PictureForm& form)
{
    SHARDSCOPE_TRY(PlanResult result, namedPlan(catalog, options));
    const PlanState state = takeState(result);
    const planner::Evaluator evaluator(*state.model, *state.hardware);
    std::vector<ShownPlan> plans;
    for (const PlanChoice& choice : planChoices(state)) {
        if (isFirstChoice(choice))
            plans.push_back(shownPlan(choice, evaluator, state, suggestedBatch(state.plan)));
    }
    plans = rankedPlans(std::move(plans)).plans;
    return writePicture(plansDrawing(state, plans, form.scheme), options.outFile, titleOf(state.model), form,
                        kPlanWidth);
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
    if (traces.empty() && !plan.empty())
        traces.push_back(plan);
    if (traces.empty() && !lost.empty())
        return lost.front().error;
    if (traces.empty())
        return core::errorIn(core::ErrorCode::MissingKey, {"--trace"},
                             "--export " + options.exportView.toStdString());
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

/// The whole run; where it is asked for, the first step with its critical path.
core::Result<core::Done> exportTimeline(const RunViewPtr& run, const Options& options,
                                        const PictureForm& form)
{
    const QString title = shownText(run->run->title);
    if (options.analysis != QLatin1String("critical_path"))
        return writePicture(timelineDrawing(run, form.scheme), options.outFile, title, form, kTimelineWidth);
    const core::Timeline& timeline = run->timeline();
    SHARDSCOPE_TRY(const StepPath step, criticalPathAt(*run, timeline.begin(), {}));
    const std::shared_ptr<const PathMarks>& path = step.marks;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    if (path) {
        begin = timeline.end();
        end = timeline.begin();
        for (const std::vector<PathMarks::Stretch>& stretches : path->paths) {
            begin = std::min(begin, stretches.front().begin);
            end = std::max(end, stretches.back().end);
        }
    }
    return writePicture(timelineDrawing(run, form.scheme, begin, end, path), options.outFile, title, form,
                        kTimelineWidth);
}

/// \p exit: set where files of the run were lost, which is told.
core::Result<core::Done> exportRun(const core::Catalog& catalog, const Options& options,
                                   const PictureForm& form, int& exit)
{
    SHARDSCOPE_TRY(const RunViewPtr run, importNamed(catalog, options));
    for (const profiler::LostFile& lost : run->report.lost)
        complain(errorText(lost.error));
    exit = run->report.lost.empty() && !profiler::isPart(run->report) ? 0 : 1;
    const QString title = shownText(run->run->title);
    if (options.exportView == QLatin1String("analyses")) {
        SHARDSCOPE_TRY(const profiler::Analysis* const analysis,
                       profiler::findAnalysis(options.analysis.toStdString()));
        profiler::AnalysisOptions how;
        if (!options.hardware.isEmpty()) {
            SHARDSCOPE_TRY(how.hardware, catalog.hardware(options.hardware.toStdString()));
        }
        SHARDSCOPE_TRY(const core::RunPtr part, profiler::selectedRun(run->run, {}));
        SHARDSCOPE_TRY(core::Report report,
                       profiler::analyzePart(*analysis, profiler::AnalysisInput(part), *run->run, {}, how));
        return writePicture(
            reportDrawing(run, std::make_shared<const core::Report>(std::move(report)), form.scheme),
            options.outFile, title, form, kReportWidth);
    }
    if (options.exportView == QLatin1String("memory")) {
        SHARDSCOPE_TRY(AllocationHistory history, firstHistory(*run));
        const auto shared = std::make_shared<const AllocationHistory>(std::move(history));
        return writePicture(memoryDrawing(run, shared, shared->peakTs, form.scheme), options.outFile, title,
                            form, kReportWidth);
    }
    return exportTimeline(run, options, form);
}

int exportPicture(const core::Catalog& catalog, const Options& options, Scheme scheme)
{
    std::vector<std::string> inputs;
    for (const QString& file :
         options.files + options.traces + QStringList{options.model, options.hardware, options.plan})
        inputs.push_back(file.toStdString());
    if (const auto kept = keepsInputs(options.outFile.toStdString(), inputs); !kept.ok())
        return complain(errorText(kept.error()));
    const PictureForm form{options.size, options.scale, options.outlines, scheme};
    int exit = 0;
    const auto written =
        options.exportView == QLatin1String("plan")          ? exportPlan(catalog, options, form)
        : options.exportView == QLatin1String("compare")     ? exportComparison(catalog, options, form)
        : options.exportView == QLatin1String("schedule")    ? exportSchedule(catalog, options, form)
        : options.exportView == QLatin1String("recommender") ? exportRecommender(catalog, options, form)
                                                             : exportRun(catalog, options, form, exit);
    return written.ok() ? exit : complain(errorText(written.error()));
}

} // namespace

int runDesktop(int argc, char** argv)
{
    QStringList arguments;
    for (int index = 0; index < argc; ++index)
        arguments << QString::fromLocal8Bit(argv[index]);
    // Before the application object, so that the platform can still be chosen.
    const auto asked = parseOptions(arguments);
    if (!asked.ok())
        return complain(errorText(asked.error()));
    if (!asked->options) {
        const bool told = std::fputs(qPrintable(asked->text), stdout) >= 0 && std::fflush(stdout) == 0;
        return told ? 0 : complain(QStringLiteral("standard output: ") + qt_error_string());
    }
    const Options& options = *asked->options;
    if (options.unattended()) { // whatever windows are shown on, and whether there is such a thing
        qputenv("QT_QPA_PLATFORM", "offscreen");
    } else if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && !hasDisplay()) {
        return complain(
            QStringLiteral("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set); --export draws "
                           "a view without one, and shardscope-cli prints"));
    }
    QCoreApplication::setOrganizationName(QStringLiteral("Shardscope"));
    QCoreApplication::setApplicationName(QStringLiteral("Shardscope"));
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    if (options.unattended()) // --scale alone decides
        qputenv("QT_SCALE_FACTOR", options.page.isEmpty() ? "1" : QByteArray::number(options.scale));
    chooseUtf8();
    qInstallMessageHandler(noWindowSystem);
    GuardedApplication application(argc, argv);
    // No word about a session that a picture has no use for.
    qInstallMessageHandler(options.unattended() ? onlyWhatEnds : nullptr);
    keepNumbersPlain();
    const Scheme system = systemScheme(application);
    const QSettings settings;
    Language language;
    QString code = options.language;
    if (code.isEmpty())
        code = options.unattended()
                   ? QStringLiteral("en")
                   : settings.value(QStringLiteral("language"), Language::ofSystem()).toString();
    if (!language.choose(code))
        language.choose(QStringLiteral("en"));
    const core::Catalog catalog(findResources());
    if (!core::files::isFolder(catalog.resources() / "models")) {
        return complain(QStringLiteral("models and hardware are not found: %1 is no folder of resources; set "
                                       "SHARDSCOPE_RESOURCES to the one that was installed")
                            .arg(QString::fromStdString(catalog.resources().string())));
    }
    if (options.exports()) {
        // The print theme is the light one on white unless another is asked for.
        const Scheme scheme = options.theme == SchemeChoice::Dark       ? Scheme::Dark
                              : options.theme == SchemeChoice::Contrast ? Scheme::Contrast
                              : options.theme == SchemeChoice::Light    ? Scheme::Light
                                                                        : Scheme::Print;
        applyTheme(application, scheme);
        try {
            return exportPicture(catalog, options, scheme);
        } catch (const std::bad_alloc&) {
            return complain(QStringLiteral("there is not enough memory for this"));
        } catch (const std::exception& broken) {
            return complain(errorText(core::brokenPromise(broken)));
        }
    }
    if (!options.page.isEmpty()) {
        const auto drawn = drawPage(catalog, language, options);
        return drawn.ok() ? 0 : complain(errorText(drawn.error()));
    }
    const auto remembered = static_cast<SchemeChoice>(settings.value(QStringLiteral("theme"), 0).toInt());
    const double zoom = steppedZoom(settings.value(QStringLiteral("zoom"), 1.0).toDouble(), 0);
    if (zoom != 1)
        startZoom(zoom);
    MainWindow window(catalog, language, options.theme.value_or(remembered), system, zoom);
    QObject::connect(&application, &GuardedApplication::outOfMemory, &window, [&window] {
        emit window.workbench().failed(QCoreApplication::translate("shardscope::app::Workbench",
                                                                   "There is not enough memory for this."));
    });
    QObject::connect(&application, &GuardedApplication::broke, &window, [&window](const core::Error& error) {
        emit window.workbench().failed(errorText(error));
    });
    window.restore();
    window.show();
    const bool back = window.project().openAtStart(options.namesNothing());
    if (!options.namesNothing())
        window.open(options);
    else if (!back)
        window.openLast();
    const int ended = QApplication::exec();
    // Workers own nothing that is not kept by now: who has not stopped soon is not waited for.
    constexpr int kLeaveMs = 700;
    if (window.workbench().jobs().endWithin(kLeaveMs))
        return ended;
    window.project().flush();
    QSettings().sync();
    core::removeOwnDrafts();
    std::fflush(nullptr);
    std::_Exit(ended);
}

} // namespace shardscope::app
