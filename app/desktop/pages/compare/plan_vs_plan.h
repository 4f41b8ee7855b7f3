// SPDX-License-Identifier: GPL-3.0-or-later
// Up to six plans of one model on as many devices: well-known layouts, the plan being edited, and plans kept
// from earlier; what they differ in, and what each asks of the program.
#pragma once

#include "app/desktop/plan/plan_choices.h"
#include "app/desktop/workbench/workbench.h"

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace shardscope::app {

class ComparedPlans;
class FigureCard;
class SceneFigure;
class TableView;

class PlanVsPlan final : public QWidget {
    Q_OBJECT

public:
    explicit PlanVsPlan(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] QListWidget& choices() { return *m_choices; }
    /// Chooses the layouts' batch: the plan's, or what suits each.
    [[nodiscard]] QComboBox& batch() { return *m_batch; }
    /// What stands side by side, ranked (charts/plan/ranked_plans.h).
    [[nodiscard]] const std::vector<ShownPlan>& plans() const { return m_shown; }
    [[nodiscard]] TableView& differences() { return *m_differences; }
    /// Whether every plan that is shown has been worked out.
    [[nodiscard]] bool complete() const;
    /// Keeps the plan being edited as one of the list, from now on and at the next start.
    void keep();
    /// Keeps \p plan of the open model and machine in the same way, and shows it.
    void keep(const QString& name, const core::Plan& plan);
    /// Takes the kept plan that is marked in the list off it, after a question.
    void letGo();
    void select(std::size_t plan);
    /// Makes the selected plan the one being edited, in one undo step.
    void use();

signals:
    void hint(const QString& text);
    /// Other plans are seen now.
    void shown();

private:
    /// The layouts and what the shelf has; true where these are others than before.
    bool fillEntries();
    void fill();
    void add(ShelvedPlan plan);
    /// The kept plan that is marked in the list, as the shelf has it.
    [[nodiscard]] std::optional<std::size_t> markedOnShelf() const;
    void limit();
    void refresh();
    void show();
    void showSelected();
    /// The place in \c m_shown of the plan that is looked at: the one that was clicked, else the one on top.
    [[nodiscard]] std::size_t selected() const;
    /// Chooses the batch while nobody chose: a plan of one sample a replica was given no batch.
    void suggestBatch();
    void retranslate();

    Workbench& m_workbench;
    QListWidget* m_choices;
    QLabel* m_choicesTitle;
    QComboBox* m_batch;
    bool m_batchChosen = false; ///< by hand
    QPushButton* m_keep;
    QPushButton* m_letGo;
    SceneFigure* m_picture;
    TableView* m_table;
    FigureCard* m_card;
    QLabel* m_leftOut;
    QLabel* m_asksTitle;
    QLabel* m_asks;
    QPushButton* m_use;
    TableView* m_differences;
    FigureCard* m_differencesCard;
    ComparedPlans* m_rows;
    std::vector<PlanChoice> m_entries;
    std::vector<ShownPlan> m_shown;
    QString m_selected; ///< the key of the plan that was clicked; empty: none
    bool m_stale = true;
};

} // namespace shardscope::app
