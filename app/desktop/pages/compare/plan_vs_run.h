// SPDX-License-Identifier: GPL-3.0-or-later
// The plan against the run: a measured step above the planned one on the same time axis, and where time and
// memory went apart.
#pragma once

#include "app/desktop/workbench/workbench.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace shardscope::app {

class EmptyState;
class LinkedViews;
class TableView;
class TimelineView;

class PlanVsRun final : public QWidget {
    Q_OBJECT

public:
    explicit PlanVsRun(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] TimelineView& measured() { return *m_measured; }
    [[nodiscard]] TimelineView& planned() { return *m_planned; }
    [[nodiscard]] TableView& figures() { return *m_figures; }
    [[nodiscard]] QString verdict() const;

signals:
    void openRequested();
    void sampleRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Compared;
    void refresh();
    void show(const Compared& compared);
    void retranslate();

    Workbench& m_workbench;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QLabel* m_verdict;
    QLabel* m_measuredTitle;
    QLabel* m_plannedTitle;
    TimelineView* m_measured;
    TimelineView* m_planned;
    TableView* m_figures;
    LinkedViews* m_linked;
    bool m_stale = true;
    std::shared_ptr<const Compared> m_compared;
};

} // namespace shardscope::app
