// SPDX-License-Identifier: GPL-3.0-or-later
// What devices cost and draw, by machine: everything that was said of them, wherever that was.
#pragma once

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QLineEdit;

namespace shardscope::app {

class CataloguePicker;
class Workbench;

class PriceCard final : public QWidget {
    Q_OBJECT

public:
    explicit PriceCard(Workbench& workbench, QWidget* parent = nullptr);
    /// Shows the machine that is picked, and those whose price or power somebody gave.
    void refresh();
    [[nodiscard]] CataloguePicker& machine() { return *m_machine; }
    [[nodiscard]] QLineEdit& price() { return *m_price; }
    [[nodiscard]] QLineEdit& power() { return *m_power; }

private:
    void enter();
    [[nodiscard]] QString picked() const;
    void retranslate();

    Workbench& m_workbench;
    CataloguePicker* m_machine;
    QLineEdit* m_price;
    QLineEdit* m_power;
    QLabel* m_priceName;
    QLabel* m_powerName;
    QLabel* m_said; ///< of all machines
};

} // namespace shardscope::app
