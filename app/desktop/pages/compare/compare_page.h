// SPDX-License-Identifier: GPL-3.0-or-later
// The Compare page: plans side by side, the plan against a run, run against run.
#pragma once

#include "app/desktop/pages/stacked_page.h"

class QTabBar;

namespace shardscope::app {

class PlanVsPlan;
class PlanVsRun;
class RunVsRun;

class ComparePage final : public StackedPage {
    Q_OBJECT

public:
    explicit ComparePage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool usesInspector() const override { return false; }
    [[nodiscard]] QString whyNoPicture() const override;
    /// The tab in front: 0 plans, 1 plan and run, 2 run and run.
    [[nodiscard]] int tab() const;
    [[nodiscard]] PlanVsPlan& plans() { return *m_plans; }
    [[nodiscard]] PlanVsRun& run() { return *m_run; }
    [[nodiscard]] RunVsRun& runs() { return *m_runs; }
    void showRuns();

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget& contentFront() override;
    void refresh();
    void retranslate();

    QTabBar* m_tabs;
    PlanVsPlan* m_plans;
    PlanVsRun* m_run;
    RunVsRun* m_runs;
};

} // namespace shardscope::app
