// SPDX-License-Identifier: GPL-3.0-or-later
// The Compare page: two of what is open against each other, and well-known layouts of the plan side by side.
#pragma once

#include "app/desktop/pages/stacked_page.h"

class QTabBar;

namespace shardscope::app {

class DifferencePage;
class PlanVsPlan;

class ComparePage final : public StackedPage {
    Q_OBJECT

public:
    explicit ComparePage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool usesInspector() const override { return false; }
    [[nodiscard]] QString whyNoPicture() const override;
    /// Whether the layouts are in front, and not two sides.
    [[nodiscard]] bool showsPlans() const;
    void showPlans(bool plans);
    [[nodiscard]] PlanVsPlan& plans() { return *m_plans; }
    [[nodiscard]] DifferencePage& two() { return *m_two; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget& contentFront() override;
    void refresh();
    void retranslate();

    QTabBar* m_tabs;
    PlanVsPlan* m_plans;
    DifferencePage* m_two;
    bool m_chosen = false; ///< by the reader
};

} // namespace shardscope::app
