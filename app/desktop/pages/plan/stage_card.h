// SPDX-License-Identifier: GPL-3.0-or-later
// The cut of the layers into pipeline stages, to be seen and changed.
#pragma once

#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/workbench/workbench.h"

class QPushButton;

namespace shardscope::app {

class StageCut;
class TableView;

/// The stages of the pipeline with their layers, which can be moved.
class StageCard final : public FigureCard {
    Q_OBJECT

public:
    explicit StageCard(Workbench& workbench, QWidget* parent = nullptr);
    [[nodiscard]] StageCut& cut() { return *m_cut; }

protected:
    void retranslate() override;

private:
    void refresh();
    void updateButtons();
    void move(int from, int to);

    Workbench& m_workbench;
    StageCut* m_cut;
    TableView* m_table;
    QPushButton* m_up;
    QPushButton* m_down;
    QPushButton* m_even;
};

} // namespace shardscope::app
