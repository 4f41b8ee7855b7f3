// SPDX-License-Identifier: GPL-3.0-or-later
// What of a plan goes step by step: the model as it is cut, slices of replicas, collectives by chunks, tokens
// on their way to experts, bubbles. One picture at a time, chosen; none at first, so that the page stays
// short.
#pragma once

#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/workbench/workbench.h"

#include <QTimer>

class QComboBox;
class QLabel;
class QPushButton;
class QSlider;

namespace shardscope::app {

class SceneFigure;
class TableView;

class MovingCard final : public FigureCard {
    Q_OBJECT

public:
    explicit MovingCard(Workbench& workbench, QWidget* parent = nullptr);
    /// Shows one of movingFigures(); an empty name: none.
    void choose(const QString& name);
    /// What is shown, at its frame; without a scene where nothing is.
    [[nodiscard]] const Figure& moving() const { return m_figure; }
    /// Why the plan has nothing of what was chosen; empty: it has.
    [[nodiscard]] QString problem() const { return m_problem; }
    void showFrame(std::size_t frame);
    /// Plays, from the first frame if the last is shown; called again it stops. A reader who wants nothing to
    /// move gets one step.
    void play();
    [[nodiscard]] bool playing() const { return m_timer.isActive(); }

protected:
    void retranslate() override;

private:
    struct Made {
        Figure figure;
        QString problem;
    };
    [[nodiscard]] static Made make(const PlanState& state, std::shared_ptr<const core::Evaluation> evaluation,
                                   int chosen, const core::Task& task);
    void show(Made made);
    void showSteps();

    Workbench& m_workbench;
    SceneFigure* m_picture;
    TableView* m_table;
    QComboBox* m_which;
    QWidget* m_steps;
    QSlider* m_slider;
    QLabel* m_where;
    QPushButton* m_play;
    QTimer m_timer;
    Figure m_figure;
    QString m_problem;
};

} // namespace shardscope::app
