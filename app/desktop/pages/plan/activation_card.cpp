// SPDX-License-Identifier: GPL-3.0-or-later
// Two dozen plans are evaluated for it: on a worker, when the hand has come to rest.
#include "app/desktop/pages/plan/activation_card.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plan/plan_scenes.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/plan/live_plan.h"
#include "app/desktop/plan/control_names.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/plan/stage_layers.h"
#include "app/session/tables/table_reader.h"
#include "app/session/text/choice_words.h"
#include "app/session/text/messages.h"
#include "core/base/text_mark.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

constexpr int kRows = 12;
constexpr int kQuiet = 120; ///< ms

/// \p plan with what \p chosen does about activations, and nothing else of it.
core::Plan withActivationsOf(core::Plan plan, const core::Plan& chosen)
{
    plan.recompute = chosen.recompute;
    plan.recomputeLayers = chosen.recomputeLayers;
    plan.partitionedActivations = chosen.partitionedActivations;
    plan.residency.activations = chosen.residency.activations;
    plan.gatheredInputs = chosen.gatheredInputs;
    plan.keepWeightsAfterForward = chosen.keepWeightsAfterForward;
    return plan;
}

} // namespace

struct ActivationCard::Answer {
    core::Plan asked;
    std::shared_ptr<const core::Report> report; ///< null: see \c problem
    std::optional<core::Error> problem;
    std::optional<core::Plan> better;
};

ActivationCard::ActivationCard(Workbench& workbench, QWidget* parent)
    : FigureCard(new QWidget, new QWidget, parent)
    , m_workbench(workbench)
    , m_told(new QLabel)
    , m_picture(new SceneFigure)
    , m_choices(new TableView)
    , m_breakEven(new TableView)
    , m_choose(new QPushButton(this))
{
    auto* tables = columnIn(twin<QWidget>());
    tables->addWidget(m_choices);
    tables->addWidget(m_breakEven);
    auto* column = columnIn(figure<QWidget>());
    column->addWidget(m_told);
    column->addWidget(m_picture);
    wrap(m_told);
    m_choices->setRowsShown(kRows);
    m_breakEven->setRowsShown(kRows);
    addControl(m_choose);
    connect(m_choose, &QPushButton::clicked, this, &ActivationCard::choose);
    connect(m_picture, &FigureWidget::hovered, this, &ActivationCard::hint);
    connect(&m_workbench, &Workbench::evaluationChanged, this, [this] {
        if (m_workbench.evaluated().explained)
            return;                  // of the same plan
        m_choose->setEnabled(false); // what it offers is of the plan before
        const PlanState& state = m_workbench.state();
        setVisible(m_workbench.evaluated().value && planner::layersOf(*state.model) > 0 &&
                   state.plan.phases == 0);
    });
    auto* live = new LivePlan(*this, workbench, "activations", LivePlan::Of::Figures, kQuiet);
    live->set([] { return tr("Comparing ways to hold activations"); },
              [this] {
                  return [state = m_workbench.state()](const core::Task& task) {
                      Answer answer{state.plan, nullptr, std::nullopt, std::nullopt};
                      auto choices =
                          planner::activationChoices(*state.model, *state.hardware, state.plan, task);
                      if (!choices.ok()) {
                          answer.problem = choices.error();
                          return answer;
                      }
                      answer.report = std::make_shared<const core::Report>(std::move(choices->report));
                      core::Plan better = withActivationsOf(state.plan, choices->cheapest);
                      if (better != state.plan)
                          answer.better = std::move(better);
                      return answer;
                  };
              },
              [this](const Answer& answer) { show(answer); });
    retranslate();
}

void ActivationCard::show(const Answer& answer)
{
    m_report = answer.report;
    m_problem = answer.problem;
    m_asked = answer.asked;
    m_better = answer.better;
    const core::Table* breakEven = m_report ? m_report->table("break_even") : nullptr;
    m_breakEven->setTable(breakEven ? std::make_shared<const core::Table>(*breakEven) : nullptr);
    m_picture->setVisible(breakEven != nullptr);
    if (breakEven)
        m_picture->setMaker([shown = m_report, breakEven](double width, const Theme& theme) {
            return breakEvenScene(*breakEven, width, theme);
        });
    else
        m_picture->setMaker(nullptr);
    retranslate();
}

void ActivationCard::choose()
{
    if (m_better && m_asked == m_workbench.state().plan)
        m_workbench.edit(withPlan(m_workbench.state(), *m_better), N_("Choose the cheapest activations"));
}

QString ActivationCard::told() const
{
    if (m_problem)
        return tr("Not compared for this plan: %1").arg(namedSentence(*m_problem));
    const core::Table* choices = m_report ? m_report->table("choices") : nullptr;
    if (!choices || choices->rows.empty())
        return {};
    const TableReader cells(*choices);
    std::size_t best = 0;
    while (best + 1 < cells.rows() && !cells.flag(best, "cheapest"))
        ++best;
    const auto comesTo = [&](std::size_t row) {
        return tr("%1 a step, %2 on the fullest device")
            .arg(quantityString(cells.number(row, "step_seconds"), core::kSecond),
                 quantityString(cells.number(row, "peak_bytes"), core::kByte));
    };
    if (!cells.flag(best, "fits"))
        return tr("None of %n choice(s) fits; the smallest: %1.", nullptr, static_cast<int>(cells.rows()))
            .arg(comesTo(best));
    if (!m_better)
        return tr("As it stands the plan is the cheapest that fits: %1.").arg(comesTo(0));
    return tr("The cheapest that fits: %1. The plan as it stands: %2.").arg(comesTo(best), comesTo(0));
}

void ActivationCard::retranslate()
{
    FigureCard::retranslate();
    setTitle(tr("Activations: keep, recompute or move"));
    m_picture->setAccessibleName(tr("Time to recompute each kind of activation against moving it"));
    m_choose->setText(tr("Choose the cheapest"));
    m_choose->setToolTip(
        tr("Sets recompute, memory of activations, gathered inputs and gathered weights to the "
           "shortest step that fits"));
    m_choose->setEnabled(m_better.has_value() && m_asked == m_workbench.state().plan);
    m_told->setText(told());
    const core::Table* choices = m_report ? m_report->table("choices") : nullptr;
    m_choices->setTable(choices ? std::make_shared<const core::Table>(
                                      withTitles(withTitles(*choices, "recompute"), "gathered_inputs"))
                                : nullptr);
}

} // namespace shardscope::app
