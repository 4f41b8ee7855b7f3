// SPDX-License-Identifier: GPL-3.0-or-later
// Published trainings of the open model (BERT in 44 minutes), planned part by part on the open machine's
// devices.
#pragma once

#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/workbench/workbench.h"
#include "app/session/questions/training_recipe.h"

#include <vector>

class QLabel;

namespace shardscope::app {

class TableView;

class TrainingCard final : public FigureCard {
    Q_OBJECT

public:
    explicit TrainingCard(Workbench& workbench, QWidget* parent = nullptr);
    /// The trainings in the order in which they are shown: one a recipe.
    [[nodiscard]] const std::vector<PlannedTraining>& trainings() const { return m_trainings; }

protected:
    void retranslate() override;

private:
    struct Answer;
    /// Recipes of the open model.
    [[nodiscard]] std::vector<TrainingRecipe> recipes() const;
    void show(const Answer& answer);

    Workbench& m_workbench;
    QLabel* m_told;
    TableView* m_parts;
    std::vector<PlannedTraining> m_trainings;
    std::optional<core::Error> m_problem;
};

} // namespace shardscope::app
