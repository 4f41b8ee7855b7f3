// SPDX-License-Identifier: GPL-3.0-or-later
// The Timeline page: the view, its search, its legend.
#pragma once

#include "app/desktop/pages/page.h"
#include "app/desktop/timeline/timeline_view.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace shardscope::app {

class EmptyState;

/// Colours and names of the classes that occur, below the view.
class TimelineLegend final : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    void setRun(RunViewPtr run);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    RunViewPtr m_run;
};

class TimelinePage final : public Page {
    Q_OBJECT

public:
    explicit TimelinePage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool canExport() const override;
    [[nodiscard]] TimelineView& view() { return *m_view; }
    [[nodiscard]] QLineEdit& searchField() { return *m_search; }
    [[nodiscard]] std::size_t matchCount() const { return m_matches.size(); }
    void focusSearch();
    /// To the next (+1) or previous (-1) match after the selected slice.
    void goToMatch(int step);

signals:
    void sliceSelected(shardscope::core::SliceId slice);
    void areaSelected(qint64 beginNs, qint64 endNs);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showRun();
    void search();
    void showCount();
    void retranslate();

    Workbench& m_workbench;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    TimelineView* m_view;
    TimelineLegend* m_legend;
    QLabel* m_title;
    QLineEdit* m_search;
    QLabel* m_count;
    QPushButton* m_fit;
    std::vector<core::SliceId> m_matches; ///< by begin
    int m_at = -1;
};

} // namespace shardscope::app
