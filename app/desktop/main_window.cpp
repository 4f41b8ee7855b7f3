// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, pages, settings. Menus, rail and docks are made in shell.cpp.
#include "app/desktop/main_window.h"

#include "app/desktop/export/picture.h"
#include "app/desktop/pages/plan_page.h"
#include "app/desktop/pages/timeline_page.h"
#include "app/desktop/theme/icon.h"
#include "app/desktop/widgets/drawer.h"
#include "app/desktop/widgets/inspector.h"
#include "app/session/messages.h"

#include <QActionGroup>
#include <QApplication>
#include <QButtonGroup>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QToolButton>
#include <QUrl>

#include <cstring>

/// Icons lie in a static library, which the linker leaves out unless it is asked for by name. The macro
/// declares a function of the global namespace, hence no namespace here.
static void useIcons() { Q_INIT_RESOURCE(desktop); }

namespace shardscope::app {

MainWindow::MainWindow(core::Catalog catalog, Language& language, SchemeChoice choice, Scheme system,
                       QWidget* parent)
    : QMainWindow(parent)
    , m_workbench(std::move(catalog))
    , m_language(language)
    , m_choice(choice)
    , m_system(system)
    , m_pages(new QStackedWidget(this))
{
    useIcons();
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/shardscope.svg")));
    setAcceptDrops(true);
    setMinimumSize(960, 600);
    resize(1440, 900);
    for (const PageRow& row : pageTable()) {
        Page* page = row.make(m_workbench, m_pages);
        m_pages->addWidget(page);
        m_pageList.push_back(page);
    }
    setCentralWidget(m_pages);
    makeDocks();
    makeRail();
    makeMenus();
    makeStatus();
    connectPages();
    connect(&m_workbench, &Workbench::failed, this, [this](const QString& sentence) {
        auto* box =
            new QMessageBox(QMessageBox::Warning, tr("Cannot be opened"), sentence, QMessageBox::Ok, this);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open(); // not modal to the program: nothing waits for it
    });
    retranslate();
    setScheme(m_choice);
    showPage("plan");
}

MainWindow::~MainWindow() = default;

PlanPage& MainWindow::planPage() { return *findChild<PlanPage*>(); }

TimelinePage& MainWindow::timelinePage() { return *findChild<TimelinePage*>(); }

void MainWindow::connectPages()
{
    for (std::size_t index = 0; index < m_pageList.size(); ++index) {
        Page* page = m_pageList[index];
        const char* key = pageTable()[index].key;
        connect(page, &Page::explainRequested, this, [this](const QString& path) {
            m_inspectorDock->show();
            m_inspector->explain(path);
        });
        connect(page, &Page::openRequested, this, &MainWindow::askForFiles);
        connect(page, &Page::sampleRequested, this, [this, key] { openSample(key); });
        connect(page, &Page::hint, m_hint, &QLabel::setText);
    }
    connect(&timelinePage(), &TimelinePage::sliceSelected, this, [this](core::SliceId slice) {
        if (slice.valid())
            m_inspectorDock->show();
        m_inspector->showSlice(slice);
    });
    connect(&timelinePage(), &TimelinePage::areaSelected, m_drawer, &Drawer::showArea);
    connect(m_drawer, &Drawer::wanted, this, [this] { m_drawerDock->show(); });
    connect(&m_workbench, &Workbench::runChanged, this, [this] {
        updateActions();
        if (m_workbench.run())
            showPage("timeline");
    });
    connect(&m_workbench, &Workbench::evaluationChanged, this, &MainWindow::updateActions);
    connect(&m_workbench, &Workbench::stateChanged, this, &MainWindow::showTitle);
    connect(&m_workbench, &Workbench::runChanged, this, &MainWindow::showTitle);
}

void MainWindow::showPage(const char* key)
{
    for (std::size_t index = 0; index < m_pageList.size(); ++index) {
        if (std::strcmp(pageTable()[index].key, key) == 0) {
            m_pages->setCurrentIndex(static_cast<int>(index));
            m_railButtons[index]->setChecked(true);
        }
    }
    m_hint->clear();
    showTitle();
    updateActions();
}

QString MainWindow::currentPage() const
{
    return QString::fromLatin1(pageTable()[static_cast<std::size_t>(m_pages->currentIndex())].key);
}

void MainWindow::open(const Options& options)
{
    if (options.namesPlan()) {
        PlanRequest request{options.model.toStdString(), options.hardware.toStdString(),
                            options.plan.toStdString(), options.planOptions};
        if (!request.planFile.empty() || (!request.model.empty() && !request.hardware.empty())) {
            m_workbench.openPlan(request);
        } else {
            if (!request.model.empty())
                m_workbench.chooseModel(options.model);
            if (!request.hardware.empty())
                m_workbench.chooseHardware(options.hardware);
        }
    }
    if (!options.traces.isEmpty())
        m_workbench.openTrace(options.traces);
    openFiles(options.files);
}

void MainWindow::openFiles(const QStringList& files)
{
    // Models and hardware before plans, which are laid over them; traces together as one run.
    QStringList plans;
    QStringList traces;
    for (const QString& file : files) {
        const auto kind = documentKind(file.toStdString());
        if (kind.ok() && *kind == DocumentKind::Plan) {
            plans << file;
        } else if (kind.ok() && *kind == DocumentKind::Trace) {
            traces << file;
        } else if (m_workbench.openFile(file)) {
            showPage("plan");
        }
    }
    for (const QString& plan : plans) {
        if (m_workbench.openFile(plan))
            showPage("plan");
    }
    if (!traces.isEmpty())
        m_workbench.openTrace(traces);
}

void MainWindow::openSample(const char* page)
{
    const std::filesystem::path samples = m_workbench.catalog().resources() / "samples";
    const char* file =
        std::strcmp(page, "timeline") == 0 ? "h200_dlrm.json.gz" : "gpt3_175b_on_ipu_pod256.json";
    openFiles({QString::fromStdString((samples / file).string())});
}

void MainWindow::askForFiles()
{
    const QStringList files = QFileDialog::getOpenFileNames(
        this, tr("Open models, hardware descriptions, plans or traces"), QString(),
        tr("All that is read here (*.json *.json.gz *.gz *.yaml *.yml);;All files (*)"));
    openFiles(files);
}

void MainWindow::exportPage()
{
    const bool plan = currentPage() == QLatin1String("plan");
    QString filter;
    QString file = QFileDialog::getSaveFileName(
        this, tr("Save a picture"), plan ? QStringLiteral("plan.svg") : QStringLiteral("timeline.svg"),
        tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"), &filter);
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += filter.contains(QLatin1String("png"))   ? QStringLiteral(".png")
                : filter.contains(QLatin1String("pdf")) ? QStringLiteral(".pdf")
                                                        : QStringLiteral(".svg");
    PictureForm form; // the print theme: light on white
    form.scale = 2;
    core::Result<core::Done> written = core::Done{};
    if (plan) {
        written = writePicture(planDrawing(m_workbench.state(), m_workbench.evaluated().value, form.scheme),
                               file, titleOf(m_workbench.state().model), form, kPlanWidth);
    } else {
        const core::TimeWindow window = timelinePage().view().window();
        written =
            writePicture(timelineDrawing(m_workbench.run(), form.scheme, window.begin, window.end), file,
                         QString::fromStdString(m_workbench.run()->run->title), form, kTimelineWidth);
    }
    if (!written.ok())
        QMessageBox::warning(this, tr("Save a picture"), errorText(written.error()));
}

void MainWindow::showTitle()
{
    QString open;
    if (currentPage() == QLatin1String("timeline") && m_workbench.run())
        open = QString::fromStdString(m_workbench.run()->run->title);
    else if (m_workbench.state().complete())
        open = tr("%1 on %2").arg(titleOf(m_workbench.state().model), titleOf(m_workbench.state().hardware));
    setWindowTitle(open.isEmpty() ? tr("Shardscope") : tr("%1 – Shardscope").arg(open));
}

void MainWindow::updateActions()
{
    if (m_export)
        m_export->setEnabled(m_pageList[static_cast<std::size_t>(m_pages->currentIndex())]->canExport());
}

void MainWindow::setScheme(SchemeChoice choice)
{
    m_choice = choice;
    const Scheme scheme = choice == SchemeChoice::System ? m_system
                          : choice == SchemeChoice::Dark ? Scheme::Dark
                                                         : Scheme::Light;
    applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), scheme);
    for (std::size_t index = 0; index < m_railButtons.size(); ++index)
        m_railButtons[index]->setIcon(
            themedIcon(QString::fromLatin1(pageTable()[index].icon), theme(scheme)));
    for (QAction* action : m_themes->actions())
        action->setChecked(action->data().toInt() == static_cast<int>(choice));
}

void MainWindow::setLanguage(const QString& code)
{
    m_language.choose(code); // posts QEvent::LanguageChange to every widget
    setScheme(m_choice);     // the font follows the language
    for (QAction* action : m_languages->actions())
        action->setChecked(action->data().toString() == m_language.current());
}

void MainWindow::restore()
{
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("window/state")).toByteArray());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), saveState());
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
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    event->acceptProposedAction();
    openFiles(files);
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QMainWindow::changeEvent(event);
}

} // namespace shardscope::app
