// SPDX-License-Identifier: GPL-3.0-or-later
// What the plan can learn from the run: its assumptions beside what the run says, and the way to take them
// over.
#pragma once

#include "app/desktop/pages/compare/compared_sources.h"
#include "app/desktop/pages/compare/difference_scenes.h"
#include "app/desktop/widgets/figure_card.h"

class QLabel;
class QPushButton;

namespace shardscope::app {

class TableView;

class LearnCard final : public FigureCard {
    Q_OBJECT

public:
    explicit LearnCard(Workbench& workbench, QWidget* parent = nullptr);
    /// \p plan and \p run: the sides, where one is the plan being edited and the other a whole recording;
    /// else null, and nothing can be calibrated.
    void setShown(const ShownDifferencePtr& shown, const ComparedSource* plan, const ComparedSource* run);
    [[nodiscard]] TableView& table() { return *m_table; }
    [[nodiscard]] QPushButton& calibrate() { return *m_calibrate; }
    /// What came of it, a sentence.
    [[nodiscard]] QString told() const;

protected:
    void retranslate() override;

private:
    void start();

    Workbench& m_workbench;
    TableView* m_table;
    QLabel* m_told;
    QPushButton* m_calibrate;
    RunViewPtr m_run; ///< that it can be calibrated with; null: none
};

} // namespace shardscope::app
