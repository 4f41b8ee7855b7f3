// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/project_session.h"

#include "app/desktop/shell/share_dialog.h"
#include "app/desktop/window/main_window.h"
#include "app/desktop/workbench/plan_seat.h"
#include "app/session/documents/kept_file.h"
#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/io/value.h"
#include "core/storage/item_links.h"

#include <QAction>
#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSettings>
#include <QTimer>

#include <utility>

namespace shardscope::app {
namespace {

const QString kLast = QStringLiteral("project/last");
const QString kRecent = QStringLiteral("project/recent");
constexpr qsizetype kMostRecent = 10;
constexpr const char* kPageSeat = "page";
constexpr const char* kTracesSeat = "traces";
constexpr int kLooksEveryMs = 1000; ///< at a file that another window writes

QString suffix() { return QString::fromLatin1(core::kProjectSuffix.data(), core::kProjectSuffix.size()); }

QString filter() { return ProjectSession::tr("Projects (*%1)").arg(suffix()); }

QString pathOf(const std::filesystem::path& file) { return QString::fromStdString(file.string()); }

} // namespace

ProjectSession::ProjectSession(MainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_follow(new QTimer(this))
{
    m_follow->setInterval(kLooksEveryMs);
    connect(m_follow, &QTimer::timeout, this, &ProjectSession::followFile);
    Workbench& bench = window.workbench();
    connect(&window, &MainWindow::pageShown, this, &ProjectSession::followPage);
    connect(&bench.undoStack(), &History::changed, this, &ProjectSession::followPage);
    connect(&bench, &Workbench::runsChanged, this, &ProjectSession::followRuns);
    connect(&bench, &Workbench::projectWanted, this, &ProjectSession::openFile);
}

ProjectWriter::Problem ProjectSession::problem()
{
    return [this](const core::Error& error) {
        QMetaObject::invokeMethod(
            this, [this, error] { m_window.workbench().fail(error); }, Qt::QueuedConnection);
    };
}

bool ProjectSession::isUnnamed() const
{
    const KeptProject* kept = m_window.workbench().undoStack().kept();
    return kept != nullptr && kept->file().parent_path() == core::files::whole(dataFolder());
}

bool ProjectSession::openAtStart(bool again)
{
    const QScopedValueRollback opening(m_opening, true);
    const QString last = again ? QSettings().value(kLast).toString() : QString();
    auto opened = last.isEmpty() || !QFileInfo::exists(last)
                      ? KeptProject::openUnnamed(problem())
                      : KeptProject::open(last.toStdString(), KeptProject::IfMissing::Fail, problem());
    if (!opened.ok() && !last.isEmpty()) { // it is told, and the window is kept all the same
        m_window.workbench().fail(opened.error());
        opened = KeptProject::openUnnamed(problem());
    }
    if (!opened.ok())
        return m_window.workbench().fail(opened.error());
    take(std::move(opened).value());
    if (const auto taken = m_window.workbench().shelf().takeOver(); !taken.ok())
        m_window.workbench().fail(taken.error());
    return again && comeBack();
}

bool ProjectSession::openFile(const QString& file)
{
    const QScopedValueRollback opening(m_opening, true);
    const KeptProject* kept = m_window.workbench().undoStack().kept();
    if (kept != nullptr && core::files::same(kept->file(), file.toStdString()))
        return true;
    auto opened = KeptProject::open(file.toStdString(), KeptProject::IfMissing::Fail, problem());
    if (!opened.ok())
        return m_window.workbench().fail(opened.error());
    take(std::move(opened).value());
    if (!comeBack())
        m_window.showPage("plan");
    return true;
}

void ProjectSession::take(std::unique_ptr<KeptProject> project)
{
    KeptProject& taken = *project;
    m_window.workbench().keepIn(std::move(project));
    m_lastSeen = taken.project().nextUndo();
    if (taken.readOnly()) {
        m_seen = fileState();
        m_follow->start();
    } else {
        m_follow->stop();
    }
    remember(isUnnamed() ? QString() : pathOf(taken.file()));
    if (taken.recovered())
        tellRecovered(*taken.recovered());
    if (taken.readOnly())
        tellReadOnly();
}

QString ProjectSession::fileState() const
{
    const KeptProject* kept = m_window.workbench().undoStack().kept();
    QString state;
    for (const char* suffix : {"", "-wal"}) {
        const QFileInfo file(pathOf(kept->file()) + QLatin1String(suffix));
        state += QStringLiteral("%1 %2 ").arg(file.size()).arg(file.lastModified().toMSecsSinceEpoch());
    }
    return state;
}

/// Does not use PRAGMA data_version, which takes a connection that stays open: with one, the window that
/// writes could not leave a single file behind when it is closed.
void ProjectSession::followFile()
{
    Workbench& bench = m_window.workbench();
    const QString state = fileState();
    if (state == m_seen)
        return;
    m_seen = state;
    // What was changed here since is the reader's own, and nothing takes its place.
    if (bench.undoStack().project().nextUndo() != m_lastSeen) {
        m_follow->stop();
        return tellApart();
    }
    const QScopedValueRollback opening(m_opening, true);
    auto opened =
        KeptProject::open(bench.undoStack().kept()->file(), KeptProject::IfMissing::Fail, problem());
    if (!opened.ok()) // half written, or gone: it is looked at again when it changes
        return;
    const bool mine = !(*opened)->readOnly();
    // The plan is the other window's, the places within the pages are this one's.
    for (const auto& [key, body] : bench.undoStack().project().contents().seats) {
        if (key != kPlanSeat)
            (*opened)->project().setSeat(key, body);
    }
    m_lastSeen = (*opened)->project().nextUndo();
    bench.keepIn(std::move(opened).value());
    if (mine) // the other window is closed
        m_follow->stop();
}

bool ProjectSession::comeBack()
{
    const Project& project = m_window.workbench().undoStack().project();
    std::string page = project.seat(kPageSeat);
    if (page.empty() && project.items().empty())
        return false;
    if (page.empty()) // it was never left
        page = "plan";
    QStringList traces;
    if (const auto list = core::parseJsonText(project.seat(kTracesSeat), {}); list.ok()) {
        for (const core::Value& trace : list->items) {
            if (core::files::exists(trace.text))
                traces << QString::fromStdString(trace.text);
        }
    }
    m_opening = false;
    m_window.comeBack(traces, QString::fromStdString(page));
    return true;
}

void ProjectSession::flush()
{
    if (KeptProject* kept = m_window.workbench().undoStack().kept())
        static_cast<void>(kept->flush()); // whoever reads this has no window any more
}

void ProjectSession::followPage()
{
    Workbench& bench = m_window.workbench();
    if (bench.undoStack().kept() == nullptr || m_opening)
        return;
    Project& project = bench.undoStack().project();
    // A window that nobody did anything in yet is no place to come back to.
    if (!project.items().empty() || bench.run())
        project.setSeat(kPageSeat, m_window.currentPage().toStdString());
}

void ProjectSession::followRuns()
{
    Workbench& bench = m_window.workbench();
    if (bench.undoStack().kept() == nullptr || m_opening)
        return;
    followPage();
    std::vector<core::Value> traces;
    if (const RunViewPtr run = bench.run(RunFrom::Files)) {
        for (const core::RunSource* const file : core::runFiles(*run->run))
            traces.push_back(core::Value::ofText(core::files::whole(file->file).string()));
    }
    bench.undoStack().project().setSeat(kTracesSeat,
                                        core::jsonText(core::Value::ofItems(std::move(traces)), 0));
}

bool ProjectSession::saveAs(const QString& file)
{
    Workbench& bench = m_window.workbench();
    KeptProject* kept = bench.undoStack().kept();
    const auto written = kept ? kept->saveAs(file.toStdString())
                              : saveProject(bench.undoStack().project().contents(), file.toStdString());
    if (!written.ok())
        return bench.fail(written.error());
    const std::filesystem::path unnamed = isUnnamed() ? kept->file() : std::filesystem::path();
    auto opened = KeptProject::open(file.toStdString(), KeptProject::IfMissing::Fail, problem());
    if (!opened.ok())
        return bench.fail(opened.error());
    take(std::move(opened).value());
    if (!unnamed.empty()) // it has a name now
        core::files::remove(unnamed);
    return true;
}

bool ProjectSession::share(SharedCopy copy, const QString& file, std::vector<std::filesystem::path> traces)
{
    const KeptProject* kept = m_window.workbench().undoStack().kept();
    const std::filesystem::path whole = core::files::whole(file.toStdString());
    if (kept != nullptr && (whole == kept->file() || core::files::same(whole, kept->file())))
        return m_window.workbench().fail(
            core::inconsistent(W_("a window has this project open")).in(whole.string()));
    m_window.workbench().jobs().write(
        file, tr("Writing a copy to share"),
        [copy = std::move(copy), whole, traces = std::move(traces)](const core::Task& task) {
            return writeShared(copy, whole, traces, task);
        });
    return true;
}

void ProjectSession::askToShare()
{
    std::vector<std::filesystem::path> traces;
    if (const RunViewPtr run = m_window.workbench().run(RunFrom::Files); run && !run->partial) {
        for (const core::RunSource* const file : core::runFiles(*run->run))
            traces.push_back(file->file);
    }
    auto* dialog = new ShareDialog(m_window.workbench().undoStack().project().contents(), surroundings(),
                                   std::move(traces), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        QString file = QFileDialog::getSaveFileName(&m_window, tr("Write a copy to share"),
                                                    QStringLiteral("shared") + suffix(), filter());
        if (file.isEmpty())
            return;
        if (!file.endsWith(suffix()))
            file += suffix();
        share(dialog->copy(), file, dialog->traces());
    });
    dialog->open();
}

void ProjectSession::askToOpen()
{
    const QString file = QFileDialog::getOpenFileName(&m_window, tr("Open a project"), {}, filter());
    if (!file.isEmpty())
        openFile(file);
}

void ProjectSession::askToSaveAs()
{
    QString file = QFileDialog::getSaveFileName(&m_window, tr("Save the project"),
                                                QStringLiteral("project") + suffix(), filter());
    if (file.isEmpty())
        return;
    if (!file.endsWith(suffix()))
        file += suffix();
    saveAs(file);
}

void ProjectSession::remember(const QString& file)
{
    QSettings settings;
    settings.setValue(kLast, file);
    if (file.isEmpty())
        return;
    QStringList recent = settings.value(kRecent).toStringList();
    recent.removeAll(file);
    recent.prepend(file);
    settings.setValue(kRecent, recent.mid(0, kMostRecent));
}

void ProjectSession::listRecent(QMenu& menu)
{
    connect(&menu, &QMenu::aboutToShow, this, [this, &menu] {
        menu.clear();
        for (const QString& file : QSettings().value(kRecent).toStringList()) {
            if (!QFileInfo::exists(file))
                continue;
            QString shown = QFileInfo(file).completeBaseName();
            QAction* action = menu.addAction(shown.replace(QLatin1Char('&'), QLatin1String("&&")));
            action->setToolTip(file);
            connect(action, &QAction::triggered, this, [this, file] { openFile(file); });
        }
        if (menu.isEmpty())
            menu.addAction(tr("None yet"))->setEnabled(false);
    });
    menu.setToolTipsVisible(true);
    menu.addAction(QString()); // a menu without any entry does not open
}

void ProjectSession::nameSteps(QAction& undo, QAction& redo)
{
    const auto name = [this, &undo, &redo] {
        const auto shown = [](QString text) { return text.replace(QLatin1Char('&'), QLatin1String("&&")); };
        const History& history = m_window.workbench().undoStack();
        const QString back = history.undoText();
        const QString forth = history.redoText();
        undo.setText(back.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(shown(back)));
        redo.setText(forth.isEmpty() ? tr("&Redo") : tr("&Redo: %1").arg(shown(forth)));
        undo.setEnabled(history.canUndo());
        redo.setEnabled(history.canRedo());
    };
    connect(&m_window.workbench().undoStack(), &History::changed, this, name);
    keepTranslated(m_window, name);
}

void ProjectSession::tellRecovered(const Recovered& recovered)
{
    const core::RecoveryReport& report = recovered.report;
    QString text =
        tr("The project file was damaged. What could be read of it is open: %1 items, and %2 steps "
           "that can be undone. The damaged file is kept as %3.")
            .arg(report.items)
            .arg(report.steps)
            .arg(pathOf(recovered.damaged));
    if (!report.rebuilt.empty()) {
        QStringList names;
        for (const std::string& name : report.rebuilt)
            names << QString::fromStdString(name);
        text += QLatin1Char('\n') +
                tr("Made again of the last change: %1.").arg(names.join(QStringLiteral(", ")));
    }
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Shardscope"), text, QMessageBox::Ok, &m_window);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void ProjectSession::tellReadOnly()
{
    offerCopy(tr("Another window has this project open. It can be read here, and follows what that one does; "
                 "what you change is kept only in a copy."));
}

void ProjectSession::tellApart()
{
    offerCopy(tr("The other window goes on with this project. What you see here has your own changes, which "
                 "are kept only in a copy."));
}

void ProjectSession::offerCopy(const QString& text)
{
    auto* box =
        new QMessageBox(QMessageBox::Information, tr("Shardscope"), text, QMessageBox::NoButton, &m_window);
    const QPushButton* copy = box->addButton(tr("Save a copy…"), QMessageBox::AcceptRole);
    box->setEscapeButton(box->addButton(tr("Only read"), QMessageBox::RejectRole));
    connect(copy, &QPushButton::clicked, this, &ProjectSession::askToSaveAs);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace shardscope::app
