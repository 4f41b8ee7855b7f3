// SPDX-License-Identifier: GPL-3.0-or-later
// Phased execution of a stage as a heat map.
#pragma once

#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/workbench/workbench.h"
#include "core/report/report.h"

class QComboBox;

namespace shardscope::app {

class SceneFigure;
class TableView;

/// Phased execution of one stage: what is resident of which layer in which phase, and whether streaming is
/// hidden.
class PhaseCard final : public FigureCard {
    Q_OBJECT

public:
    explicit PhaseCard(Workbench& workbench, QWidget* parent = nullptr);
    /// Tables "phase_matrix" and "phases" of what is shown; null before the first.
    [[nodiscard]] const std::shared_ptr<const core::Report>& report() const { return m_report; }

protected:
    void retranslate() override;

private:
    void follow();
    void show(std::shared_ptr<const core::Report> report);

    Workbench& m_workbench;
    SceneFigure* m_picture;
    TableView* m_table;
    QComboBox* m_stage;
    QComboBox* m_shows; ///< memory by phase, or the bandwidth that it takes
    std::shared_ptr<const core::Report> m_report;
};

} // namespace shardscope::app
