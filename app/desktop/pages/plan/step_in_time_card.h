// SPDX-License-Identifier: GPL-3.0-or-later
// The plan's step as its schedule runs it, simulated.
#pragma once

#include "app/desktop/widgets/figure_card.h"
#include "app/session/simulate/schedule_chart.h"

class QPushButton;

namespace shardscope::app {

class SceneFigure;
class TableView;
class Workbench;

class StepInTimeCard final : public FigureCard {
    Q_OBJECT

public:
    explicit StepInTimeCard(Workbench& workbench, QWidget* parent = nullptr);
    /// Null: none has been made, or the plan has none.
    [[nodiscard]] const ScheduleChartPtr& chart() const { return m_chart; }

signals:
    /// Asks to show all of the step, with what can be done with it.
    void scheduleWanted();

protected:
    void retranslate() override;

private:
    void show(ScheduleChartPtr chart);

    SceneFigure* m_picture;
    TableView* m_table;
    QPushButton* m_open;
    ScheduleChartPtr m_chart;
};

} // namespace shardscope::app
