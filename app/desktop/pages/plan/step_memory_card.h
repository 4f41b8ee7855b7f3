// SPDX-License-Identifier: GPL-3.0-or-later
// What the allocator holds over a step, stage by stage.
#pragma once

#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/workbench/workbench.h"
#include "app/session/plan/commands.h"
#include "core/plan/memory_trace.h"

class QComboBox;
class QLabel;

namespace shardscope::app {

class SceneFigure;
class TableView;

/// Memory over the step: the memory trace of the plan, made on a worker while the card is seen.
class StepMemoryCard final : public FigureCard {
    Q_OBJECT

public:
    explicit StepMemoryCard(Workbench& workbench, QWidget* parent = nullptr);
    /// The trace of the chosen stage. Null: none has been made, or the plan cannot be traced.
    [[nodiscard]] std::shared_ptr<const core::MemoryTrace> trace() const;
    /// What the heap's picture shows; empty: nothing that the curve does not.
    [[nodiscard]] const std::vector<planner::HeapCase>& heap() const;
    [[nodiscard]] QComboBox& stages() { return *m_stage; }

protected:
    void retranslate() override;

private:
    struct Traced;
    void show(const Traced& traced);
    void showStage();
    void fillTable();

    Workbench& m_workbench;
    SceneFigure* m_picture;
    TableView* m_table;
    QLabel* m_note;
    QComboBox* m_stage;
    SceneFigure* m_heap; ///< where a request fails, and with and without a buffer made beforehand
    std::vector<std::shared_ptr<const core::MemoryTrace>> m_traces; ///< a stage each
    std::shared_ptr<const std::vector<planner::HeapCase>> m_cases;
    std::optional<core::Error> m_problem;
};

} // namespace shardscope::app
