// SPDX-License-Identifier: GPL-3.0-or-later
// What the lines of the action table do, and the menus that are made of them.
#include "app/desktop/actions/shortcut_sheet.h"
#include "app/desktop/base/zoom.h"
#include "app/desktop/guide/guide_window.h"
#include "app/desktop/pages/follow/follow_page.h"
#include "app/desktop/pages/home/samples.h"
#include "app/desktop/pages/learn/learn_page.h"
#include "app/desktop/pages/learn/lesson_view.h"
#include "app/desktop/pages/report/report_page.h"
#include "app/desktop/pages/study/study_page.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/shell/omnibox.h"
#include "app/desktop/window/main_window.h"
#include "app/desktop/window/project_session.h"
#include "app/session/text/messages.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QShortcut>

#include <cstring>

namespace shardscope::app {
namespace {

constexpr int kPagesWithDigit = 9;

TimelineView& timeline(MainWindow& window) { return window.part<TimelinePage>().view(); }

} // namespace

std::span<const MainWindow::Deed> MainWindow::deeds()
{
    static constexpr Deed kDeeds[] = {
        {"file.open", [](MainWindow& window) { window.askForFiles(); }},
        {"file.folder", [](MainWindow& window) { window.askForFolder(); }},
        {"file.follow",
         [](MainWindow& window) {
             window.showPage("follow");
             window.part<FollowPage>().askForFolder();
         }},
        {"file.import", [](MainWindow& window) { window.askForImport(); }},
        {"project.open", [](MainWindow& window) { window.m_project->askToOpen(); }},
        {"project.save_as", [](MainWindow& window) { window.m_project->askToSaveAs(); }},
        {"project.share", [](MainWindow& window) { window.m_project->askToShare(); }},
        {"plan.save", [](MainWindow& window) { window.savePlan(); }},
        {"plan.launch", [](MainWindow& window) { window.showLaunchFiles(); }},
        {"study.memo", [](MainWindow& window) { window.part<StudyPage>().askForMemo(); }},
        {"page.picture", [](MainWindow& window) { window.exportPage(); }},
        {"run.plan", [](MainWindow& window) { window.planRun(); }},
        {"run.close", [](MainWindow& window) { window.m_workbench.closeRun(); }},
        {"window.quit", [](MainWindow& window) { window.close(); }},
        {"edit.undo", [](MainWindow& window) { window.m_workbench.undoStack().undo(); }},
        {"edit.redo", [](MainWindow& window) { window.m_workbench.undoStack().redo(); }},
        {"window.find", [](MainWindow& window) { window.m_omnibox->open(); }},
        {"timeline.search",
         [](MainWindow& window) {
             window.showPage("timeline");
             window.part<TimelinePage>().focusSearch();
         }},
        {"timeline.filter",
         [](MainWindow& window) {
             window.showPage("timeline");
             window.part<TimelinePage>().focusFilter();
         }},
        {"window.settings", [](MainWindow& window) { window.showPage("settings"); }},
        {"view.back", [](MainWindow& window) { window.goBack(1); }},
        {"view.forward", [](MainWindow& window) { window.goBack(-1); }},
        {"view.pane", [](MainWindow& window) { window.nextPane(); }},
        {"view.inspector",
         [](MainWindow& window) {
             window.m_inspectorDock->setVisible(!window.m_inspectorDock->isVisible());
         }},
        {"view.drawer",
         [](MainWindow& window) { window.m_drawerDock->setVisible(!window.m_drawerDock->isVisible()); }},
        {"timeline.compact",
         [](MainWindow& window) {
             timeline(window).setCompact(
                 window.m_actions->find(QStringLiteral("timeline.compact"))->made->isChecked());
         }},
        {"timeline.fold", [](MainWindow& window) { timeline(window).foldAll(true); }},
        {"timeline.unfold", [](MainWindow& window) { timeline(window).foldAll(false); }},
        {"view.larger", [](MainWindow& window) { window.setZoom(steppedZoom(window.m_zoom, 1)); }},
        {"view.smaller", [](MainWindow& window) { window.setZoom(steppedZoom(window.m_zoom, -1)); }},
        {"view.actual", [](MainWindow& window) { window.setZoom(1); }},
        {"view.full",
         [](MainWindow& window) { window.setWindowState(window.windowState() ^ Qt::WindowFullScreen); }},
        {"lesson.present",
         [](MainWindow& window) {
             if (window.currentPage() == QLatin1String("report") && window.part<ReportPage>().present())
                 return;
             window.present(!window.part<LearnPage>().view().large());
         }},
        {"report.add", [](MainWindow& window) { window.addPageToReport(); }},
        {"report.pdf", [](MainWindow& window) { window.part<ReportPage>().askToSave(); }},
        {"help.guide",
         [](MainWindow& window) {
             GuideWindow& guide = guideOf(window);
             connect(&guide, &GuideWindow::windowWanted, &window, &MainWindow::openFromGuide,
                     Qt::UniqueConnection);
             guide.showFor(window.currentPage(), window.m_language.current());
         }},
        {"help.keys", [](MainWindow& window) { window.showShortcuts(); }},
        {"help.about", [](MainWindow& window) { window.showAbout(); }},
        {"theme.system", [](MainWindow& window) { window.setScheme(SchemeChoice::System); }},
        {"theme.light", [](MainWindow& window) { window.setScheme(SchemeChoice::Light); }},
        {"theme.dark", [](MainWindow& window) { window.setScheme(SchemeChoice::Dark); }},
        {"theme.contrast", [](MainWindow& window) { window.setScheme(SchemeChoice::Contrast); }},
        {"language.en", [](MainWindow& window) { window.setLanguage(QStringLiteral("en")); }},
        {"language.ja", [](MainWindow& window) { window.setLanguage(QStringLiteral("ja")); }},
    };
    return kDeeds;
}

bool MainWindow::act(const QString& id)
{
    const Action* action = m_actions->find(id);
    if (action == nullptr || action->made == nullptr || !action->made->isEnabled())
        return false;
    action->made->trigger();
    return true;
}

void MainWindow::makeActions()
{
    for (const ActionRow& row : actionTable()) {
        const auto text = [](const char* source) {
            return *source == 0 ? std::function<QString()>() : [source] { return tr(source); };
        };
        Action action{QString::fromLatin1(row.id), text(row.words), text(row.also), text(row.gesture)};
        action.usual = keysOf(QString::fromLatin1(row.keys));
        action.where = row.where;
        action.menu = row.menu;
        action.begins = row.begins;
        if (row.where == Where::Window) {
            action.made = new QAction(this);
            addAction(action.made); // its keys count without a menu, too
            for (const Deed& deed : deeds()) {
                if (std::strcmp(deed.id, row.id) == 0)
                    connect(action.made, &QAction::triggered, this, [this, run = deed.run] { run(*this); });
            }
        }
        m_actions->add(std::move(action));
    }
    addPageActions();
    addSampleActions();
    m_undo = m_actions->find(QStringLiteral("edit.undo"))->made;
    m_redo = m_actions->find(QStringLiteral("edit.redo"))->made;
    m_export = m_actions->find(QStringLiteral("page.picture"))->made;
    m_whyNoExport = new QShortcut(m_export->shortcut(), this, this, &MainWindow::tellWhyNoExport);
    connect(m_actions, &Actions::keysChanged, this, [this] { m_whyNoExport->setKey(m_export->shortcut()); });
    followStates();
}

void MainWindow::addPageActions()
{
    int digit = 0;
    for (const PageRow& row : pageTable()) {
        if (std::strcmp(row.key, "settings") == 0)
            continue; // an action of its own
        Action action{QStringLiteral("page.") + QString::fromLatin1(row.key), row.title};
        action.also = [key = row.key] { return QString::fromLatin1(key); };
        if (std::strcmp(row.key, "ask") == 0) // reached from Home
            action.usual = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A)};
        else if (row.group != kNoGroup && ++digit <= kPagesWithDigit)
            action.usual = {QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + digit))};
        action.made = new QAction(this);
        addAction(action.made);
        connect(action.made, &QAction::triggered, this, [this, key = row.key] { showPage(key); });
        m_actions->add(std::move(action));
    }
}

void MainWindow::addSampleActions()
{
    for (const Sample& sample : samples()) {
        Action action{QStringLiteral("sample.") + QString::fromLatin1(sample.key),
                      [title = sample.title] { return translated(title); },
                      [sentence = sample.sentence] { return translated(sentence); }};
        action.made = new QAction(this);
        addAction(action.made);
        connect(action.made, &QAction::triggered, this, [this, key = sample.key] { openSample(key); });
        m_actions->add(std::move(action));
    }
}

void MainWindow::followStates()
{
    const auto made = [this](const char* id) { return m_actions->find(QString::fromLatin1(id))->made; };
    QAction* save = made("plan.save");
    save->setEnabled(false);
    connect(&m_workbench, &Workbench::stateChanged, save,
            [this, save] { save->setEnabled(m_workbench.state().complete()); });
    QAction* launch = made("plan.launch");
    launch->setEnabled(false);
    connect(&m_workbench, &Workbench::evaluationChanged, launch, [this, launch] {
        const auto& evaluated = m_workbench.evaluated();
        launch->setEnabled(evaluated.value != nullptr && m_workbench.state().complete());
    });
    QAction* memo = made("study.memo");
    memo->setEnabled(false);
    connect(&part<StudyPage>(), &Page::canExportChanged, memo,
            [this, memo] { memo->setEnabled(part<StudyPage>().canExport()); });
    QAction* slides = made("report.pdf");
    slides->setEnabled(false);
    connect(&part<ReportPage>(), &Page::canExportChanged, slides,
            [this, slides] { slides->setEnabled(part<ReportPage>().canExport()); });
    QAction* closeRun = made("run.close");
    closeRun->setEnabled(false);
    connect(&m_workbench, &Workbench::runsChanged, closeRun,
            [this, closeRun] { closeRun->setEnabled(m_workbench.run() != nullptr); });
    QAction* planRun = made("run.plan");
    planRun->setEnabled(false);
    connect(&m_workbench, &Workbench::runsChanged, planRun, [this, planRun] {
        const RunViewPtr run = m_workbench.run();
        planRun->setEnabled(run != nullptr && run->run->origin == core::RunOrigin::Recorded);
    });
    made("timeline.compact")->setCheckable(true);
    for (const auto& [id, dock] :
         {std::pair("view.inspector", m_inspectorDock), std::pair("view.drawer", m_drawerDock)}) {
        QAction* action = made(id);
        action->setCheckable(true);
        connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
    }
    m_project->nameSteps(*m_undo, *m_redo);
}

void MainWindow::makeMenus()
{
    const auto addMenu = [this](const char* title, ActionMenu which) {
        QMenu* menu = m_menuBar->addMenu(QString());
        m_menus.emplace_back(menu, title);
        fillMenu(*menu, which);
        return menu;
    };
    addMenu(QT_TR_NOOP("&File"), ActionMenu::File)->setToolTipsVisible(true); // why something is out of reach
    addMenu(QT_TR_NOOP("&Edit"), ActionMenu::Edit);
    addMenu(QT_TR_NOOP("&View"), ActionMenu::View);
    addMenu(QT_TR_NOOP("&Help"), ActionMenu::Help);
}

void MainWindow::fillMenu(QMenu& menu, ActionMenu which)
{
    if (which == ActionMenu::View) {
        for (const Action& action : m_actions->all()) {
            if (action.id.startsWith(QLatin1String("page.")) && action.menu == ActionMenu::None)
                menu.addAction(action.made);
        }
    }
    const auto addMenu = [&](const char* title) {
        QMenu* within = menu.addMenu(QString());
        m_menus.emplace_back(within, title);
        return within;
    };
    for (const Action& action : m_actions->all()) {
        if (action.menu != which)
            continue;
        if (action.begins)
            menu.addSeparator();
        menu.addAction(action.made);
        if (action.id == QLatin1String("file.import")) {
            QMenu* within = addMenu(QT_TR_NOOP("Open a &sample"));
            for (const Action& sample : m_actions->all()) {
                if (sample.id.startsWith(QLatin1String("sample.")))
                    within->addAction(sample.made);
            }
        } else if (action.id == QLatin1String("project.open")) {
            m_project->listRecent(*addMenu(QT_TR_NOOP("&Recent projects")));
        }
    }
}

void MainWindow::showShortcuts()
{
    auto* sheet = new ShortcutSheet(*m_actions, this);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    connect(sheet, &ShortcutSheet::changeWanted, this, [this] { act(QStringLiteral("window.settings")); });
    sheet->open();
}

} // namespace shardscope::app
