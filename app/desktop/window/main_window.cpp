// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, pages, settings. Menus, rail and docks are made in shell.cpp.
#include "app/desktop/window/main_window.h"
#include "app/desktop/window/pane_keys.h"

#include "app/desktop/widgets/link_label.h"

#include "app/desktop/base/dropped_files.h"
#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/base/zoom.h"
#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/compare/difference_page.h"
#include "app/desktop/pages/compare/plan_vs_plan.h"
#include "app/desktop/pages/learn/learn_page.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/pages/settings/settings_page.h"
#include "app/desktop/pages/sql/sql_page.h"
#include "app/desktop/pages/trace/analyses_page.h"
#include "app/desktop/pages/trace/overview_page.h"
#include "app/desktop/pages/trace/run_page.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/plan/carried_plan.h"
#include "app/desktop/shell/rail.h"
#include "app/desktop/shell/report_dialog.h"
#include "app/desktop/shell/top_bar.h"
#include "app/desktop/theme/icon.h"
#include "app/desktop/widgets/wheel_guard.h"
#include "app/desktop/window/drawer.h"
#include "app/desktop/window/inspector.h"
#include "app/desktop/window/project_session.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStyle>

#include <algorithm>
#include <cstring>

namespace shardscope::app {

MainWindow::MainWindow(core::Catalog catalog, Language& language, SchemeChoice choice, Scheme system,
                       double zoom, QWidget* parent)
    : QMainWindow(parent)
    , m_workbench(std::move(catalog), this)
    , m_language(language)
    , m_choice(choice)
    , m_system(system)
    , m_zoom(zoom)
    , m_pages(new QStackedWidget(this))
    , m_actions(new Actions(this))
{
    QCoreApplication::instance()->installEventFilter(new WheelGuard(this));
    QCoreApplication::instance()->installEventFilter(this);
    new PaneKeys(*m_actions, this);
    applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()),
               scheme()); // what follows is made in it
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/shardscope.svg")));
    setAcceptDrops(true);
    setMinimumSize(640, 400);
    resize(1440, 900);
    makeTop();
    makePages();
    m_project = new ProjectSession(*this);
    makeDocks();
    makeActions();
    makeMenus();
    m_top->addActions(m_undo, m_redo, m_actions->find(QStringLiteral("project.share"))->made);
    makeStatus();
    connectHome();
    connectPages();
    connectSettings();
    m_workbench.setCarry([](const PlanState& before, PlanState next, QStringList& told) {
        CarriedPlan carried = carriedPlan(before, std::move(next));
        told = std::move(carried.changes);
        return std::move(carried.state);
    });
    connect(&m_workbench, &Workbench::imported, this,
            [this](const QString& file, const std::shared_ptr<const core::Table>& report) {
                auto* dialog = new ReportDialog(QFileInfo(file).fileName(), report, this);
                dialog->setAttribute(Qt::WA_DeleteOnClose);
                dialog->open();
            });
    connect(&m_workbench, &Workbench::failed, this, [this](const QString& sentence) {
        auto* box =
            new QMessageBox(QMessageBox::Warning, tr("Cannot be opened"), sentence, QMessageBox::Ok, this);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open(); // not modal to the program: nothing waits for it
    });
    keepTranslated(*this, [this] { retranslate(); });
    followViews();
    showScheme();
    showPage("home");
}

MainWindow::~MainWindow()
{
    hide(); // a field that had the focus gives what was typed to a workbench that still stands
}

void MainWindow::showSpan(qint64 begin, qint64 end, int track)
{
    showPage("timeline");
    part<TimelinePage>().view().showSpan(
        begin, end, track < 0 ? std::nullopt : std::optional(core::TrackId(static_cast<std::size_t>(track))));
    part<TimelinePage>().view().setFocus();
}

/// Leads from what a page found to the place on the timeline where it can be seen.
void MainWindow::connectEvidence()
{
    connect(&part<AnalysesPage>(), &AnalysesPage::spanWanted, this, &MainWindow::showSpan);
    connect(&part<OverviewPage>(), &OverviewPage::spanWanted, this, &MainWindow::showSpan);
    connect(&part<OverviewPage>(), &OverviewPage::planWanted, this, &MainWindow::planRun);
    connect(&part<OverviewPage>(), &OverviewPage::analysisWanted, this, [this](const QString& key) {
        showPage("analyses");
        part<AnalysesPage>().choose(key);
    });
    connect(&part<SqlPage>(), &SqlPage::spanWanted, this, &MainWindow::showSpan);
    connect(&part<ComparePage>().two(), &DifferencePage::spanWanted, this, &MainWindow::showSpan);
    connect(&part<SqlPage>(), &SqlPage::tracksWanted, this, [this](const DebugTrackPtr& tracks) {
        showPage("timeline");
        part<TimelinePage>().view().addDebugTrack(tracks);
        part<TimelinePage>().view().setFocus();
    });
    connect(m_inspector, &Inspector::sliceWanted, this, [this](core::SliceId slice) {
        showPage("timeline"); // what is around it stays in sight: no zooming in
        part<TimelinePage>().view().selectSlice(slice, true);
        part<TimelinePage>().view().setFocus();
    });
    connect(&part<SqlPage>(), &SqlPage::sliceWanted, this, [this](core::SliceId slice) {
        showPage("timeline");
        part<TimelinePage>().view().selectSlice(slice, true);
        part<TimelinePage>().view().focusSelection();
        part<TimelinePage>().view().setFocus();
    });
}

void MainWindow::connectPages()
{
    for (std::size_t index = 0; index < m_pageList.size(); ++index) {
        Page* page = m_pageList[index];
        const char* key = pageTable()[index].key;
        connect(page, &Page::explainRequested, this, [this](const QString& path) {
            m_inspectorDock->show();
            m_inspector->explain(path);
        });
        connect(page, &Page::derivationRequested, this,
                [this](const QString& title, const core::DerivationPtr& derivation) {
                    m_inspectorDock->show();
                    m_inspector->explain(title, derivation);
                });
        connect(page, &Page::pageRequested, this,
                [this](const QString& wanted) { showPage(wanted.toLatin1().constData()); });
        connect(page, &Page::openRequested, this, &MainWindow::askForFiles);
        connect(page, &Page::sampleRequested, this, [this, key] { openSample(key); });
        connect(page, &Page::hint, m_hint, &QLabel::setText);
        connect(page, &Page::canExportChanged, this, &MainWindow::updateActions);
    }
    connect(&part<TimelinePage>(), &TimelinePage::sliceSelected, this, [this](core::SliceId slice) {
        if (slice.valid())
            m_inspectorDock->show();
        m_inspector->showSlice(slice);
    });
    connect(&part<TimelinePage>(), &TimelinePage::areaSelected, m_drawer, &Drawer::showArea);
    connect(&part<TimelinePage>(), &TimelinePage::areaSelected, &part<AnalysesPage>(),
            &AnalysesPage::setArea);
    connectEvidence();
    connect(&part<SearchPage>(), &SearchPage::compareWanted, this,
            [this](const QString& name, const core::Plan& plan) {
                part<ComparePage>().plans().keep(name, plan); // the reader stays where she is
            });
    connect(&part<PlanPage>(), &PlanPage::searchWanted, this, [this] {
        showPage("search");
        part<SearchPage>().searchFromOpenPlan();
    });
    connectReport();
    connect(&part<LearnPage>(), &LearnPage::presentWanted, this, &MainWindow::present);
    connect(m_drawer, &Drawer::nameWanted, &part<TimelinePage>(), &TimelinePage::searchFor);
    connect(m_drawer, &Drawer::wanted, this, [this] { m_drawerDock->show(); });
    connect(&m_workbench, &Workbench::runChanged, this, [this] {
        updateActions();
        m_runGrows = m_runGrows && m_workbench.run(); // one that is closed grows no more
    });
    connect(&m_workbench, &Workbench::runOpened, this, [this] {
        const RunViewPtr run = m_workbench.run();
        // A run that grows leaves the reader where she has gone since; a snapshot of memory has little to
        // show on a time axis.
        // Who waits for it on the Compare page sees it there, and who opened a plan with it sees the plan;
        // who asked for a simulation sees that.
        if (m_workbench.front() == RunFrom::Simulation)
            return showPage("timeline");
        if (!m_runGrows && !m_planInFront && currentPage() != QLatin1String("compare"))
            showPage(!run->run->memory.empty() ? "memory" : m_runPage != nullptr ? m_runPage : "overview");
        m_runPage = nullptr;
        m_runGrows = run->partial;
    });
    connect(&m_workbench, &Workbench::evaluationChanged, this, &MainWindow::updateActions);
    connect(&m_workbench, &Workbench::studyChanged, this, &MainWindow::updateActions);
    connect(&m_workbench, &Workbench::stateChanged, this, &MainWindow::showTitle);
    connect(&m_workbench, &Workbench::runChanged, this, &MainWindow::showTitle);
}

void MainWindow::showPage(const char* key)
{
    if (!m_goingBack)
        keepView();
    const int before = m_pages->currentIndex();
    for (std::size_t index = 0; index < m_pageList.size(); ++index) {
        if (std::strcmp(pageTable()[index].key, key) == 0) {
            m_pages->setCurrentIndex(static_cast<int>(index));
            m_rail->setCurrent(static_cast<int>(index));
        }
    }
    if (!m_goingBack && (m_trail.current() == nullptr || m_trail.current()->page != currentPage())) {
        SeenView view = seen();
        view.arriving = true;
        m_trail.see(std::move(view));
        m_resting.start();
    }
    Page& page = *m_pageList[static_cast<std::size_t>(m_pages->currentIndex())];
    if (!page.usesInspector())
        m_inspectorDock->hide();
    m_hint->clear();
    m_written->hide();
    showTitle();
    updateActions();
    emit pageShown();
    // Its keys work at once, without a click; who is already at work on the page stays where she is.
    if (m_pages->currentIndex() != before || !page.isAncestorOf(QApplication::focusWidget()))
        page.front().setFocus(Qt::OtherFocusReason);
}

void MainWindow::nextPane()
{
    std::vector<QWidget*> panes{m_pages->currentWidget()};
    for (QWidget* dock : {static_cast<QWidget*>(m_inspectorDock), static_cast<QWidget*>(m_drawerDock)}) {
        if (dock->isVisible())
            panes.push_back(dock);
    }
    panes.push_back(m_rail);
    const auto at = std::ranges::find_if(
        panes, [](const QWidget* pane) { return pane->isAncestorOf(QApplication::focusWidget()); });
    const std::size_t next =
        at == panes.end() ? 0 : (static_cast<std::size_t>(at - panes.begin()) + 1) % panes.size();
    if (next == 0)
        return m_pageList[static_cast<std::size_t>(m_pages->currentIndex())]->front().setFocus(
            Qt::TabFocusReason);
    QWidget* first = panes[next]->nextInFocusChain();
    while (first != panes[next] &&
           !(panes[next]->isAncestorOf(first) && first->isVisible() && first->focusPolicy() & Qt::TabFocus))
        first = first->nextInFocusChain();
    first->setFocus(Qt::TabFocusReason);
}

QString MainWindow::currentPage() const
{
    return QString::fromLatin1(pageTable()[static_cast<std::size_t>(m_pages->currentIndex())].key);
}

bool MainWindow::tellsOfRun() const
{
    return qobject_cast<const RunPage*>(m_pages->currentWidget()) != nullptr;
}

void MainWindow::showTitle()
{
    const PlanState& state = m_workbench.state();
    const RunViewPtr run = m_workbench.run();
    QString open;
    if (run && (tellsOfRun() || !state.complete()))
        open = m_workbench.runTitle();
    else if (state.complete())
        open = tr("%1 on %2").arg(titleOf(state.model), titleOf(state.hardware));
    open.replace(QLatin1String("[*]"), QLatin1String("[*][*]")); // one is Qt's place for the mark of edits
    setWindowTitle(open.isEmpty() ? tr("Shardscope") : tr("%1 – Shardscope").arg(open));
    m_top->setPlace(open.replace(QLatin1String("[*][*]"), QLatin1String("[*]")),
                    pageTable()[static_cast<std::size_t>(m_pages->currentIndex())].title());
}

Scheme MainWindow::scheme() const
{
    switch (m_choice) {
    case SchemeChoice::System: return m_system;
    case SchemeChoice::Light: return Scheme::Light;
    case SchemeChoice::Dark: return Scheme::Dark;
    case SchemeChoice::Contrast: break;
    }
    return Scheme::Contrast;
}

void MainWindow::setScheme(SchemeChoice choice)
{
    m_choice = choice;
    applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), scheme());
    showScheme();
}

void MainWindow::showScheme()
{
    for (std::size_t index = 0; index < pageTable().size(); ++index)
        m_rail->setIcon(static_cast<int>(index),
                        themedIcon(QString::fromLatin1(pageTable()[index].icon), theme(scheme())));
    m_top->refreshIcons();
    showSettings();
}

void MainWindow::setZoom(double factor)
{
    if (factor == m_zoom)
        return;
    changeZoom(*this, m_zoom, factor);
    m_zoom = factor;
    showSettings();
    m_hint->setText(tr("Zoom: %1").arg(percentString(factor, 0)));
}

void MainWindow::setLanguage(const QString& code)
{
    m_language.choose(code); // posts QEvent::LanguageChange to every widget
    setScheme(m_choice);     // the font follows the language
}

void MainWindow::connectSettings()
{
    auto& settings = part<SettingsPage>();
    settings.setActions(*m_actions);
    connect(&settings, &SettingsPage::languageWanted, this, &MainWindow::setLanguage);
    connect(&settings, &SettingsPage::schemeWanted, this, &MainWindow::setScheme);
    connect(&settings, &SettingsPage::zoomWanted, this, &MainWindow::setZoom);
}

void MainWindow::showSettings() { part<SettingsPage>().show(m_language.current(), m_choice, m_zoom); }

void MainWindow::restore()
{
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    // Another screen, or another scale of it, may have less room than there was.
    if (const QRect room = screen()->availableGeometry(); !room.contains(geometry()))
        setGeometry(
            QStyle::alignedRect(layoutDirection(), Qt::AlignCenter, size().boundedTo(room.size()), room));
    restoreState(settings.value(QStringLiteral("window/state")).toByteArray());
    m_inspectorDock->hide(); // it comes with a click
    m_drawerDock->hide();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    constexpr int kNarrow = 900;
    m_rail->setNarrow(width() < kNarrow);
    QMainWindow::resizeEvent(event);
}

/// Esc closes what came last.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && (m_inspectorDock->isVisible() || m_drawerDock->isVisible()))
        return m_inspectorDock->isVisible() ? m_inspectorDock->hide() : m_drawerDock->hide();
    QMainWindow::keyPressEvent(event);
}

/// On X11 a line of text takes Ctrl+E for the way to its end; here it saves the picture wherever one types.
bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride || m_export == nullptr ||
        m_export->shortcut() != static_cast<QKeyEvent*>(event)->keyCombination())
        return QMainWindow::eventFilter(watched, event);
    event->ignore();
    return true;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!agreesToClose()) {
        event->ignore();
        return;
    }
    m_kept.remember(currentPage());
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), saveState());
    settings.setValue(QStringLiteral("zoom"), m_zoom);
    settings.setValue(QStringLiteral("language"), m_language.current());
    settings.setValue(QStringLiteral("theme"), static_cast<int>(m_choice));
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    openAsked(droppedFiles(*event->mimeData()));
}

} // namespace shardscope::app
