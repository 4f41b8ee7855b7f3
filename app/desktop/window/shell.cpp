// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, rail, docks and status bar of the main window.
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/window/drawer.h"
#include "app/desktop/window/inspector.h"
#include "app/desktop/window/job_list.h"
#include "app/desktop/window/main_window.h"
#include "app/desktop/window/project_session.h"
#include "shardscope_config.h"

#include <QActionGroup>
#include <QButtonGroup>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QShortcut>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <tuple>

namespace shardscope::app {
namespace {

/// The rail: its buttons stand closer in low windows, so that the last page is in sight.
class Rail final : public QToolBar {
public:
    using QToolBar::QToolBar;

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        constexpr int kLowest = 44; // an icon above a word
        constexpr int kTallest = 52;
        constexpr int kSpare = 2;  // rounding, and the style's own line
        QList<QToolButton*> pages; // without the bar's own button for what has no room
        for (QToolButton* button : findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (button->toolButtonStyle() == Qt::ToolButtonTextUnderIcon)
                pages.push_back(button);
        }
        // Around and between them; what has no room would be gone.
        const QMargins margins = layout()->contentsMargins();
        const int count = std::max(1, static_cast<int>(pages.size()));
        const int frame =
            margins.top() + margins.bottom() + std::max(0, layout()->spacing()) * (count - 1) + kSpare;
        const int each = (height() - frame) / count;
        for (QToolButton* button : pages)
            button->setFixedHeight(std::clamp(each, kLowest, kTallest));
        QToolBar::resizeEvent(event);
    }
};

} // namespace

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
        QMenu* menu = parent ? parent->addMenu(QString()) : menuBar()->addMenu(QString());
        m_menus.emplace_back(menu, title);
        return menu;
    };
    QMenu* file = addMenu(nullptr, QT_TR_NOOP("&File"));
    addAction(file, QT_TR_NOOP("&Open…"), QKeySequence::Open, [this] { askForFiles(); });
    addAction(file, QT_TR_NOOP("Open a &folder of traces…"), {}, [this] { askForFolder(); });
    addAction(file, QT_TR_NOOP("&Import a plan…"), {}, [this] { askForImport(); });
    QMenu* samples = addMenu(file, QT_TR_NOOP("Open a &sample"));
    const std::pair<const char*, const char*> sampleOf[] = {
        {"plan", QT_TR_NOOP("Plan: GPT-3 175B in phases on IPU-POD256")},
        {"tight", QT_TR_NOOP("Plan that does not fit: GPT-3 175B on IPU-POD256")},
        {"schedule", QT_TR_NOOP("Schedule: GPT-3 175B on 128 A100, 1F1B beside GPipe and zero bubble")},
        {"pod16", QT_TR_NOOP("Schedule: BERT-Large on IPU-POD16")},
        {"pod16_phases", QT_TR_NOOP("Schedule: BERT-Large in phases on IPU-POD16")},
        {"phases", QT_TR_NOOP("Schedule: GPT-3 175B in phases, streamed on IPU-POD256")},
        {"buckets", QT_TR_NOOP("Schedule: ZeRO-2's buckets, 100 B parameters on 400 V100")},
        {"iterations", QT_TR_NOOP("Schedule: ZionEX's two iterations, DLRM of 12 T parameters")},
        {"modes", QT_TR_NOOP("Schedule: PERSIA's four modes, 100 T parameters on Google Cloud")},
        {"recommender", QT_TR_NOOP("Recommender: MLPerf DLRM on ZionEX")},
        {"overview", QT_TR_NOOP("Trace: DLRM on one H200")},
        {"memory", QT_TR_NOOP("Memory: GPT-2 on one H200")}};
    for (const auto& [key, text] : sampleOf)
        addAction(samples, text, {}, [this, page = key] { openSample(page); });
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
    QAction* undo =
        addAction(edit, QT_TR_NOOP("&Undo"), QKeySequence::Undo, [this] { m_workbench.undoStack().undo(); });
    QAction* redo = addAction(edit, QT_TR_NOOP("&Redo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z),
                              [this] { m_workbench.undoStack().redo(); });
    m_project->nameSteps(*undo, *redo);
    addAction(edit, QT_TR_NOOP("&Find in the timeline"), QKeySequence::Find, [this] {
        showPage("timeline");
        part<TimelinePage>().focusSearch();
    });

    addAction(edit, QT_TR_NOOP("Filter the &tracks"), QKeySequence(Qt::CTRL | Qt::Key_P), [this] {
        showPage("timeline");
        part<TimelinePage>().focusFilter();
    });

    QMenu* view = addMenu(nullptr, QT_TR_NOOP("&View"));
    const std::tuple<const char*, const char*, QKeySequence> pageOf[] = {
        {"plan", QT_TR_NOOP("&Plan"), Qt::CTRL | Qt::Key_1},
        {"ask", QT_TR_NOOP("As&k"), Qt::CTRL | Qt::SHIFT | Qt::Key_A},
        {"timeline", QT_TR_NOOP("&Timeline"), Qt::CTRL | Qt::Key_2},
        {"analyses", QT_TR_NOOP("A&nalyses"), Qt::CTRL | Qt::Key_3},
        {"memory", QT_TR_NOOP("&Memory"), Qt::CTRL | Qt::Key_4},
        {"sql", QT_TR_NOOP("S&QL"), Qt::CTRL | Qt::Key_5},
        {"compare", QT_TR_NOOP("Co&mpare"), Qt::CTRL | Qt::Key_6},
        {"model", QT_TR_NOOP("Mo&del"), Qt::CTRL | Qt::Key_7},
        {"recommender", QT_TR_NOOP("&Recommender"), Qt::CTRL | Qt::Key_8},
        {"search", QT_TR_NOOP("S&earch"), Qt::CTRL | Qt::Key_0},
        {"schedule", QT_TR_NOOP("&Schedule"), Qt::CTRL | Qt::Key_9},
        {"overview", QT_TR_NOOP("O&verview"), Qt::CTRL | Qt::SHIFT | Qt::Key_O}};
    for (const auto& [key, text, keys] : pageOf)
        addAction(view, text, keys, [this, page = key] { showPage(page); });
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
    QMenu* themes = addMenu(view, QT_TR_NOOP("T&heme"));
    m_themes = new QActionGroup(this);
    const std::pair<const char*, SchemeChoice> choices[] = {
        {QT_TR_NOOP("As the &system"), SchemeChoice::System},
        {QT_TR_NOOP("&Light"), SchemeChoice::Light},
        {QT_TR_NOOP("&Dark"), SchemeChoice::Dark}};
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

void MainWindow::makeRail()
{
    auto* bar = new Rail(this);
    bar->setObjectName(QStringLiteral("rail"));
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->setFixedWidth(metrics::kRailWidth);
    bar->toggleViewAction()->setVisible(false);
    m_rail = new QButtonGroup(this);
    for (std::size_t index = 0; index < m_pageList.size(); ++index) {
        auto* button = new QToolButton(bar);
        button->setCheckable(true);
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setIconSize(QSize(20, 20));
        button->setFixedWidth(metrics::kRailWidth - 3); // up to the rail's edge: words are nearly as wide
        button->setFocusPolicy(Qt::StrongFocus);
        m_rail->addButton(button, static_cast<int>(index));
        m_railButtons.push_back(button);
        bar->addWidget(button);
    }
    connect(m_rail, &QButtonGroup::idClicked, this,
            [this](int index) { showPage(pageTable()[static_cast<std::size_t>(index)].key); });
    addToolBar(Qt::LeftToolBarArea, bar);
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
    m_drawerDock->hide(); // it opens itself when it has something to say
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
    for (std::size_t index = 0; index < m_railButtons.size(); ++index) {
        m_railButtons[index]->setText(pageTable()[index].railText());
        m_railButtons[index]->setToolTip(pageTable()[index].title());
        m_railButtons[index]->setAccessibleName(pageTable()[index].title());
    }
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
