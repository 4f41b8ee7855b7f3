// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/plan/stage_card.h"

#include "app/desktop/charts/plan/stage_cut.h"
#include "app/desktop/pages/plan/plan_tables.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/plan/stage_layers.h"
#include "core/base/text_mark.h"

#include <QPushButton>

namespace shardscope::app {
namespace {

constexpr int kStageRows = 12;

} // namespace

StageCard::StageCard(Workbench& workbench, QWidget* parent)
    : FigureCard(new StageCut, new TableView, parent)
    , m_workbench(workbench)
    , m_cut(figure<StageCut>())
    , m_table(twin<TableView>())
    , m_up(new QPushButton(this))
    , m_down(new QPushButton(this))
    , m_even(new QPushButton(this))
{
    m_table->setRowsShown(kStageRows);
    for (QPushButton* button : {m_up, m_down, m_even})
        addControl(button);
    m_up->setText(QStringLiteral("↑"));
    m_down->setText(QStringLiteral("↓"));
    connect(m_cut, &FigureWidget::hovered, this, &StageCard::hint);
    connect(m_cut, &StageCut::layerMoved, this, &StageCard::move);
    connect(m_cut, &StageCut::selectionChanged, this, &StageCard::updateButtons);
    connect(m_up, &QPushButton::clicked, this, [this] {
        const int stage = static_cast<int>(m_cut->selected().value_or(0));
        move(stage, stage - 1);
    });
    connect(m_down, &QPushButton::clicked, this, [this] {
        const int stage = static_cast<int>(m_cut->selected().value_or(0));
        move(stage, stage + 1);
    });
    connect(this, &FigureCard::switched, this, &StageCard::refresh);
    connect(m_even, &QPushButton::clicked, this, [this] {
        PlanState next = m_workbench.state();
        next.plan.layersPerStage.clear();
        m_workbench.edit(std::move(next), N_("Cut the layers evenly"));
    });
    connect(&m_workbench, &Workbench::evaluationChanged, this, &StageCard::refresh);
    retranslate();
}

void StageCard::move(int from, int to)
{
    PlanState next = m_workbench.state();
    if (!next.model || from < 0 || to < 0)
        return;
    auto moved = withLayersMoved(next.plan, planner::layersOf(*next.model), static_cast<std::size_t>(from),
                                 static_cast<std::size_t>(to));
    if (!moved)
        return;
    next.plan = std::move(*moved);
    m_workbench.edit(std::move(next), N_("Move a layer"));
}

void StageCard::refresh()
{
    const Evaluated& evaluated = m_workbench.evaluated();
    const PlanState& state = m_workbench.state();
    const std::int64_t layers = state.model ? planner::layersOf(*state.model) : 0;
    const std::vector<std::int64_t> stages = layersOfStages(state.plan, layers);
    setVisible(evaluated.value && layers > 0 && stages.size() > 1);
    if (!evaluated.value || isHidden())
        return;
    m_cut->setStages(evaluated.value, stages, !fixedCut(state.plan, layers));
    if (showsTable())
        m_table->setTable(stageTable(*evaluated.value));
    updateButtons();
}

void StageCard::updateButtons()
{
    const PlanState& state = m_workbench.state();
    const std::int64_t layers = state.model ? planner::layersOf(*state.model) : 0;
    const auto fixed = fixedCut(state.plan, layers);
    const QString why = fixed == FixedCut::Interleaved
                            ? tr("Chunks of an interleaved schedule are all of one size")
                            : tr("Choose a stage first, with a click or the arrow keys");
    const auto can = [&](int step) {
        if (fixed || !m_cut->selected())
            return false;
        const auto to = static_cast<std::int64_t>(*m_cut->selected()) + step;
        return to >= 0 &&
               withLayersMoved(state.plan, layers, *m_cut->selected(), static_cast<std::size_t>(to));
    };
    m_up->setEnabled(can(-1));
    m_down->setEnabled(can(1));
    m_up->setToolTip(m_up->isEnabled() ? tr("Move a layer to the stage before (Ctrl+Up)") : why);
    m_down->setToolTip(m_down->isEnabled() ? tr("Move a layer to the stage after (Ctrl+Down)") : why);
    m_even->setEnabled(!state.plan.layersPerStage.empty());
}

void StageCard::retranslate()
{
    FigureCard::retranslate();
    setTitle(tr("Stages"));
    m_cut->setAccessibleName(tr("Layers of each pipeline stage"));
    m_up->setAccessibleName(tr("Move a layer to the stage before"));
    m_down->setAccessibleName(tr("Move a layer to the stage after"));
    m_even->setText(tr("Even"));
    m_even->setToolTip(tr("Cut the layers evenly again"));
    refresh();
}

} // namespace shardscope::app
