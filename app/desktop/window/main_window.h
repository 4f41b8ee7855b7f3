// SPDX-License-Identifier: GPL-3.0-or-later
// The shell: top bar, rail, central pages, Inspector on the right, drawer below, progress in the status bar.
#pragma once

#include "app/desktop/actions/actions.h"
#include "app/desktop/base/language.h"
#include "app/desktop/command/options.h"
#include "app/desktop/pages/page.h"
#include "app/desktop/shell/view_trail.h"
#include "app/desktop/workbench/kept_plan.h"
#include "app/desktop/workbench/workbench.h"

#include <QMainWindow>
#include <QTimer>
#include <QUrl>

#include <functional>
#include <span>
#include <vector>

class QDockWidget;
class QLabel;
class QMenu;
class QMenuBar;
class QShortcut;
class QStackedWidget;

namespace shardscope::app {

class Drawer;
class Inspector;
class JobList;
class LinkLabel;
class Omnibox;
class ProjectSession;
class Rail;
class TopBar;
struct Finding;
struct FigureKind;
struct Given;
struct OpenView;
struct Sample;

class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    /// \p language outlives the window. \p system is what System comes to; \p zoom what startZoom() was
    /// given.
    MainWindow(core::Catalog catalog, Language& language, SchemeChoice choice, Scheme system, double zoom = 1,
               QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Workbench& workbench() { return m_workbench; }
    [[nodiscard]] KeptPlan& keptPlan() { return m_kept; }
    /// The project that what is done is kept in.
    [[nodiscard]] ProjectSession& project() { return *m_project; }
    /// The page or panel of that class.
    template <class Part>
    [[nodiscard]] Part& part()
    {
        return *findChild<Part*>();
    }
    /// What the current page shows, as the suffix of \p file says: a picture, or of schedules one for
    /// PyTorch.
    [[nodiscard]] core::Result<core::Done> writePage(const QString& file);
    /// The same for a worker: what is shown now, drawn there.
    [[nodiscard]] Jobs::Writer pageWriter(const QString& file);
    /// What the pages show now, for pictures.
    /// What the page \p view shows.
    [[nodiscard]] Given given(const QString& view);
    /// The run or search that is open, for slides of it.
    [[nodiscard]] std::optional<OpenView> openView(const FigureKind& kind);
    void connectReport();
    void showPage(const char* key);
    [[nodiscard]] QString currentPage() const;
    /// Everything the command line named.
    void open(const Options& options);
    /// Files of any kind, told by content; several traces are one run.
    void openFiles(const QStringList& files);
    /// The sample for \p page; "tight": a plan that does not fit; "pod16": another one for the
    /// Schedule page.
    void openSample(const char* page);
    /// What was open when the program last ended.
    void openLast();
    /// Opens \p traces with \p page in front.
    void comeBack(const QStringList& traces, const QString& page);
    /// Shows what \p file of another tool says of a plan; false where it says nothing.
    bool importPlanFile(const QString& file);
    void setScheme(SchemeChoice choice);
    void setLanguage(const QString& code);
    /// Everything of the window at that many times its size.
    void setZoom(double factor);
    [[nodiscard]] double zoom() const { return m_zoom; }
    /// Shows what a link of the guide names (main_window_guide.cpp); says what is wrong with it otherwise.
    void openFromGuide(const QUrl& link);
    /// Searches the best plan of a model on so many devices of a machine, by their names.
    void searchFor(const QString& model, const QString& machine, const QString& devices);
    /// A lesson over all of the screen in large type, or the window as it was; without one: the gallery.
    void present(bool present);
    /// What can be done by a name or a key.
    [[nodiscard]] Actions& actions() { return *m_actions; }
    /// The lines of that which are no page and no sample.
    [[nodiscard]] static std::span<const ActionRow> actionTable();
    /// Does what the line called \p id says; false where that cannot be done now.
    bool act(const QString& id);
    /// What the omnibox finds for \p asked.
    [[nodiscard]] std::vector<Finding> find(const QString& asked);
    /// Puts geometry, docks, language and theme back as they were left.
    void restore();

signals:
    /// Another page is in front.
    void pageShown();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    /// What a line of the action table does.
    struct Deed {
        const char* id;
        void (*run)(MainWindow& window);
    };
    [[nodiscard]] static std::span<const Deed> deeds();
    void makeActions();
    /// The actions of \p which, in the order of the table, with the menus that stand among them.
    void fillMenu(QMenu& menu, ActionMenu which);
    void addPageActions();
    void addSampleActions();
    /// Enables the actions that can be done now.
    void followStates();
    void makeMenus();
    void makeTop();
    void makePages();
    /// Shows what was in sight before; negative: after. Undoes nothing.
    void goBack(int steps);
    [[nodiscard]] SeenView seen();
    /// What is moved over on a page becomes a view to come back to when the hand rests.
    void followViews();
    void keepView();
    /// The keyboard goes from the page to the inspector, to the drawer, to the rail, and back.
    void nextPane();
    void connectHome();
    void makeDocks();
    void makeStatus();
    void retranslate();
    /// openFiles() of what the user named; false where an edited plan is to stay.
    bool openAsked(const QStringList& files);
    void askForFiles();
    void askForFolder();
    void askForImport();
    void planRun();
    void tellIgnored();
    void exportPage();
    /// What the page in front shows becomes a slide; a slide of the Report page is none.
    void addPageToReport();
    void tellWhyNoExport();
    /// Asks where the plan is to lie and writes it; false where it is not written.
    bool savePlan();
    /// What starts the plan elsewhere, to be seen and saved.
    void showLaunchFiles();
    /// Asks before an edited plan is closed or another one takes its place: saves it, lets it go, or returns
    /// false: it is to stay.
    bool agreesToClose();
    void showShortcuts();
    void connectSettings();
    /// What is chosen now, on the Settings page.
    void showSettings();
    void showAbout();
    void connectPages();
    void connectEvidence();
    void showSpan(qint64 begin, qint64 end, int track);
    void updateActions();
    /// Whether the page in front is about the open run, and not about the plan.
    [[nodiscard]] bool tellsOfRun() const;
    void showTitle();
    [[nodiscard]] Scheme scheme() const;
    void showScheme();

    Workbench m_workbench;
    KeptPlan m_kept{m_workbench};
    ProjectSession* m_project = nullptr;
    Language& m_language;
    SchemeChoice m_choice;
    Scheme m_system;
    double m_zoom;
    QStackedWidget* m_pages;
    std::vector<Page*> m_pageList;
    Rail* m_rail = nullptr;
    QMenuBar* m_menuBar = nullptr;
    Omnibox* m_omnibox = nullptr;
    TopBar* m_top = nullptr;
    Inspector* m_inspector = nullptr;
    Drawer* m_drawer = nullptr;
    QDockWidget* m_inspectorDock = nullptr;
    QDockWidget* m_drawerDock = nullptr;
    const char* m_runPage = nullptr; ///< where the next run is wanted; null: the overview
    bool m_runGrows = false;         ///< what is shown is the beginning of a run
    bool m_planInFront = false;      ///< a run that is being read leaves the plan in front
    Actions* m_actions;
    std::vector<std::pair<QMenu*, const char*>> m_menus;
    QAction* m_undo = nullptr;
    QAction* m_redo = nullptr;
    ViewTrail m_trail;
    QTimer m_resting;         ///< since the view moved last
    bool m_goingBack = false; ///< what moves now is no new view
    QAction* m_export = nullptr;
    QShortcut* m_whyNoExport = nullptr; ///< in the place of the action, while that is disabled
    QLabel* m_hint = nullptr;
    LinkLabel* m_written = nullptr; ///< says where a file was written to, and leads there
    JobList* m_jobs = nullptr;
};

} // namespace shardscope::app
