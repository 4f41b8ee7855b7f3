// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/export/figure_kinds.h"

#include "app/desktop/export/picture.h"
#include "app/desktop/memo/memo.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/study/study_memo.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/io/value.h"

#include <algorithm>

namespace shardscope::app {
namespace {

/// A sheet: of the page that it is called after.
FigureKind sheet(const char* page, Need need, int width, QString (*title)(), Drawing (*draw)(const Given&))
{
    return {page,
            page,
            need,
            width,
            title,
            [draw](const Given& given, const core::Task&) -> core::Result<Drawing> {
                if (Drawing drawing = draw(given))
                    return drawing;
                return nothingToShow(W_("there is nothing on this page yet"));
            }};
}

std::vector<FigureKind> sheets()
{
    return {
        sheet(
            "plan", Need::Plan, kPlanWidth,
            [] { return Words::tr("A plan: verdict, memory, devices, time and communication"); },
            [](const Given& given) {
                return given.evaluation ? planDrawing(given.state, given.evaluation) : nullptr;
            }),
        sheet(
            "search", Need::Search, kSearchWidth, [] { return Words::tr("A search's answer"); },
            [](const Given& given) { return searchDrawing(given.search); }),
        sheet(
            "ask", Need::Question, kSearchWidth,
            [] { return Words::tr("Questions about a model, with their answers"); },
            [](const Given& given) { return questionsDrawing(given.askedModel, given.questions); }),
        sheet(
            "schedule", Need::Schedules, kScheduleWidth,
            [] { return Words::tr("Schedules of a pipeline, one above the other"); },
            [](const Given& given) {
                return given.schedules.empty() ? nullptr : scheduleDrawing(given.state, given.schedules);
            }),
        sheet(
            "recommender", Need::Recommender, kRecommenderWidth,
            [] { return Words::tr("A recommender on ZionEX and on PERSIA's roles"); },
            [](const Given& given) {
                return given.study ? recommenderDrawing(given.state, given.study) : nullptr;
            }),
        sheet(
            "overview", Need::Overview, kReportWidth,
            [] { return Words::tr("A run at a glance, and what costs most"); },
            [](const Given& given) { return overviewDrawing(given.run, given.runTitle, given.overview); }),
        sheet(
            "timeline", Need::Run, kTimelineWidth, [] { return Words::tr("A run in time"); },
            [](const Given& given) {
                return given.run ? timelineDrawing(given.run, given.begin, given.end, given.path) : nullptr;
            }),
        sheet(
            "analyses", Need::Analysis, kReportWidth,
            [] { return Words::tr("An analysis of a run, chosen by --analysis"); },
            [](const Given& given) {
                return given.run && given.report ? reportDrawing(given.run, given.report) : nullptr;
            }),
        sheet(
            "memory", Need::Memory, kReportWidth,
            [] { return Words::tr("What an allocator held over time, and its segments"); },
            [](const Given& given) {
                return given.history ? memoryDrawing(given.run, given.history, given.moment) : nullptr;
            }),
        sheet(
            "sql", Need::Query, kReportWidth, [] { return Words::tr("What a query of a run answered"); },
            [](const Given& given) {
                return tableDrawing(given.runTitle, given.said, given.table, QString());
            }),
        sheet(
            "compare", Need::Plans, kPlanWidth,
            [] { return Words::tr("Two sides against each other; plans side by side"); },
            [](const Given& given) {
                return given.difference ? differenceDrawing(given.difference)
                                        : plansDrawing(given.state, given.plans);
            }),
        sheet(
            "study", Need::Study, kSearchWidth,
            [] { return Words::tr("A study of several scenarios, with the decision"); },
            [](const Given& given) { return studyDrawing(given.jobStudy); }),
    };
}

} // namespace

core::Error nothingToShow(const char* why)
{
    return core::errorIn(core::ErrorCode::Inconsistent, {core::phrase(why)}, "--export");
}

FigureKind madeBy(FigureKind kind, FigureMaker make)
{
    kind.draw = [make](const Given& given, const core::Task& task) -> core::Result<Drawing> {
        SHARDSCOPE_TRY(const Figure figure, make(given, task));
        return figureDrawing(figure);
    };
    kind.figure = std::move(make);
    return kind;
}

const std::vector<FigureKind>& figureKinds()
{
    static const std::vector<FigureKind> all = [] {
        std::vector<FigureKind> kinds;
        addDescriptionSheets(kinds);
        std::ranges::move(sheets(), std::back_inserter(kinds));
        addDescriptionFigures(kinds);
        addPlanFigures(kinds);
        addMovingFigures(kinds);
        addSearchFigures(kinds);
        addRecommenderFigures(kinds);
        addRunFigures(kinds);
        addStudyFigures(kinds);
        return kinds;
    }();
    return all;
}

const FigureKind* figureKind(const QString& name)
{
    const auto found = std::ranges::find(figureKinds(), name.toStdString(), &FigureKind::name);
    return found == figureKinds().end() ? nullptr : &*found;
}

QString figuresJson()
{
    std::vector<core::Value> list;
    for (const FigureKind& kind : figureKinds())
        list.push_back(
            core::Value::ofMembers({{"name", core::Value::ofText(kind.name)},
                                    {"title", core::Value::ofText(kind.title().toStdString())},
                                    {"page", core::Value::ofText(kind.page)},
                                    {"needs", core::Value::ofText(std::string(core::nameOf(kind.need)))}}));
    return QString::fromStdString(core::jsonText(core::Value::ofItems(std::move(list)))) + QLatin1Char('\n');
}

QString figuresText()
{
    QString text;
    for (const FigureKind& kind : figureKinds())
        text += QString::fromStdString(kind.name).leftJustified(32) + kind.title() + QLatin1Char('\n');
    return text;
}

QString titleOf(const Given& given, Need need)
{
    switch (need) {
    case Need::Run:
    case Need::Overview:
    case Need::Analysis:
    case Need::Memory:
    case Need::Difference:
    case Need::Query: return given.runTitle;
    case Need::Question: return given.askedModel;
    case Need::Search: return given.search.title;
    case Need::Hardware: return titleOf(given.state.hardware);
    case Need::Study: return given.jobStudy ? questionText(*given.jobStudy) : QString();
    default: return titleOf(given.state.model);
    }
}

} // namespace shardscope::app
