// SPDX-License-Identifier: GPL-3.0-or-later
// Keep activations, compute them again or move them: what each costs, where they break even, and the
// cheapest.
#pragma once

#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/workbench/workbench.h"
#include "core/report/report.h"

#include <memory>
#include <optional>

class QLabel;
class QPushButton;

namespace shardscope::app {

class SceneFigure;
class TableView;

class ActivationCard final : public FigureCard {
    Q_OBJECT

public:
    explicit ActivationCard(Workbench& workbench, QWidget* parent = nullptr);
    /// Tables "choices" and "break_even" (planner/reports/choices.h); null before the first.
    [[nodiscard]] const std::shared_ptr<const core::Report>& report() const { return m_report; }
    [[nodiscard]] QPushButton& button() { return *m_choose; }

protected:
    void retranslate() override;

private:
    struct Answer;
    void show(const Answer& answer);
    void choose();
    /// A sentence on the cheapest choice beside the plan as it stands.
    [[nodiscard]] QString told() const;

    Workbench& m_workbench;
    QLabel* m_told;
    SceneFigure* m_picture;
    TableView* m_choices;
    TableView* m_breakEven;
    QPushButton* m_choose;
    std::shared_ptr<const core::Report> m_report;
    std::optional<core::Error> m_problem;
    core::Plan m_asked;                 ///< of which the report is
    std::optional<core::Plan> m_better; ///< none: the plan is the cheapest itself
};

} // namespace shardscope::app
