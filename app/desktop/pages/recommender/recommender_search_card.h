// SPDX-License-Identifier: GPL-3.0-or-later
// The search of plans for a sharded recommender in the window: what shardscope-cli search does, and a click
// takes a plan over.
#pragma once

#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/workbench/workbench.h"
#include "app/session/recommender/recommender_search.h"

#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace shardscope::app {

class SceneFigure;
class TableView;

class RecommenderSearchCard final : public FigureCard {
    Q_OBJECT

public:
    /// What is open, as the page's study asks it.
    using Asked = std::function<core::Result<StudyRequest>()>;
    RecommenderSearchCard(Workbench& workbench, Asked asked, QWidget* parent = nullptr);

    [[nodiscard]] QComboBox& objective() { return *m_objective; }
    [[nodiscard]] QSpinBox& top() { return *m_top; }
    [[nodiscard]] QCheckBox& pareto() { return *m_pareto; }
    [[nodiscard]] QCheckBox& anyDevices() { return *m_anyDevices; }
    [[nodiscard]] QCheckBox& anyFormats() { return *m_anyFormats; }
    [[nodiscard]] QCheckBox& anyBatch() { return *m_anyBatch; }
    [[nodiscard]] QPushButton& button() { return *m_button; }
    [[nodiscard]] SceneFigure& picture() { return *m_picture; }
    [[nodiscard]] TableView& table() { return *m_table; }
    [[nodiscard]] QString summary() const;
    [[nodiscard]] const std::vector<FoundPlan>& plans() const { return m_plans; }
    [[nodiscard]] bool searching() const;

    /// Begins a search, or ends the one that runs.
    void searchOrCancel();
    /// Makes the plan at \p index the one being edited, in one undo step.
    void use(std::size_t index);

protected:
    void retranslate() override;

private:
    void addControls();
    [[nodiscard]] SearchAroundOptions options() const;
    void take(core::Result<SearchAnswer> answer);
    /// The button and the sentence.
    void refresh();
    /// Shows the plans that were found, and which of them is the open one.
    void showPlans();
    void showPicture();
    void forget();
    /// Other tables or machines: what was found is of no use. Another plan: another ring.
    void follow();

    Workbench& m_workbench;
    Asked m_asked;
    SceneFigure* m_picture;
    TableView* m_table;
    QComboBox* m_objective;
    QSpinBox* m_top;
    QCheckBox* m_pareto;
    QCheckBox* m_anyDevices;
    QCheckBox* m_anyFormats;
    QCheckBox* m_anyBatch;
    QPushButton* m_button;
    QLabel* m_summary;
    std::vector<FoundPlan> m_plans;
    QString m_basis;                             ///< of the last search: what was counted against what
    std::optional<planner::SearchTally> m_tally; ///< of the last search that ended
    std::optional<core::Error> m_error;          ///< why it did not
    PlanState m_searched;                        ///< what was open then
    core::Plan m_ringed;                         ///< the plan that the picture was drawn for
};

} // namespace shardscope::app
