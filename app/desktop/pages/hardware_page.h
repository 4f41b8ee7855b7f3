// SPDX-License-Identifier: GPL-3.0-or-later
// The Hardware page: the machine that is planned for, as a picture and as figures with their sources.
#pragma once

#include "app/desktop/pages/stacked_page.h"
#include "core/hardware/hardware_spec.h"
#include "core/report/table.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace shardscope::app {

class CataloguePicker;
class FigureCard;
class MachineEditor;
class NumberButton;
class PageScrollArea;
class SceneFigure;
class TableView;
class WhatIfBar;

class HardwarePage final : public StackedPage {
    Q_OBJECT

public:
    explicit HardwarePage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] bool usesInspector() const override { return false; }
    /// All figures with their sources; null without a machine.
    [[nodiscard]] std::shared_ptr<const core::Table> shown() const;
    [[nodiscard]] QStringList said() const;
    [[nodiscard]] SceneFigure& picture() { return *m_picture; }
    /// The catalogue's machines, to choose another one.
    [[nodiscard]] QComboBox& machine() { return *m_machine; }
    [[nodiscard]] MachineEditor& editor() { return *m_editor; }
    [[nodiscard]] WhatIfBar& whatIf() { return *m_whatIf; }
    /// Where the open machine and the one beside it differ; null: none is beside it.
    [[nodiscard]] std::shared_ptr<const core::Table> difference() const;
    /// Puts the machine of that name beside the open one.
    void compareWith(const QString& machine);
    /// Writes the open machine as a file that HARDWARE takes.
    void saveAs(const QString& file);

private:
    [[nodiscard]] QWidget& contentFront() override;
    QWidget* makeHead();
    void fillMachines();
    void changeNetwork(double factor, const StepName& step);
    /// What the open machine was made of: as the catalogue or its file describes it.
    [[nodiscard]] core::HardwareSpec base() const;
    void edit(const std::string& key, const QString& text);
    /// A link or memory of the picture was clicked: its figure can be typed.
    void editFigure(const QString& key);
    void askToSave();
    void showDifference();
    void showEditor();
    void refresh();
    void refreshNumbers(const core::HardwareSpec& hardware);
    void retranslate();

    QComboBox* m_machine = nullptr;
    QPushButton* m_plan = nullptr;
    QPushButton* m_halve = nullptr; ///< of the network, like the next
    QPushButton* m_double = nullptr;
    QPushButton* m_edit = nullptr; ///< opens and closes the editor
    QPushButton* m_save = nullptr;
    CataloguePicker* m_beside = nullptr;
    MachineEditor* m_editor;
    WhatIfBar* m_whatIf;
    FigureCard* m_differenceCard;
    TableView* m_difference;
    QString m_other; ///< the machine beside the open one; empty: none
    QLabel* m_devices = nullptr;
    QLabel* m_unverified = nullptr;
    std::vector<NumberButton*> m_numbers;
    SceneFigure* m_picture;
    TableView* m_table;
    FigureCard* m_card;
    SceneFigure* m_curves; ///< what programs reach of its peaks
    FigureCard* m_curvesCard;
    PageScrollArea* m_scroll = nullptr;
};

} // namespace shardscope::app
