// SPDX-License-Identifier: GPL-3.0-or-later
// The plan against the run: a measured step above the planned one on the same time axis, and where time and
// memory went apart.
#pragma once

#include "app/desktop/pages/compare/compare_parts.h"
#include "app/desktop/pages/stacked_page.h"

class QLabel;

namespace shardscope::app {

class LinkedViews;
class StaleVeil;
class TableView;
class TimelineView;

class PlanVsRun final : public StackedPage {
    Q_OBJECT

public:
    explicit PlanVsRun(Workbench& workbench, QWidget* parent = nullptr);
    [[nodiscard]] QString whyNoPicture() const override;

    [[nodiscard]] TimelineView& measured() { return *m_measured; }
    [[nodiscard]] TimelineView& planned() { return *m_planned; }
    [[nodiscard]] TableView& figures() { return *m_figures; }
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] ShownSteps shown() const;

private:
    [[nodiscard]] QWidget& contentFront() override;
    struct Compared;
    [[nodiscard]] RunViewPtr measuredRun() const;
    void refresh();
    void show(const Compared& compared);
    void retranslate();

    QLabel* m_verdict;
    QLabel* m_measuredTitle;
    QLabel* m_plannedTitle;
    TimelineView* m_measured;
    TimelineView* m_planned;
    TableView* m_figures;
    LinkedViews* m_linked;
    StaleVeil* m_veil;
    bool m_stale = true;
    std::shared_ptr<const Compared> m_compared;
};

} // namespace shardscope::app
