// SPDX-License-Identifier: GPL-3.0-or-later
// What each page is as a picture, and where it is saved to.
#include "app/desktop/charts/schedule/schedule_view.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/pages/ask/ask_page.h"
#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/compare/plan_vs_plan.h"
#include "app/desktop/pages/compare/plan_vs_run.h"
#include "app/desktop/pages/compare/run_vs_run.h"
#include "app/desktop/pages/hardware_page.h"
#include "app/desktop/pages/model_page.h"
#include "app/desktop/pages/schedule/schedule_page.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/pages/trace/analyses_page.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/pages/trace/overview_page.h"
#include "app/desktop/pages/trace/sql_page.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/widgets/report_view.h"
#include "app/desktop/widgets/table_view.h"
#include "app/desktop/window/main_window.h"
#include "app/session/text/messages.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QShortcut>
#include <QStackedWidget>

#include <cstring>

namespace shardscope::app {
namespace {

struct PagePicture {
    const char* page;
    int width;
    Drawing (*draw)(MainWindow& window, Scheme scheme);
};

Drawing comparison(MainWindow& window, Scheme scheme)
{
    ComparePage& page = window.part<ComparePage>();
    switch (page.tab()) {
    case 1: return stepsDrawing(page.run().shown(), scheme);
    case 2: return stepsDrawing(page.runs().shown(), scheme);
    default: return plansDrawing(window.workbench().state(), page.plans().plans(), scheme);
    }
}

Drawing timeline(MainWindow& window, Scheme scheme)
{
    const TimelineView& view = window.part<TimelinePage>().view();
    return timelineDrawing(window.workbench().run(), scheme, view.window().begin, view.window().end,
                           view.marks().path);
}

Drawing model(MainWindow& window, Scheme scheme)
{
    const ModelPage& page = window.part<ModelPage>();
    return tableDrawing(titleOf(window.workbench().state().model), page.said(), page.shown(), QString(),
                        scheme);
}

Drawing machine(MainWindow& window, Scheme scheme)
{
    const HardwarePage& page = window.part<HardwarePage>();
    return tableDrawing(titleOf(window.workbench().state().hardware), page.said(), page.shown(), QString(),
                        scheme);
}

Drawing answer(MainWindow& window, Scheme scheme)
{
    SqlPage& page = window.part<SqlPage>();
    return tableDrawing(window.workbench().runTitle(), {page.answered(), page.status()},
                        page.answer().table(), QString(), scheme);
}

constexpr PagePicture kPictures[] = {
    {"plan", kPlanWidth,
     [](MainWindow& window, Scheme scheme) {
         return planDrawing(window.workbench().state(), window.workbench().evaluated().value, scheme);
     }},
    {"ask", kSearchWidth,
     [](MainWindow& window, Scheme scheme) {
         const AskPage& page = window.part<AskPage>();
         return questionsDrawing(page.modelName(), page.shown(), scheme);
     }},
    {"model", kReportWidth, model},
    {"hardware", kReportWidth, machine},
    {"search", kSearchWidth,
     [](MainWindow& window, Scheme scheme) {
         return searchDrawing(window.part<SearchPage>().shown(), scheme);
     }},
    {"schedule", kScheduleWidth,
     [](MainWindow& window, Scheme scheme) {
         return scheduleDrawing(window.workbench().state(), window.part<SchedulePage>().view().schedules(),
                                scheme);
     }},
    {"recommender", kRecommenderWidth,
     [](MainWindow& window, Scheme scheme) {
         return recommenderDrawing(window.workbench().state(), window.workbench().study(), scheme);
     }},
    {"compare", kTimelineWidth, comparison},
    {"overview", kReportWidth,
     [](MainWindow& window, Scheme scheme) {
         return overviewDrawing(window.workbench().run(), window.workbench().runTitle(),
                                window.part<OverviewPage>().overview(), scheme);
     }},
    {"timeline", kTimelineWidth, timeline},
    {"analyses", kReportWidth,
     [](MainWindow& window, Scheme scheme) {
         return reportDrawing(window.workbench().run(), window.part<AnalysesPage>().view().report(), scheme);
     }},
    {"memory", kReportWidth,
     [](MainWindow& window, Scheme scheme) {
         const MemoryPage& page = window.part<MemoryPage>();
         return memoryDrawing(window.workbench().run(), page.history(), page.moment(), scheme);
     }},
    {"sql", kReportWidth, answer},
};

} // namespace

void MainWindow::exportPage()
{
    const QString view = currentPage();
    QString filter;
    QString file = QFileDialog::getSaveFileName(
        this, tr("Save a picture"), view + QStringLiteral(".svg"),
        view == QLatin1String("schedule")
            ? tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png);;Schedule for PyTorch (*.csv)")
            : tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"),
        &filter);
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += filter.contains(QLatin1String("png"))   ? QStringLiteral(".png")
                : filter.contains(QLatin1String("pdf")) ? QStringLiteral(".pdf")
                : filter.contains(QLatin1String("csv")) ? QStringLiteral(".csv")
                                                        : QStringLiteral(".svg");
    if (const auto written = writePage(file); !written.ok())
        QMessageBox::warning(this, tr("Save a picture"), errorText(written.error()));
}

core::Result<core::Done> MainWindow::writePage(const QString& file)
{
    const QString view = currentPage();
    if (view == QLatin1String("schedule") && file.endsWith(QLatin1String(".csv")))
        return part<SchedulePage>().writeSchedule(file);
    PictureForm form; // the print theme: light on white
    form.scale = 2;
    const QString title =
        m_workbench.run() && tellsOfRun() ? m_workbench.runTitle() : titleOf(m_workbench.state().model);
    for (const PagePicture& picture : kPictures) {
        if (view != QLatin1String(picture.page))
            continue;
        if (const Drawing drawing = picture.draw(*this, form.scheme))
            return writePicture(drawing, file, title, form, picture.width);
    }
    return core::Done{};
}

void MainWindow::updateActions()
{
    if (!m_export)
        return;
    const QString why = m_pageList[static_cast<std::size_t>(m_pages->currentIndex())]->whyNoPicture();
    m_export->setEnabled(why.isEmpty());
    m_export->setToolTip(why);
    m_whyNoExport->setEnabled(!why.isEmpty());
}

void MainWindow::tellWhyNoExport()
{
    m_hint->setText(tr("There is no picture to save: %1").arg(m_export->toolTip()));
}

} // namespace shardscope::app
