// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a machine, to be edited: a field each, what it was before, and what is then assumed.
#pragma once

#include "app/session/machine/edited_machine.h"

#include <QFrame>

#include <map>
#include <string>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace shardscope::app {

class MachineEditor final : public QFrame {
    Q_OBJECT

public:
    explicit MachineEditor(QWidget* parent = nullptr);

    /// \p edited stands in the fields; \p base is what it was made of.
    void say(const core::HardwareSpec& base, const core::HardwareSpec& edited);
    /// What was typed is no such value; empty: it is again.
    void tell(const QString& error);
    /// The field of \p key; null: the machine has no such figure, or it is a choice.
    [[nodiscard]] QLineEdit* field(const std::string& key) const;
    [[nodiscard]] QComboBox& fabric() { return *m_fabric; }

signals:
    /// The figure \p key is to be \p text; empty: as it was.
    void wanted(const std::string& key, const QString& text);

private:
    struct Row {
        QWidget* control = nullptr; ///< a line, or the fabric's choice
        QLabel* name = nullptr;
        QLabel* was = nullptr;
        QPushButton* back = nullptr;
    };
    void make(const core::HardwareSpec& edited);
    QWidget* control(const std::string& key);
    void retranslate();

    QGridLayout* m_grid;
    QLabel* m_title;
    QLabel* m_error;
    QLabel* m_assumedTitle;
    QLabel* m_assumed;
    QComboBox* m_fabric = nullptr;
    std::vector<std::string> m_keys; ///< in the order of the rows
    std::map<std::string, Row> m_rows;
    core::HardwareSpec m_base;
    core::HardwareSpec m_edited;
};

} // namespace shardscope::app
