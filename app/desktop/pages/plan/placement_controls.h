// SPDX-License-Identifier: GPL-3.0-or-later
// What is fixed for one embedding table at a time: the shardings and kernels it may take, its device. Each
// change is one undo step.
#pragma once

#include "app/desktop/workbench/workbench.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace shardscope::app {

class SeveralBox;

class PlacementControls final : public QWidget {
    Q_OBJECT

public:
    explicit PlacementControls(Workbench& workbench, QWidget* parent = nullptr);

    void retranslate();
    [[nodiscard]] QComboBox* table() const { return m_table; }
    [[nodiscard]] SeveralBox* sharding() const { return m_sharding; }
    [[nodiscard]] SeveralBox* kernel() const { return m_kernel; }
    [[nodiscard]] QSpinBox* device() const { return m_device; }
    [[nodiscard]] QPushButton* release() const { return m_release; }

private:
    /// The chosen table's name; empty: none.
    [[nodiscard]] std::string chosen() const;
    /// The chosen table's constraint; empty where nothing is fixed.
    [[nodiscard]] core::TableConstraint constraint() const;
    void fix(const core::TableConstraint& constraint);
    void refresh();
    void showTable();

    Workbench& m_workbench;
    QComboBox* m_table;
    SeveralBox* m_sharding;
    SeveralBox* m_kernel;
    QSpinBox* m_device;
    QLabel* m_fixed;
    QPushButton* m_release;
};

} // namespace shardscope::app
