// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/plan/step_in_time_card.h"

#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/charts/schedule/step_in_time.h"
#include "app/desktop/pages/plan/live_plan.h"
#include "app/desktop/widgets/table_view.h"

#include <QPushButton>

namespace shardscope::app {
namespace {

constexpr int kTimeQuiet = 120; ///< ms
constexpr int kTimeRows = 12;

} // namespace

StepInTimeCard::StepInTimeCard(Workbench& workbench, QWidget* parent)
    : FigureCard(new SceneFigure, new TableView, parent)
    , m_picture(figure<SceneFigure>())
    , m_table(twin<TableView>())
    , m_open(new QPushButton(this))
{
    m_table->setRowsShown(kTimeRows);
    addControl(m_open);
    connect(m_open, &QPushButton::clicked, this, &StepInTimeCard::scheduleWanted);
    connect(m_picture, &FigureWidget::hovered, this, &StepInTimeCard::hint);
    connect(&workbench, &Workbench::evaluationChanged, this, [this, &workbench] {
        const Evaluated& evaluated = workbench.evaluated();
        setVisible(evaluated.value && !evaluated.value->step.empty());
    });
    auto* live = new LivePlan(*this, workbench, "step in time", LivePlan::Of::Figures, kTimeQuiet);
    live->set([] { return tr("Simulating the step in time"); },
              [&workbench] {
                  return [state = workbench.state()](const core::Task& task) -> ScheduleChartPtr {
                      auto chart = simulateChart(*state.model, *state.hardware, state.plan, {}, false, task);
                      return chart.ok() ? std::make_shared<const ScheduleChart>(std::move(chart).value())
                                        : nullptr;
                  };
              },
              [this](ScheduleChartPtr chart) { show(std::move(chart)); });
    retranslate();
}

void StepInTimeCard::show(ScheduleChartPtr chart)
{
    m_chart = std::move(chart);
    m_picture->setMaker(stepInTimeScene(m_chart));
    m_table->setTable(m_chart ? std::make_shared<const core::Table>(stepInTimeTable(*m_chart)) : nullptr);
    retranslate();
}

void StepInTimeCard::retranslate()
{
    FigureCard::retranslate();
    setTitle(tr("The step in time"));
    setSentence(m_chart ? QString() : tr("This step cannot be drawn pass by pass."));
    m_picture->setAccessibleName(tr("Passes of each stage over the step"));
    m_open->setText(tr("Open the schedule"));
}

} // namespace shardscope::app
