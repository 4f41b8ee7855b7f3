// SPDX-License-Identifier: GPL-3.0-or-later
// The column of controls of the Recommender page: the ZionEX plan, shared with the Plan page, and what the
// study is asked beside it. Everything can be undone.
#pragma once

#include "app/desktop/widgets/control_column.h"
#include "app/session/recommender/recommender_study.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;

namespace shardscope::app {

class PlacementControls;

class RecommenderControls final : public ControlColumn {
    Q_OBJECT

public:
    explicit RecommenderControls(Workbench& workbench, QWidget* parent = nullptr);

    /// What the workbench's state asks for. Errors: those of studyRequest.
    [[nodiscard]] core::Result<StudyRequest> request() const;
    [[nodiscard]] QComboBox* cluster() const { return m_cluster; }
    /// The control of a key of choiceFields(); null: there is none.
    [[nodiscard]] QWidget* choice(const char* key) const;

private:
    struct Choice {
        const ChoiceField* field;
        QCheckBox* flag = nullptr;
        QComboBox* word = nullptr;
        QDoubleSpinBox* number = nullptr;
    };

    /// \p title: a marked text.
    QComboBox* addWire(const char* title, const char* key);
    void addChoices(ChoiceGroup group);
    void addChoice(const ChoiceField& field);
    void addZionex();
    void addPersia();
    void choose(const ChoiceField& field, double value);
    void chooseText(std::string RecommenderChoices::*text, const QString& value, const StepName& step);
    void retranslate() override;
    void refresh();

    std::vector<Choice> m_choices;
    QComboBox* m_model = nullptr;
    QComboBox* m_hardware = nullptr;
    std::vector<std::pair<QComboBox*, const char*>> m_wires; ///< with the plan's key of the collective
    PlacementControls* m_placement = nullptr;
    QComboBox* m_cluster = nullptr;
    QComboBox* m_job = nullptr;
};

} // namespace shardscope::app
