// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/plan/phase_card.h"

#include "app/desktop/base/language.h"
#include "app/desktop/charts/plan/plan_scenes.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/plan/live_plan.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/plan/stage_layers.h"
#include "app/session/text/messages.h"

#include <QComboBox>

namespace shardscope::app {
namespace {

constexpr int kPhaseRows = 12;

} // namespace

PhaseCard::PhaseCard(Workbench& workbench, QWidget* parent)
    : FigureCard(new SceneFigure, new TableView, parent)
    , m_workbench(workbench)
    , m_picture(figure<SceneFigure>())
    , m_table(twin<TableView>())
    , m_stage(new QComboBox(this))
    , m_shows(new QComboBox(this))
{
    m_table->setRowsShown(kPhaseRows);
    m_stage->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addControl(m_shows);
    addControl(m_stage);
    m_shows->setObjectName(QStringLiteral("phaseFigure"));
    connect(m_shows, &QComboBox::activated, this, [this] { show(m_report); });
    connect(m_picture, &FigureWidget::hovered, this, &PhaseCard::hint);
    connect(&m_workbench, &Workbench::evaluationChanged, this, &PhaseCard::follow);
    auto* live = new LivePlan(*this, workbench, "phases", LivePlan::Of::Figures, 0);
    connect(m_stage, &QComboBox::activated, live, &LivePlan::askAgain);
    live->set([] { return tr("Working out the phases"); },
              [this] {
                  return [state = m_workbench.state(),
                          stage = std::max(0, m_stage->currentIndex())](const core::Task& task) {
                      auto report =
                          planner::phaseReport(*state.model, *state.hardware, state.plan, stage, task);
                      return report.ok() ? std::make_shared<const core::Report>(std::move(report).value())
                                         : nullptr;
                  };
              },
              [this](std::shared_ptr<const core::Report> report) { show(std::move(report)); });
    retranslate();
}

void PhaseCard::follow()
{
    const PlanState& state = m_workbench.state();
    const bool phased = state.plan.phases > 0 && state.model && planner::layersOf(*state.model) > 0;
    setVisible(phased && m_workbench.evaluated().value);
    const int stages = static_cast<int>(state.plan.axes.pipeline);
    if (m_stage->count() != stages) {
        m_stage->clear();
        for (int stage = 0; stage < stages; ++stage)
            m_stage->addItem(rankClassName("stage " + std::to_string(stage)));
    }
    m_stage->setVisible(stages > 1);
}

void PhaseCard::show(std::shared_ptr<const core::Report> report)
{
    m_report = std::move(report);
    const bool bandwidth = m_shows->currentIndex() == 1;
    const core::Table* matrix = m_report ? m_report->table("phase_matrix") : nullptr;
    const core::Table* phases = m_report ? m_report->table("phases") : nullptr;
    const core::Table* needed = m_report ? m_report->table("streaming_needed") : nullptr;
    const core::Table* twin = bandwidth ? needed : phases;
    m_picture->setVisible(matrix && phases && needed && !showsTable());
    m_table->setTable(twin ? std::make_shared<const core::Table>(*twin) : nullptr);
    if (!matrix || !phases || !needed)
        return m_picture->setMaker(nullptr);
    if (bandwidth)
        return m_picture->setMaker([shown = m_report, needed](double width, const Theme& theme) {
            return streamingScene(*needed, width, theme);
        });
    m_picture->setMaker([shown = m_report, matrix, phases](double width, const Theme& theme) {
        return phaseScene(*matrix, *phases, width, theme);
    });
}

void PhaseCard::retranslate()
{
    FigureCard::retranslate();
    setTitle(tr("Phases"));
    m_picture->setAccessibleName(tr("Bytes resident of each layer in each phase"));
    m_stage->setAccessibleName(tr("Stage of the pipeline"));
    m_shows->setAccessibleName(tr("What is shown of the phases"));
    const int shown = std::max(0, m_shows->currentIndex());
    m_shows->clear();
    m_shows->addItems({tr("Memory by phase and layer"), tr("Bandwidth of streaming memory needed")});
    m_shows->setCurrentIndex(shown);
    m_stage->clear();
    follow();
}

} // namespace shardscope::app
