// SPDX-License-Identifier: GPL-3.0-or-later
// The SQL page: an editor with history and ready-made queries, the answer as a table, tables and columns
// beside.
#pragma once

#include "app/desktop/pages/sql/sql_tracks.h"
#include "app/desktop/pages/trace/run_page.h"
#include "app/desktop/workbench/kept_queries.h"
#include "app/session/trace/sql.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;
class QTreeWidget;

namespace shardscope::app {

class SqlEditor;
class SqlHighlighter;
class TableView;
class TimelineView;

/// A span of the timeline that a row of an answer tells: by ts and dur, or by the id of a slice.
struct RowSpan {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t slice = -1;
    int track = -1;
};
[[nodiscard]] std::optional<RowSpan> spanOfRow(const core::Table& table, int row);

/// A file of resources/queries: comment lines "-- title: …", "-- title[ja]: …", "-- help: …", then the
/// statement.
struct QueryText {
    QString title;
    QString help;
    QString statement;
};
[[nodiscard]] QueryText readQuery(const QString& text, const QString& language);

class SqlPage final : public RunPage {
    Q_OBJECT

public:
    explicit SqlPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool usesInspector() const override { return false; }
    [[nodiscard]] QString whyNoPicture() const override;
    /// The statement whose answer is shown.
    [[nodiscard]] QString answered() const { return m_answered; }
    [[nodiscard]] SqlEditor& editor() { return *m_editor; }
    [[nodiscard]] TableView& answer() { return *m_answer; }
    /// The run beside the answer; what a row tells is shown there, and not on the Timeline page.
    [[nodiscard]] TimelineView& timeline() { return *m_timeline; }
    void setTimelineBeside(bool beside);
    [[nodiscard]] QString status() const;
    void run();
    /// The statement before (-1) or after (+1) the one shown, of those that were run.
    void recall(int step);

signals:
    void spanWanted(qint64 beginNs, qint64 endNs, int track);
    void sliceWanted(shardscope::core::SliceId slice);
    /// Rows of an answer are to be seen on the timeline.
    void tracksWanted(const shardscope::app::DebugTrackPtr& tracks);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeSide();
    [[nodiscard]] QWidget* makeEditor();
    [[nodiscard]] QWidget& contentFront() override;
    void showRun() override;
    void showRunning(bool running);
    /// Shows a text beside the buttons; an error looks like one.
    void tell(const QString& text, bool error = false);
    void showOnTimeline();
    void showRow(int row);
    /// The row of the answer that tells of \p slice.
    void findRow(core::SliceId slice);
    void showHistory();
    void layHalves();
    /// The text of the project that is open.
    void followProject();
    void followQueries();
    void fillQueries();
    void fillTables();
    void retranslate() override;

    QComboBox* m_queries;
    QTreeWidget* m_tables;
    SqlEditor* m_editor;
    SqlHighlighter* m_highlighter;
    QPushButton* m_run;
    QPushButton* m_stop;
    QPushButton* m_back;
    QPushButton* m_forward;
    QPushButton* m_show; ///< the answer as rows of the timeline
    QPushButton* m_beside;
    QWidget* m_side = nullptr;
    QSplitter* m_halves; ///< statement and answer, and the timeline
    TimelineView* m_timeline;
    QLabel* m_status;
    TableView* m_answer;
    std::shared_ptr<profiler::SqlSession> m_session;
    KeptQueries m_kept;
    const KeptProject* m_project = nullptr; ///< whose text stands in the editor
    QStringList m_history;
    QString m_answered;   ///< the statement whose answer is shown
    qsizetype m_at = 0;   ///< in the history; its size: a new statement
    bool m_waits = false; ///< for an answer
};

} // namespace shardscope::app
