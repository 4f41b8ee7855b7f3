// SPDX-License-Identifier: GPL-3.0-or-later
// Top bar, menus, rail, docks and status bar of the main window.
#include "app/desktop/base/zoom.h"
#include "app/desktop/pages/home/samples.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/shell/omnibox.h"
#include "app/desktop/shell/rail.h"
#include "app/desktop/shell/top_bar.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/window/drawer.h"
#include "app/desktop/window/inspector.h"
#include "app/desktop/window/job_list.h"
#include "app/desktop/window/main_window.h"
#include "app/desktop/window/project_session.h"
#include "app/session/text/messages.h"
#include "shardscope_config.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QShortcut>
#include <QStackedWidget>
#include <QStatusBar>

namespace shardscope::app {

QAction* MainWindow::addAction(QMenu* menu, const char* text, const QKeySequence& keys,
                               std::function<void()> run)
{
    auto* action = new QAction(menu);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, std::move(run));
    menu->addAction(action);
    m_actions.emplace_back(action, text);
    return action;
}

void MainWindow::makeMenus()
{
    const auto addMenu = [this](QMenu* parent, const char* title) {
        QMenu* menu = parent ? parent->addMenu(QString()) : m_menuBar->addMenu(QString());
        m_menus.emplace_back(menu, title);
        return menu;
    };
    QMenu* file = addMenu(nullptr, QT_TR_NOOP("&File"));
    addAction(file, QT_TR_NOOP("&Open…"), QKeySequence::Open, [this] { askForFiles(); });
    addAction(file, QT_TR_NOOP("Open a &folder of traces…"), {}, [this] { askForFolder(); });
    addAction(file, QT_TR_NOOP("&Import a plan…"), {}, [this] { askForImport(); });
    QMenu* samplesMenu = addMenu(file, QT_TR_NOOP("Open a &sample"));
    for (const Sample& sample : samples())
        m_sampleActions.emplace_back(
            samplesMenu->addAction(QString(), this, [this, key = sample.key] { openSample(key); }), &sample);
    addAction(file, QT_TR_NOOP("Open a pro&ject…"), {}, [this] { m_project->askToOpen(); });
    m_project->listRecent(*addMenu(file, QT_TR_NOOP("&Recent projects")));
    addAction(file, QT_TR_NOOP("Save the project &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
              [this] { m_project->askToSaveAs(); });
    QAction* save =
        addAction(file, QT_TR_NOOP("Sa&ve the plan…"), QKeySequence::Save, [this] { savePlan(); });
    save->setEnabled(false);
    connect(&m_workbench, &Workbench::stateChanged, save,
            [this, save] { save->setEnabled(m_workbench.state().complete()); });
    m_export = addAction(file, QT_TR_NOOP("Save a &picture…"), QKeySequence(Qt::CTRL | Qt::Key_E),
                         [this] { exportPage(); });
    file->setToolTipsVisible(true); // why something is out of reach
    m_whyNoExport = new QShortcut(m_export->shortcut(), this, this, &MainWindow::tellWhyNoExport);
    QAction* closeRun = addAction(file, QT_TR_NOOP("&Close the run"), {}, [this] { m_workbench.closeRun(); });
    closeRun->setEnabled(false);
    connect(&m_workbench, &Workbench::runsChanged, closeRun,
            [this, closeRun] { closeRun->setEnabled(m_workbench.run() != nullptr); });
    file->addSeparator();
    addAction(file, QT_TR_NOOP("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });

    QMenu* edit = addMenu(nullptr, QT_TR_NOOP("&Edit"));
    m_undo =
        addAction(edit, QT_TR_NOOP("&Undo"), QKeySequence::Undo, [this] { m_workbench.undoStack().undo(); });
    m_redo = addAction(edit, QT_TR_NOOP("&Redo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z),
                       [this] { m_workbench.undoStack().redo(); });
    m_project->nameSteps(*m_undo, *m_redo);
    addAction(edit, QT_TR_NOOP("&Go to or run…"), QKeySequence(Qt::CTRL | Qt::Key_K), [this] {
        m_omnibox->open();
    })->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)});
    addAction(edit, QT_TR_NOOP("&Find in the timeline"), QKeySequence::Find, [this] {
        showPage("timeline");
        part<TimelinePage>().focusSearch();
    });

    addAction(edit, QT_TR_NOOP("Filter the &tracks"), QKeySequence(Qt::CTRL | Qt::Key_P), [this] {
        showPage("timeline");
        part<TimelinePage>().focusFilter();
    });

    QMenu* view = addMenu(nullptr, QT_TR_NOOP("&View"));
    int digit = 0;
    for (const PageRow& row : pageTable()) {
        QAction* action = view->addAction(QString(), this, [this, key = row.key] { showPage(key); });
        if (row.group == kNoGroup) // a page of Home's questions
            action->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
        else if (++digit <= 9)
            action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + digit)));
        m_pageActions.push_back(action);
    }
    view->addSeparator();
    addAction(view, QT_TR_NOOP("&Back"), QKeySequence(Qt::ALT | Qt::Key_Left), [this] { goBack(1); });
    addAction(view, QT_TR_NOOP("For&ward"), QKeySequence(Qt::ALT | Qt::Key_Right), [this] { goBack(-1); });
    addAction(view, QT_TR_NOOP("Ne&xt pane"), QKeySequence(Qt::Key_F6), [this] { nextPane(); });
    view->addSeparator();
    view->addAction(m_inspectorDock->toggleViewAction());
    m_inspectorDock->toggleViewAction()->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_I));
    view->addAction(m_drawerDock->toggleViewAction());
    m_drawerDock->toggleViewAction()->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_B));
    QAction* compact = addAction(view, QT_TR_NOOP("&Compact rows"), {}, {});
    compact->setCheckable(true);
    connect(compact, &QAction::toggled, this,
            [this](bool on) { part<TimelinePage>().view().setCompact(on); });
    addAction(view, QT_TR_NOOP("Fold &all groups"), {},
              [this] { part<TimelinePage>().view().foldAll(true); });
    addAction(view, QT_TR_NOOP("&Open all groups"), {},
              [this] { part<TimelinePage>().view().foldAll(false); });
    view->addSeparator();
    addAction(view, QT_TR_NOOP("Lar&ger"), QKeySequence(Qt::CTRL | Qt::Key_Plus), [this] {
        setZoom(steppedZoom(m_zoom, 1));
    })->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    addAction(view, QT_TR_NOOP("S&maller"), QKeySequence(Qt::CTRL | Qt::Key_Minus),
              [this] { setZoom(steppedZoom(m_zoom, -1)); });
    addAction(view, QT_TR_NOOP("Act&ual size"), QKeySequence(Qt::CTRL | Qt::Key_0), [this] { setZoom(1); });
    QMenu* themes = addMenu(view, QT_TR_NOOP("T&heme"));
    m_themes = new QActionGroup(this);
    const std::pair<const char*, SchemeChoice> choices[] = {
        {QT_TR_NOOP("As the &system"), SchemeChoice::System},
        {QT_TR_NOOP("&Light"), SchemeChoice::Light},
        {QT_TR_NOOP("&Dark"), SchemeChoice::Dark},
        {QT_TR_NOOP("High &contrast"), SchemeChoice::Contrast}};
    for (const auto& [text, choice] : choices) {
        const SchemeChoice wanted = choice;
        QAction* action = addAction(themes, text, {}, [this, wanted] { setScheme(wanted); });
        action->setCheckable(true);
        action->setChecked(wanted == m_choice);
        action->setData(static_cast<int>(wanted));
        m_themes->addAction(action);
    }
    QMenu* languages = addMenu(view, QT_TR_NOOP("&Language"));
    m_languages = new QActionGroup(this);
    for (const QString& code : Language::known()) {
        // A language is named in itself, whatever the window speaks now.
        QAction* action = languages->addAction(code == QLatin1String("ja") ? QStringLiteral("日本語")
                                                                           : QStringLiteral("English"));
        connect(action, &QAction::triggered, this, [this, code] { setLanguage(code); });
        action->setCheckable(true);
        action->setChecked(code == m_language.current());
        action->setData(code);
        m_languages->addAction(action);
    }
    view->addSeparator();
    addAction(view, QT_TR_NOOP("&Full screen"), QKeySequence(Qt::Key_F11),
              [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });

    QMenu* help = addMenu(nullptr, QT_TR_NOOP("&Help"));
    addAction(help, QT_TR_NOOP("&Keys of the timeline"), QKeySequence(Qt::Key_F1),
              [this] { showShortcuts(); });
    addAction(help, QT_TR_NOOP("&About Shardscope"), {}, [this] { showAbout(); });
}

void MainWindow::makeTop()
{
    m_menuBar = new QMenuBar(this);
    m_omnibox = new Omnibox([this](const QString& asked) { return find(asked); }, this);
    m_top = new TopBar(m_menuBar, m_omnibox, this);
    setMenuWidget(m_top);
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
    m_jobs = new JobList(m_workbench.jobs(), this);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_hint, 1);
    statusBar()->addPermanentWidget(m_jobs);
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
    for (const auto& [action, text] : m_actions)
        action->setText(tr(text));
    for (std::size_t index = 0; index < pageTable().size(); ++index) {
        const PageRow& page = pageTable()[index];
        m_rail->setTexts(static_cast<int>(index), page.railText(), page.title());
        m_pageActions[index]->setText(page.title());
    }
    for (const auto& [action, sample] : m_sampleActions)
        action->setText(translated(sample->title));
    m_inspectorDock->setWindowTitle(tr("Inspector"));
    m_drawerDock->setWindowTitle(tr("Drawer"));
}

void MainWindow::showShortcuts()
{
    const std::pair<const char*, const char*> lines[] = {
        {"W S", QT_TR_NOOP("zoom in and out where the mouse is")},
        {"A D", QT_TR_NOOP("pan left and right")},
        {QT_TR_NOOP("Ctrl + wheel"), QT_TR_NOOP("zoom")},
        {QT_TR_NOOP("Shift + drag"), QT_TR_NOOP("pan")},
        {QT_TR_NOOP("drag"),
         QT_TR_NOOP("select a span of time on the tracks passed; from the ruler: on all")},
        {"Ctrl + A", QT_TR_NOOP("select all that is seen")},
        {"F", QT_TR_NOOP("the selection fills the window; again: the whole run")},
        {". ,", QT_TR_NOOP("next and previous slice on the lane")},
        {"J K", QT_TR_NOOP("to the slice on the lane below and above")},
        {"] [", QT_TR_NOOP("along an arrow, and back")},
        {"R", QT_TR_NOOP("select the time of the slice")},
        {"P", QT_TR_NOOP("pin the track of the slice to the top, or let it go")},
        {"X", QT_TR_NOOP("fold all groups; with Shift: open all")},
        {"/", QT_TR_NOOP("search; Enter goes on, Shift + Enter back")},
        {"Ctrl + P", QT_TR_NOOP("show only the tracks that hold some words")},
        {"Esc", QT_TR_NOOP("select nothing")}};
    QString keys = QStringLiteral("<table cellpadding=4>");
    for (const auto& [key, text] : lines)
        keys += QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>").arg(tr(key), tr(text));
    keys += QStringLiteral("</table>");
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Keys of the timeline"), keys, QMessageBox::Ok, this);
    box->setTextFormat(Qt::RichText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
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
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace shardscope::app
