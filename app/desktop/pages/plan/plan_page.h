// SPDX-License-Identifier: GPL-3.0-or-later
// The Plan page: controls left; verdict, figures, lattice, memory, step and communication right.
#pragma once

#include "app/desktop/pages/stacked_page.h"

class QLabel;
class QComboBox;
class QPushButton;
class QVBoxLayout;

namespace shardscope::app {

class ActivationCard;
class TrainingCard;
class FigureCard;
class HelpCard;
class StepInTimeCard;
class StaleVeil;
class LinkLabel;
class LatticeWidget;
class MemoryBarsWidget;
class MovingCard;
class NumberButton;
class PageScrollArea;
class PhaseCard;
class PlanControls;
class StageCard;
class StepChart;
class StepMemoryCard;
class TableView;
class WhatIfBar;

class PlanPage final : public StackedPage {
    Q_OBJECT

public:
    explicit PlanPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] LatticeWidget& lattice() { return *m_lattice; }
    [[nodiscard]] MemoryBarsWidget& memory() { return *m_memory; }
    [[nodiscard]] StageCard& stages() { return *m_stageCard; }
    [[nodiscard]] PhaseCard& phases() { return *m_phaseCard; }
    [[nodiscard]] ActivationCard& activations() { return *m_activationCard; }
    [[nodiscard]] TrainingCard& trainings() { return *m_trainingCard; }
    [[nodiscard]] PlanControls& controls() { return *m_controls; }
    /// What would make the plan fit, or faster.
    [[nodiscard]] HelpCard& help() { return *m_helpCard; }
    [[nodiscard]] StepInTimeCard& inTime() { return *m_timeCard; }
    [[nodiscard]] MovingCard& stepByStep() { return *m_movingCard; }
    /// What its step would be on another machine.
    [[nodiscard]] WhatIfBar& whatIf() { return *m_whatIf; }
    /// The links that mend a plan that cannot be evaluated.
    [[nodiscard]] QWidget& remedies() { return *m_remedies; }
    /// Whether the figures that are shown are of a plan before.
    [[nodiscard]] bool stale() const;
    [[nodiscard]] TableView& communication() { return *m_communication; }

signals:
    /// A better plan of the same model, machine and devices is to be searched for.
    void searchWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget& contentFront() override;
    QWidget* makeHead();
    QWidget* makeResults();
    void makeCarried(QVBoxLayout& column);
    void fillFigures();
    QWidget* makeNumbers();
    void makeCards(QWidget* body);
    void connectCards();
    void refresh();
    void refreshCarried();
    void refreshFigures();
    void refreshSupersteps();
    void refreshVerdict();
    void refreshChip(bool fits);
    void refreshRepairs();
    void clearRemedies();
    LinkLabel* addRemedy(const QString& text, const PlanState& state);
    void refreshNumbers();
    void refreshInterval();
    [[nodiscard]] int digits() const;
    void refreshMemoryUse();
    void refreshCosts();
    void arrange();
    void retranslate();

    PlanControls* m_controls;
    QWidget* m_results;
    PageScrollArea* m_scroll;
    QLabel* m_on;
    QLabel* m_chip;    ///< the verdict in a word
    QLabel* m_verdict; ///< and in a sentence
    QWidget* m_numbers;
    QLabel* m_basis; ///< by what the memory was told
    QLabel* m_subtitle;
    QWidget* m_carried; ///< what was changed of the plan with the model or the machine
    QLabel* m_carriedText;
    LinkLabel* m_carriedUndo;
    QLabel* m_ofBefore;                        ///< which plan's the figures are, where the open one has none
    QWidget* m_figures;                        ///< numbers, cards and notes of an evaluation
    StaleVeil* m_veil;                         ///< over these
    StaleVeil* m_headVeil;                     ///< over the numbers
    QString m_evaluatedAs;                     ///< the plan that they are of
    std::pair<QString, QString> m_evaluatedOf; ///< its model and machine
    QWidget* m_remedies;
    QPushButton* m_inTime;      ///< to the Schedule page
    QPushButton* m_searchFrom;  ///< to the Search page
    QPushButton* m_compareWith; ///< to the Compare page
    QLabel* m_notes;            ///< what is not known, and what nobody could check
    NumberButton* m_step;
    QLabel* m_calibration; ///< by which runs the step was timed
    NumberButton* m_samples;
    NumberButton* m_tokens;
    NumberButton* m_flops;
    NumberButton* m_memoryUse; ///< of the fullest device
    NumberButton* m_devices;
    NumberButton* m_energy;
    NumberButton* m_cost;
    NumberButton* m_training;
    QPushButton* m_enterPower; ///< in the place of the energy and of the cost, where these are not known
    QPushButton* m_enterPrice;
    LatticeWidget* m_lattice;
    QComboBox* m_latticeColor;
    QComboBox* m_latticeForm;
    TableView* m_latticeTable;
    MemoryBarsWidget* m_memory;
    TableView* m_memoryTable;
    StepChart* m_stepChart;
    TableView* m_stepTable;
    TableView* m_communication;
    WhatIfBar* m_whatIf;
    FigureCard* m_whatIfCard;
    FigureCard* m_latticeCard;
    FigureCard* m_memoryCard;
    FigureCard* m_stepCard;
    QLabel* m_supersteps; ///< of the step's computing, on a bulk-synchronous machine
    FigureCard* m_communicationCard;
    StepMemoryCard* m_stepMemoryCard;
    StageCard* m_stageCard;
    PhaseCard* m_phaseCard;
    ActivationCard* m_activationCard;
    TrainingCard* m_trainingCard;
    HelpCard* m_helpCard;
    StepInTimeCard* m_timeCard;
    MovingCard* m_movingCard;
    std::vector<FigureCard*> m_arranged; ///< as they stand in the grid
    bool m_twoColumns = false;
    bool m_formChosen = false; ///< by the user; else it follows the number of devices
};

} // namespace shardscope::app
