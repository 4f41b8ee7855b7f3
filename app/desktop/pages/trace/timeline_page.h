// SPDX-License-Identifier: GPL-3.0-or-later
// The Timeline page: the view, its search, its legend.
#pragma once

#include "app/desktop/pages/trace/run_page.h"
#include "app/desktop/timeline/timeline_view.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTimer;
class QToolButton;

namespace shardscope::app {

class Minimap;
class NoteButton;
class NoteKeeper;
class PathBar;
class ViewsButton;

/// What the colours of the view stand for, below it.
class TimelineLegend final : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    void show(RunViewPtr run, ColoringPtr coloring);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] LegendGeometry legendOf(int width) const;

    RunViewPtr m_run;
    ColoringPtr m_coloring;
};

class TimelinePage final : public RunPage {
    Q_OBJECT

public:
    explicit TimelinePage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] QString whyNoPicture() const override { return whyNoRun(); }
    [[nodiscard]] TimelineView& view() { return *m_view; }
    [[nodiscard]] std::size_t matchCount() const { return m_matches.size(); }
    [[nodiscard]] PathBar& pathBar() { return *m_path; }
    [[nodiscard]] ViewsButton& views() { return *m_views; }
    [[nodiscard]] NoteButton& note() { return *m_note; }
    void focusSearch();
    void focusFilter();
    void searchFor(const QString& text);
    /// Goes to the next (+1) or previous (-1) match after the selected slice.
    void goToMatch(int step);

signals:
    void sliceSelected(shardscope::core::SliceId slice);
    void areaSelected(const shardscope::app::SelectedArea& area);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeLoading();
    void watchLoading();
    /// What is shown stays so at the next opening of the run.
    void rememberView();
    [[nodiscard]] QWidget& contentFront() override;
    void showRun() override;
    void focus(QLineEdit& edit);
    void search();
    void showCount();
    void fillBoxes();
    void showTitle();
    void retranslate() override;

    Minimap* m_minimap;
    TimelineView* m_view;
    TimelineLegend* m_legend;
    PathBar* m_path;
    QLabel* m_title;
    QLineEdit* m_search;
    QLineEdit* m_filter;
    QComboBox* m_grouping;
    QComboBox* m_coloring;
    QLabel* m_groupingLabel;
    QLabel* m_coloringLabel;
    QLabel* m_count;
    QToolButton* m_previous;
    QToolButton* m_next;
    QPushButton* m_fit;
    ViewsButton* m_views;
    NoteButton* m_note;
    QTimer* m_soon; ///< several moves are remembered as one
    NoteKeeper* m_notes;
    QLabel* m_loadingTitle = nullptr;
    QLabel* m_loadingStage = nullptr;
    QProgressBar* m_loadingBar = nullptr;
    QPushButton* m_loadingStop = nullptr;
    std::vector<core::SliceId> m_matches; ///< by begin
    int m_wanted = 0;                     ///< of a match that was asked for while names are searched
    int m_at = -1;
};

} // namespace shardscope::app
