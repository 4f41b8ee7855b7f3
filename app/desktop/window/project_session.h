// SPDX-License-Identifier: GPL-3.0-or-later
// The window's project: what is done is kept in it as it is done, and the next start comes back to it.
#pragma once

#include "app/session/project/kept_project.h"
#include "app/session/project/shared_copy.h"

#include <QObject>
#include <QStringList>

class QAction;
class QMenu;
class QTimer;

namespace shardscope::app {

class MainWindow;

class ProjectSession final : public QObject {
    Q_OBJECT

public:
    /// Keeps nothing until a project is opened.
    explicit ProjectSession(MainWindow& window);

    /// Called at the start of the program. Opens the project that was open last if \p again, else the one
    /// without a name; where the window was comes back with it. False if there was nothing in it.
    bool openAtStart(bool again);
    /// Opens \p file in the place of the project that is open. False, after failed(), where it cannot be.
    bool openFile(const QString& file);
    /// Writes the project as \p file, which is the open one from then on. False, after failed(), where it
    /// cannot be written.
    bool saveAs(const QString& file);
    /// Writes \p copy of the project as \p file, which is opened by nobody here, and \p traces as a pack
    /// beside it, in a job: Jobs::wrote() says when. False, after failed(), where it is the file of a
    /// project.
    bool share(SharedCopy copy, const QString& file, std::vector<std::filesystem::path> traces = {});
    /// Waits until all of it is on the disk: at the end of the program.
    void flush();
    void askToOpen();
    void askToSaveAs();
    /// Shows what a copy for somebody else replaces, and writes it where that is agreed to.
    void askToShare();
    /// Fills \p menu with the projects that were open last whenever it is opened.
    void listRecent(QMenu& menu);
    /// Names \p undo and \p redo after the steps that they take, in the reader's language.
    void nameSteps(QAction& undo, QAction& redo);

private:
    void take(std::unique_ptr<KeptProject> project);
    /// Puts the runs and the page in front that the project had; false: none.
    bool comeBack();
    void followPage();
    void followRuns();
    void tellRecovered(const Recovered& recovered);
    void tellReadOnly();
    /// Says that what is seen here is no longer what the other window has.
    void tellApart();
    void offerCopy(const QString& text);
    void remember(const QString& file);
    [[nodiscard]] ProjectWriter::Problem problem();
    [[nodiscard]] bool isUnnamed() const;

    /// If another window writes the project: shows what that one has written since.
    void followFile();
    /// The file's state of the moment, to be compared with \c m_seen.
    [[nodiscard]] QString fileState() const;

    MainWindow& m_window;
    QTimer* m_follow;
    QString m_seen;           ///< how the file was when it was read last
    core::StepPtr m_lastSeen; ///< of the steps that were read
    bool m_opening = false;   ///< where the window was is still to be read
};

} // namespace shardscope::app
