// SPDX-License-Identifier: GPL-3.0-or-later
// Top bar, rail, docks and status bar of the main window.
#include "app/desktop/guide/guide_window.h"
#include "app/desktop/pages/learn/learn_page.h"
#include "app/desktop/pages/learn/lesson_view.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/shell/job_list.h"
#include "app/desktop/shell/omnibox.h"
#include "app/desktop/shell/rail.h"
#include "app/desktop/shell/top_bar.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/window/drawer.h"
#include "app/desktop/window/inspector.h"
#include "app/desktop/window/main_window.h"
#include "app/session/text/shown_text.h"
#include "shardscope_config.h"

#include <QDesktopServices>
#include <QDockWidget>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QStatusBar>
#include <QUrl>

namespace shardscope::app {

void MainWindow::makeTop()
{
    m_menuBar = new QMenuBar(this);
    m_omnibox = new Omnibox([this](const QString& asked) { return find(asked); }, this);
    m_top = new TopBar(m_menuBar, m_omnibox, this);
    setMenuWidget(m_top);
}

void MainWindow::present(bool present)
{
    auto& learn = part<LearnPage>();
    if (present && !learn.showsLesson())
        return showPage("learn");
    if (present == learn.view().large())
        return;
    if (present)
        showPage("learn");
    learn.view().setLarge(present);
    for (QWidget* around :
         {static_cast<QWidget*>(m_top), static_cast<QWidget*>(m_rail), static_cast<QWidget*>(statusBar())})
        around->setVisible(!present);
    setWindowState(present ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    learn.front().setFocus(Qt::OtherFocusReason);
}

/// The pages, with the rail before them.
void MainWindow::makePages()
{
    auto* body = new QWidget(this);
    m_rail = new Rail(body);
    QHBoxLayout* row = rowIn(body, 0);
    row->addWidget(m_rail);
    row->addWidget(m_pages, 1);
    int group = 0;
    for (std::size_t index = 0; index < pageTable().size(); ++index) {
        const PageRow& page = pageTable()[index];
        Page* made = page.make(m_workbench, m_pages);
        m_pages->addWidget(made);
        m_pageList.push_back(made);
        if (page.group == kNoGroup)
            continue;
        m_rail->addPage(static_cast<int>(index), page.group != group);
        group = page.group;
    }
    connect(m_rail, &Rail::pageWanted, this,
            [this](int place) { showPage(pageTable()[static_cast<std::size_t>(place)].key); });
    setCentralWidget(body);
}

void MainWindow::makeDocks()
{
    setDockNestingEnabled(false);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    const auto docked = [this](const QString& name, QWidget* content, Qt::DockWidgetArea area) {
        auto* dock = new QDockWidget(this);
        dock->setObjectName(name);
        dock->setWidget(content);
        dock->setFeatures(QDockWidget::DockWidgetClosable);
        addDockWidget(area, dock);
        return dock;
    };
    m_inspector = new Inspector(m_workbench, this);
    m_inspector->setMinimumWidth(240);
    m_inspectorDock = docked(QStringLiteral("inspector"), m_inspector, Qt::RightDockWidgetArea);
    m_drawer = new Drawer(m_workbench, this);
    m_drawerDock = docked(QStringLiteral("drawer"), m_drawer, Qt::BottomDockWidgetArea);
    resizeDocks({m_inspectorDock}, {metrics::kInspectorWidth}, Qt::Horizontal);
    resizeDocks({m_drawerDock}, {metrics::kDrawerHeight}, Qt::Vertical);
    m_inspectorDock->hide(); // they open themselves when they have something to say
    m_drawerDock->hide();
}

void MainWindow::makeStatus()
{
    m_hint = new QLabel(this);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_written = new LinkLabel(this);
    m_written->setWordWrap(false);
    m_written->hide();
    m_jobs = new JobList(m_workbench.jobs(), this);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_written);
    statusBar()->addWidget(m_hint, 1);
    statusBar()->addPermanentWidget(m_jobs);
    connect(&m_workbench.jobs(), &Jobs::wrote, this, [this](const QString& file) {
        m_written->setLink(tr("Written: %1. Show its folder").arg(shownText(QFileInfo(file).fileName())));
        m_written->setToolTip(shownText(file));
        m_written->setProperty("file", file);
        m_written->show();
    });
    connect(m_written, &LinkLabel::clicked, this, [this] {
        const QFileInfo file(m_written->property("file").toString());
        QDesktopServices::openUrl(QUrl::fromLocalFile(file.absolutePath()));
    });
    connect(m_jobs, &JobList::stopped, this, [this](const QString& slot) {
        constexpr int kReadMs = 15'000;
        const RunViewPtr run = m_workbench.run(RunFrom::Files);
        if (slot == QLatin1String(kTraceSlot) && run && run->partial)
            statusBar()->showMessage(tr("Stopped. What had been read is not shown any more: half a run would "
                                        "pass for a whole one."),
                                     kReadMs);
    });
}

void MainWindow::retranslate()
{
    showTitle();
    for (const auto& [menu, title] : m_menus)
        menu->setTitle(tr(title));
    m_actions->retranslate();
    for (std::size_t index = 0; index < pageTable().size(); ++index) {
        const PageRow& page = pageTable()[index];
        m_rail->setTitle(static_cast<int>(index), page.title());
    }
    m_inspectorDock->setWindowTitle(tr("Inspector"));
    m_drawerDock->setWindowTitle(tr("Drawer"));
}

void MainWindow::showAbout()
{
    auto* box = new QMessageBox(
        QMessageBox::NoIcon, tr("About Shardscope"),
        tr("<h3>Shardscope %1</h3><p>Planner and visual profiler for training very large models.</p>"
           "<p>Free software under the GNU General Public License, version 3 or later, without any "
           "warranty.</p>"
           "<p>Built with Qt %2.</p>")
            .arg(QString::fromLatin1(config::kVersion), QString::fromLatin1(qVersion())),
        QMessageBox::Ok, this);
    box->setTextFormat(Qt::RichText);
    const QPushButton* licences = box->addButton(tr("Licences of what it uses…"), QMessageBox::ActionRole);
    connect(licences, &QPushButton::clicked, this, [this] { guideOf(*this).showLicences(); });
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

SeenView MainWindow::seen()
{
    SeenView view;
    view.page = currentPage();
    const TimelineView& timeline = part<TimelinePage>().view();
    if (view.page == QLatin1String("timeline") && timeline.run()) {
        view.of = timeline.run();
        view.begin = timeline.window().begin;
        view.end = timeline.window().end;
        if (timeline.marks().selected.valid())
            view.selected = timeline.marks().selected.index();
    }
    return view;
}

void MainWindow::followViews()
{
    constexpr int kRestMs = 400;
    m_resting.setSingleShot(true);
    m_resting.setInterval(kRestMs);
    connect(&m_resting, &QTimer::timeout, this, &MainWindow::keepView);
    const auto moved = [this] {
        if (!m_goingBack && currentPage() == QLatin1String("timeline"))
            m_resting.start();
    };
    connect(&part<TimelinePage>().view(), &TimelineView::windowChanged, this, moved);
    connect(&part<TimelinePage>().view(), &TimelineView::sliceSelected, this, moved);
}

void MainWindow::keepView()
{
    if (!m_resting.isActive() && sender() != &m_resting)
        return; // nothing moved since
    m_resting.stop();
    m_trail.settle(seen());
}

void MainWindow::goBack(int steps)
{
    keepView();
    const SeenView* const wanted = m_trail.go(steps);
    if (wanted == nullptr)
        return;
    m_goingBack = true;
    showPage(wanted->page.toLatin1().constData());
    TimelineView& timeline = part<TimelinePage>().view();
    if (const auto of = wanted->of.lock(); of && of == timeline.run()) {
        timeline.setWindow(wanted->begin, wanted->end);
        timeline.selectSlice(wanted->selected ? core::SliceId{*wanted->selected} : core::SliceId{}, false);
    }
    m_goingBack = false;
}

} // namespace shardscope::app
