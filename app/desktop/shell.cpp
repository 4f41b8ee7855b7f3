// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, rail, docks and status bar of the main window.
#include "app/desktop/main_window.h"
#include "app/desktop/pages/timeline_page.h"
#include "app/desktop/widgets/drawer.h"
#include "app/desktop/widgets/inspector.h"
#include "app/session/messages.h"
#include "shardscope_config.h"

#include <QActionGroup>
#include <QApplication>
#include <QButtonGroup>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

namespace shardscope::app {
namespace {

constexpr const char* kWatchedSlot = "trace"; // the only work long enough for a progress bar

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
    QMenu* samples = addMenu(file, QT_TR_NOOP("Open a &sample"));
    addAction(samples, QT_TR_NOOP("Plan: GPT-3 175B on IPU-POD256"), {}, [this] { openSample("plan"); });
    addAction(samples, QT_TR_NOOP("Trace: DLRM on one H200"), {}, [this] { openSample("timeline"); });
    m_export = addAction(file, QT_TR_NOOP("Save a &picture…"), QKeySequence(Qt::CTRL | Qt::Key_E),
                         [this] { exportPage(); });
    addAction(file, QT_TR_NOOP("&Close the run"), {}, [this] { m_workbench.closeRun(); });
    file->addSeparator();
    addAction(file, QT_TR_NOOP("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });

    QMenu* edit = addMenu(nullptr, QT_TR_NOOP("&Edit"));
    QAction* undo =
        addAction(edit, QT_TR_NOOP("&Undo"), QKeySequence::Undo, [this] { m_workbench.undoStack().undo(); });
    QAction* redo = addAction(edit, QT_TR_NOOP("&Redo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z),
                              [this] { m_workbench.undoStack().redo(); });
    undo->setEnabled(false);
    redo->setEnabled(false);
    connect(&m_workbench.undoStack(), &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(&m_workbench.undoStack(), &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    addAction(edit, QT_TR_NOOP("&Find in the timeline"), QKeySequence::Find, [this] {
        showPage("timeline");
        timelinePage().focusSearch();
    });

    QMenu* view = addMenu(nullptr, QT_TR_NOOP("&View"));
    addAction(view, QT_TR_NOOP("&Plan"), QKeySequence(Qt::CTRL | Qt::Key_1), [this] { showPage("plan"); });
    addAction(view, QT_TR_NOOP("&Timeline"), QKeySequence(Qt::CTRL | Qt::Key_2),
              [this] { showPage("timeline"); });
    view->addSeparator();
    view->addAction(m_inspectorDock->toggleViewAction());
    m_inspectorDock->toggleViewAction()->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_I));
    view->addAction(m_drawerDock->toggleViewAction());
    m_drawerDock->toggleViewAction()->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_B));
    QAction* compact = addAction(view, QT_TR_NOOP("&Compact rows"), {}, {});
    compact->setCheckable(true);
    connect(compact, &QAction::toggled, this, [this](bool on) { timelinePage().view().setCompact(on); });
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
    auto* bar = new QToolBar(this);
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
        button->setFixedSize(metrics::kRailWidth - 4, 52);
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
    m_inspector = new Inspector(m_workbench, this);
    m_inspectorDock = new QDockWidget(this);
    m_inspectorDock->setObjectName(QStringLiteral("inspector"));
    m_inspectorDock->setWidget(m_inspector);
    m_inspectorDock->setFeatures(QDockWidget::DockWidgetClosable);
    m_inspector->setMinimumWidth(240);
    addDockWidget(Qt::RightDockWidgetArea, m_inspectorDock);
    m_drawer = new Drawer(m_workbench, this);
    m_drawerDock = new QDockWidget(this);
    m_drawerDock->setObjectName(QStringLiteral("drawer"));
    m_drawerDock->setWidget(m_drawer);
    m_drawerDock->setFeatures(QDockWidget::DockWidgetClosable);
    addDockWidget(Qt::BottomDockWidgetArea, m_drawerDock);
    resizeDocks({m_inspectorDock}, {metrics::kInspectorWidth}, Qt::Horizontal);
    resizeDocks({m_drawerDock}, {metrics::kDrawerHeight}, Qt::Vertical);
    m_drawerDock->hide(); // it opens itself when it has something to say
}

void MainWindow::makeStatus()
{
    m_hint = new QLabel(this);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress = new QWidget(this);
    auto* row = new QHBoxLayout(m_progress);
    row->setContentsMargins(0, 0, metrics::kGrid, 0);
    m_progressText = new QLabel(m_progress);
    m_progressBar = new QProgressBar(m_progress);
    m_progressBar->setTextVisible(false);
    m_progressBar->setFixedWidth(160);
    m_cancel = new QPushButton(m_progress);
    row->addWidget(m_progressText);
    row->addWidget(m_progressBar);
    row->addWidget(m_cancel);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_hint, 1);
    statusBar()->addPermanentWidget(m_progress);
    m_progress->hide();
    const auto watched = [](const QString& slot) { return slot == QLatin1String(kWatchedSlot); };
    connect(&m_workbench.jobs(), &Jobs::started, this,
            [this, watched](const QString& slot, const QString& title) {
                if (!watched(slot))
                    return;
                m_progressText->setText(title);
                m_progressBar->setRange(0, 0);
                m_progress->show();
            });
    connect(&m_workbench.jobs(), &Jobs::progressed, this,
            [this, watched](const QString& slot, const QString& stage, double fraction) {
                if (!watched(slot))
                    return;
                m_progressBar->setRange(0, fraction < 0 ? 0 : 1000);
                m_progressBar->setValue(static_cast<int>(fraction * 1000));
                m_progressBar->setAccessibleName(stageName(stage.toStdString()));
            });
    connect(&m_workbench.jobs(), &Jobs::finished, this, [this, watched](const QString& slot) {
        if (watched(slot))
            m_progress->hide();
    });
    connect(m_cancel, &QPushButton::clicked, this,
            [this] { m_workbench.jobs().cancel(QString::fromLatin1(kWatchedSlot)); });
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
    m_cancel->setText(tr("Stop"));
}

void MainWindow::showShortcuts()
{
    const QString keys =
        tr("<table cellpadding=4>"
           "<tr><td><b>W S</b></td><td>zoom in and out where the mouse is</td></tr>"
           "<tr><td><b>A D</b></td><td>pan left and right</td></tr>"
           "<tr><td><b>Ctrl + wheel</b></td><td>zoom</td></tr>"
           "<tr><td><b>Shift + drag</b></td><td>pan</td></tr>"
           "<tr><td><b>drag</b></td><td>select a span of time</td></tr>"
           "<tr><td><b>F</b></td><td>the selection fills the window; again: the whole run</td></tr>"
           "<tr><td><b>.</b> and <b>,</b></td><td>next and previous slice on the lane</td></tr>"
           "<tr><td><b>]</b> and <b>[</b></td><td>along an arrow, and back</td></tr>"
           "<tr><td><b>R</b></td><td>select the time of the slice</td></tr>"
           "<tr><td><b>/</b></td><td>search; Enter goes on, Shift + Enter back</td></tr>"
           "<tr><td><b>Esc</b></td><td>select nothing</td></tr></table>");
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Keys of the timeline"), keys, QMessageBox::Ok, this);
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
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace shardscope::app
