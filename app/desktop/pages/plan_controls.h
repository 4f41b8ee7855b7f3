// SPDX-License-Identifier: GPL-3.0-or-later
// The column of controls of the Plan page. Shows the workbench's state, turns the user's moves into undoable
// edits.
#pragma once

#include "app/desktop/workbench.h"

#include <QScrollArea>

#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QVBoxLayout;

namespace shardscope::app {

class DegreeControl;

class PlanControls final : public QScrollArea {
    Q_OBJECT

public:
    explicit PlanControls(Workbench& workbench, QWidget* parent = nullptr);

signals:
    /// The user wants to choose a file: of a model, or of a hardware description.
    void openFileRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    /// One number of the plan with its control.
    struct Degree {
        DegreeControl* control = nullptr;
        std::function<QString()> label;
        std::function<QString()> help;
        std::function<std::int64_t&(core::Plan&)> number;
        std::function<std::vector<std::int64_t>(const PlanState&)> choices;
        std::int64_t highest = 0; ///< 0: the last choice
    };
    /// One choice among words.
    struct Choice {
        QComboBox* box = nullptr;
        QLabel* label = nullptr;
        std::function<QString()> title;
        std::function<QStringList()> words;
        std::function<int(const PlanState&)> get;
        std::function<void(PlanState&, int)> set;
    };

    void addSection(const std::function<QString()>& title);
    void addDegree(Degree degree);
    void addChoice(Choice choice);
    template <class Enum>
    void addEnum(std::function<QString()> title, std::vector<Enum> values,
                 std::function<Enum&(core::Plan&)> member);
    void addTier(std::function<QString()> title, std::function<core::Tier&(core::Plan&)> member);
    void addParallelism();
    void addBatch();
    void addMemory();
    void addSchedule();
    void addCatalogue();
    void retranslate();
    void refresh();

    Workbench& m_workbench;
    QVBoxLayout* m_column = nullptr;
    QComboBox* m_model = nullptr;
    QComboBox* m_hardware = nullptr;
    QLabel* m_modelLabel = nullptr;
    QLabel* m_hardwareLabel = nullptr;
    QCheckBox* m_sequenceParallel = nullptr;
    QLabel* m_globalBatch = nullptr;
    std::vector<std::pair<QLabel*, std::function<QString()>>> m_sections;
    std::vector<Degree> m_degrees;
    std::vector<Choice> m_choices;
    int m_drag = 0;
};

} // namespace shardscope::app
