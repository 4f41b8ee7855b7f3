// SPDX-License-Identifier: GPL-3.0-or-later
// The column of controls of the Plan page. Shows the workbench's state, turns the user's moves into undoable
// edits. Which controls there are: plan_control_table.h.
#pragma once

#include "app/desktop/plan/plan_control_table.h"
#include "app/desktop/widgets/control_column.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace shardscope::app {

class CountField;
class LinkLabel;
class SeveralBox;

class PlanControls final : public ControlColumn {
    Q_OBJECT

public:
    explicit PlanControls(Workbench& workbench, QWidget* parent = nullptr);

    /// The boxes of the model and the machine: the page's head holds them.
    [[nodiscard]] QComboBox& model() { return *m_model; }
    [[nodiscard]] QComboBox& hardware() { return *m_hardware; }
    /// Go to the fields where the price and the power of a device are entered.
    void enterPrice();
    void enterPower();
    /// The number of devices, and whether it is held.
    [[nodiscard]] DegreeControl& devices() { return *m_devices; }
    [[nodiscard]] QCheckBox& held() { return *m_held; }
    /// Why the last change was not made, with the counts that would do; empty: it was.
    [[nodiscard]] QWidget& nearest() { return *m_nearest; }
    /// The control of \p pointer, as errors have it; null: it has none here.
    [[nodiscard]] QWidget* controlOf(const std::string& pointer) const;
    /// Brings it into sight, with the keyboard.
    void showControlOf(const std::string& pointer);

signals:
    /// The user wants to choose a file: of a model, or of a hardware description.
    void openFileRequested();

private:
    void addCatalogues();
    void addCosts();
    void refreshCosts();
    void addDevices();
    void refreshDevices();
    /// \p next as the plan asks for it could not be made with \p devices: says with which it could.
    void tellNearest(const PlanState& next, const std::string& key, std::int64_t devices);
    void addControl(const PlanControlRow& row);
    void addDegreeOf(const PlanControlRow& row);
    void addCountOf(const PlanControlRow& row);
    void addWordOf(const PlanControlRow& row);
    void addWordsOf(const PlanControlRow& row);
    void addFlagOf(const PlanControlRow& row);
    /// One undo step.
    void edit(const PlanControlRow& row, const core::FieldValue& value);
    /// A link below \p row that looks for its value.
    LinkLabel* addSolver(const PlanControlRow& row,
                         core::Result<std::int64_t> (*solver)(const core::Plan&, const core::ModelSpec&,
                                                              const core::HardwareSpec&, const core::Task&));
    void enter(QLineEdit& edit);
    [[nodiscard]] QWidget* controlOf(const PlanControlRow& row) const;
    void refreshSections();
    void refreshWord(const PlanControlRow& row, QComboBox& box);
    void refreshWords(const PlanControlRow& row, SeveralBox& box);
    void retranslate() override;
    void refresh();

    QComboBox* m_model = nullptr;
    QComboBox* m_hardware = nullptr;
    std::vector<int> m_folded; ///< by section: its number among the folded ones, or -1
    std::vector<std::pair<const PlanControlRow*, QWidget*>> m_controls;
    DegreeControl* m_devices = nullptr;
    QCheckBox* m_held = nullptr;
    QWidget* m_nearest = nullptr; ///< a sentence and a link for each count
    QLabel* m_nearestText = nullptr;
    QLineEdit* m_price = nullptr;
    QLineEdit* m_power = nullptr;
    QLabel* m_globalBatch = nullptr;
    LinkLabel* m_largestBatch = nullptr;
    LinkLabel* m_bestTiles = nullptr;
    // Rows with their controls; degrees are the column's own. The table outlives them.
    std::vector<std::pair<const PlanControlRow*, QComboBox*>> m_words;
    std::vector<std::pair<const PlanControlRow*, SeveralBox*>> m_several;
    std::vector<std::pair<const PlanControlRow*, QCheckBox*>> m_flags;
    std::vector<std::pair<const PlanControlRow*, CountField*>> m_counts;
};

} // namespace shardscope::app
