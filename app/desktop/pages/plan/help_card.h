// SPDX-License-Identifier: GPL-3.0-or-later
// What would help the open plan: single changes, each with what it comes to and a click that makes it.
#pragma once

#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/workbench/workbench.h"
#include "app/session/questions/plan_help.h"

#include <vector>

class QLabel;

namespace shardscope::app {

class LinkLabel;
class TableView;

class HelpCard final : public FigureCard {
    Q_OBJECT

public:
    explicit HelpCard(Workbench& workbench, QWidget* parent = nullptr);

    /// The changes in the order in which they are shown, the best first.
    [[nodiscard]] const std::vector<HelpfulChange>& changes() const { return m_changes; }
    /// For each of them the link that makes it; null where none can.
    [[nodiscard]] const std::vector<LinkLabel*>& links() const { return m_links; }
    /// The plan that they would change; null: none was looked at yet.
    [[nodiscard]] const std::shared_ptr<const core::Evaluation>& evaluation() const { return m_now; }
    /// The plan of a change as it becomes the open one.
    [[nodiscard]] static PlanState applied(const PlanState& state, const core::Plan& plan);

protected:
    void retranslate() override;

private:
    struct Answer;
    void show(Answer answer);
    void fill();
    void addRow(int row, const HelpfulChange& change);
    [[nodiscard]] QWidget* makeLink(const HelpfulChange& change, const QString& words);
    [[nodiscard]] QString wordsOf(const HelpfulChange& change) const;
    [[nodiscard]] core::Table tableOf() const;

    Workbench& m_workbench;
    QWidget* m_rows;
    TableView* m_table;
    std::vector<HelpfulChange> m_changes;
    std::vector<LinkLabel*> m_links;
    PlanState m_of;                                ///< the plan that they would change
    std::shared_ptr<const core::Evaluation> m_now; ///< of it; null: none was looked at yet
    std::optional<core::Error> m_problem;          ///< why nothing could be looked for
};

} // namespace shardscope::app
