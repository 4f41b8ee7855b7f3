// SPDX-License-Identifier: GPL-3.0-or-later
// What each page is as a picture, and where it is saved to.
#include "app/desktop/charts/schedule/schedule_view.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/pages/ask/ask_page.h"
#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/compare/difference_page.h"
#include "app/desktop/pages/compare/plan_vs_plan.h"
#include "app/desktop/pages/hardware_page.h"
#include "app/desktop/pages/model_page.h"
#include "app/desktop/pages/report/report_page.h"
#include "app/desktop/pages/schedule/schedule_page.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/pages/sql/sql_page.h"
#include "app/desktop/pages/study/study_page.h"
#include "app/desktop/pages/trace/analyses_page.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/pages/trace/overview_page.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/widgets/figure_tools.h"
#include "app/desktop/widgets/report_view.h"
#include "app/desktop/widgets/table_view.h"
#include "app/desktop/window/main_window.h"

#include <QLabel>
#include <QShortcut>
#include <QStackedWidget>

#include <cstring>

namespace shardscope::app {

void MainWindow::exportPage()
{
    const QString view = currentPage();
    const QString file = askForPicture(
        this, view, view == QLatin1String("schedule") ? tr("Schedule for PyTorch (*.csv)") : QString());
    if (file.isEmpty())
        return;
    m_workbench.jobs().write(file, tr("Drawing a picture"), pageWriter(file));
}

core::Result<core::Done> MainWindow::writePage(const QString& file) { return pageWriter(file)({}); }

Jobs::Writer MainWindow::pageWriter(const QString& file)
{
    const QString view = currentPage();
    if (view == QLatin1String("schedule") && file.endsWith(QLatin1String(".csv")))
        return part<SchedulePage>().scheduleWriter(file);
    if (view == QLatin1String("report"))
        return [file, shown = part<ReportPage>().shownSlide()](const core::Task& task) {
            const PictureForm form{kSlideSize.toSize(), 2, false, Scheme::Print};
            return writePicture(slideDrawing(shown), file, titleOf(shown), form,
                                static_cast<int>(kSlideSize.width()), task);
        };
    const FigureKind* kind = figureKind(view);
    return [kind, file, shown = given(currentPage())](const core::Task& task) -> core::Result<core::Done> {
        if (!kind)
            return core::Done{};
        SHARDSCOPE_TRY(const Drawing drawing, kind->draw(shown, task));
        const PictureForm form{{}, 2, false, Scheme::Print};
        return writePicture(drawing, file, titleOf(shown, kind->need), form, kind->width, task);
    };
}

void MainWindow::addPageToReport()
{
    const QString view = currentPage();
    const FigureKind* kind = figureKind(view);
    if (kind == nullptr)
        return;
    ReportShelf& shelf = part<ReportPage>().shelf();
    Figure named;
    // A view that the project holds in full is drawn anew; of the others a sheet is kept as it is seen.
    if (view == QLatin1String("schedule"))
        named.name = QStringLiteral("schedule.bands");
    if (!named.name.isEmpty() && m_workbench.state().complete())
        return shelf.take(named);
    shelf.take(*kind, given(view));
}

void MainWindow::connectReport()
{
    part<ReportPage>().shelf().setOpenViews([this](const FigureKind& kind) { return openView(kind); });
}

/// A run by its files and how much there is of it, the last search by its question and its answer.
std::optional<OpenView> MainWindow::openView(const FigureKind& kind)
{
    using core::Value;
    const auto whole = [](auto number) { return Value::ofInteger(static_cast<std::int64_t>(number)); };
    OpenView open;
    const QString page = QString::fromStdString(kind.page);
    switch (kind.need) {
    case Need::Run:
    case Need::Overview:
    case Need::Analysis:
    case Need::Memory: {
        const RunViewPtr& run = m_workbench.run();
        if (!run || core::runFiles(*run->run).empty())
            return std::nullopt;
        std::vector<Value> files;
        std::uintmax_t bytes = 0;
        for (const core::RunSource* const file : core::runFiles(*run->run)) {
            files.push_back(Value::ofText(file->file.filename().string()));
            bytes += file->fileBytes;
        }
        const core::Timeline& timeline = run->timeline();
        open.subject = Value::ofMembers(
            {{"of", Value::ofItems(std::move(files))},
             {"is", Value::ofMembers({{"bytes", whole(bytes)},
                                      {"slices", whole(timeline.sliceCount())},
                                      {"length_ns", whole(timeline.end() - timeline.begin())}})}});
        break;
    }
    case Need::Search: {
        const ShownSearch shown = part<SearchPage>().shown();
        if (!shown.answer)
            return std::nullopt;
        const std::vector<FoundLayout>& best = shown.answer->best;
        const std::string found = best.empty() ? std::string() : planCommand(*shown.answer, best.front());
        open.subject =
            Value::ofMembers({{"of", Value::ofText(shown.answer->search.model.name)},
                              {"is", Value::ofMembers({{"asked", Value::ofText(shown.command.toStdString())},
                                                       {"best", Value::ofText(found)}})}});
        break;
    }
    default: return std::nullopt;
    }
    open.given = given(page);
    return open;
}

Given MainWindow::given(const QString& view)
{
    Given given;
    given.state = m_workbench.state();
    given.evaluation = m_workbench.evaluated().value;
    given.study = m_workbench.study();
    given.run = m_workbench.run();
    given.runTitle = m_workbench.runTitle();
    if (view == QLatin1String("model")) {
        given.table = part<ModelPage>().shown();
        given.said = part<ModelPage>().said();
    } else if (view == QLatin1String("hardware")) {
        given.table = part<HardwarePage>().shown();
        given.said = part<HardwarePage>().said();
    } else if (view == QLatin1String("ask")) {
        given.askedModel = part<AskPage>().modelName();
        given.questions = part<AskPage>().shown();
    } else if (view == QLatin1String("search")) {
        given.search = part<SearchPage>().shown();
    } else if (view == QLatin1String("schedule")) {
        given.schedules = part<SchedulePage>().view().schedules();
    } else if (view == QLatin1String("compare")) {
        ComparePage& page = part<ComparePage>();
        given.plans = page.plans().plans();
        if (!page.showsPlans())
            given.difference = page.two().shown();
    } else if (view == QLatin1String("overview")) {
        given.overview = part<OverviewPage>().overview();
    } else if (view == QLatin1String("timeline")) {
        const TimelineView& timeline = part<TimelinePage>().view();
        given.begin = timeline.window().begin;
        given.end = timeline.window().end;
        given.path = timeline.marks().path;
    } else if (view == QLatin1String("analyses")) {
        given.report = part<AnalysesPage>().view().report();
    } else if (view == QLatin1String("memory")) {
        given.history = part<MemoryPage>().history();
        given.moment = part<MemoryPage>().moment();
    } else if (view == QLatin1String("study")) {
        given.jobStudy = part<StudyPage>().solved();
    } else if (view == QLatin1String("sql")) {
        SqlPage& page = part<SqlPage>();
        given.table = page.answer().table();
        given.said = {page.answered(), page.status()};
    }
    return given;
}

void MainWindow::updateActions()
{
    if (!m_export)
        return;
    const QString why = m_pageList[static_cast<std::size_t>(m_pages->currentIndex())]->whyNoPicture();
    m_export->setEnabled(why.isEmpty());
    m_export->setToolTip(why);
    m_actions->find(QStringLiteral("report.add"))
        ->made->setEnabled(why.isEmpty() && currentPage() != QLatin1String("report"));
    m_whyNoExport->setEnabled(!why.isEmpty());
}

void MainWindow::tellWhyNoExport()
{
    m_hint->setText(tr("There is no picture to save: %1").arg(m_export->toolTip()));
}

} // namespace shardscope::app
