// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/plan/training_card.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/plan/live_plan.h"
#include "app/desktop/plan/control_names.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/messages.h"

#include <QLabel>
#include <QVBoxLayout>

#include <optional>
#include <string>

namespace shardscope::app {
namespace {

constexpr int kTrainingRows = 8;
constexpr int kTrainingQuiet = 120; ///< ms

} // namespace

struct TrainingCard::Answer {
    std::vector<PlannedTraining> trainings;
    std::optional<core::Error> problem;
};

TrainingCard::TrainingCard(Workbench& workbench, QWidget* parent)
    : FigureCard(new QWidget, nullptr, parent)
    , m_workbench(workbench)
    , m_told(new QLabel)
    , m_parts(new TableView)
{
    auto* column = columnIn(figure<QWidget>());
    column->addWidget(m_told);
    column->addWidget(m_parts);
    wrap(m_told);
    m_parts->setRowsShown(kTrainingRows);
    connect(&m_workbench, &Workbench::evaluationChanged, this, [this] {
        if (const Evaluated& evaluated = m_workbench.evaluated(); !evaluated.explained)
            setVisible(evaluated.value && !recipes().empty());
    });
    auto* live = new LivePlan(*this, workbench, "trainings", LivePlan::Of::Figures, kTrainingQuiet);
    live->set([] { return tr("Planning published trainings"); },
              [this] {
                  return [state = m_workbench.state(), wanted = recipes()](const core::Task& task) {
                      Answer answer;
                      const std::vector<std::pair<std::string, std::string>> devices{
                          {"gpus", std::to_string(state.plan.axes.devices())}};
                      for (const TrainingRecipe& recipe : wanted) {
                          auto planned = planTraining(*state.model, *state.hardware, devices, recipe, task);
                          if (planned.ok())
                              answer.trainings.push_back(std::move(planned).value());
                          else
                              answer.problem = planned.error();
                      }
                      return answer;
                  };
              },
              [this](const Answer& answer) { show(answer); });
    retranslate();
}

std::vector<TrainingRecipe> TrainingCard::recipes() const
{
    std::vector<TrainingRecipe> found;
    const PlanState& state = m_workbench.state();
    if (!state.complete())
        return found;
    for (const std::string& name : recipeNames(m_workbench.catalog())) {
        auto recipe = readRecipe(m_workbench.catalog(), name);
        if (recipe.ok() && recipe->model == state.model->name)
            found.push_back(std::move(recipe).value());
    }
    return found;
}

void TrainingCard::show(const Answer& answer)
{
    m_trainings = answer.trainings;
    m_problem = answer.problem;
    std::shared_ptr<core::Table> all;
    for (const PlannedTraining& training : m_trainings) {
        core::Table parts = trainingTable(training);
        if (all == nullptr)
            all = std::make_shared<core::Table>(std::move(parts));
        else
            all->rows.insert(all->rows.end(), parts.rows.begin(), parts.rows.end());
    }
    m_parts->setTable(all);
    retranslate();
}

void TrainingCard::retranslate()
{
    FigureCard::retranslate();
    setTitle(tr("Published trainings on these devices"));
    m_parts->setAccessibleName(tr("Parts of the published trainings"));
    QStringList lines;
    for (const PlannedTraining& training : m_trainings)
        lines << translated(training.recipe.title) + QStringLiteral(" — ") + trainingSentence(training, {});
    if (m_problem)
        lines << tr("Not planned on this machine: %1").arg(namedSentence(*m_problem));
    m_told->setText(lines.join(QLatin1Char('\n')));
}

} // namespace shardscope::app
