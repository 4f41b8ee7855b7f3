// SPDX-License-Identifier: GPL-3.0-or-later
// The Plan page: controls left; verdict, figures, lattice, memory, step and communication right.
#pragma once

#include "app/desktop/pages/page.h"

class QLabel;
class QComboBox;
class QStackedWidget;
class QVBoxLayout;

namespace shardscope::app {

class EmptyState;
class FigureCard;
class LatticeWidget;
class MemoryBarsWidget;
class NumberButton;
class PlanControls;
class StepChart;
class TableView;

class PlanPage final : public Page {
    Q_OBJECT

public:
    explicit PlanPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool canExport() const override;
    [[nodiscard]] LatticeWidget& lattice() { return *m_lattice; }
    [[nodiscard]] MemoryBarsWidget& memory() { return *m_memory; }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeResults();
    void refresh();
    void refreshVerdict();
    void refreshRemedies();
    void refreshNumbers();
    void arrange();
    void retranslate();

    Workbench& m_workbench;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    PlanControls* m_controls;
    QWidget* m_results;
    QLabel* m_verdict;
    QLabel* m_subtitle;
    QWidget* m_remedies;
    QLabel* m_unverified;
    NumberButton* m_step;
    NumberButton* m_samples;
    NumberButton* m_tokens;
    NumberButton* m_flops;
    NumberButton* m_utilization;
    NumberButton* m_devices;
    NumberButton* m_parameters;
    LatticeWidget* m_lattice;
    QComboBox* m_latticeColor;
    QComboBox* m_latticeForm;
    TableView* m_latticeTable;
    MemoryBarsWidget* m_memory;
    TableView* m_memoryTable;
    StepChart* m_stepChart;
    TableView* m_stepTable;
    TableView* m_communication;
    FigureCard* m_latticeCard;
    FigureCard* m_memoryCard;
    FigureCard* m_stepCard;
    FigureCard* m_communicationCard;
    bool m_twoColumns = false;
    bool m_formChosen = false; ///< by the user; else it follows the number of devices
};

} // namespace shardscope::app
