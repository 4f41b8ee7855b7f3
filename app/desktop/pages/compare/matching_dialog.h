// SPDX-License-Identifier: GPL-3.0-or-later
// What was matched how: devices, operations, and what does not agree; where the reader can say by which axes
// a recording's ranks are numbered.
#pragma once

#include "app/session/compare/difference.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QVBoxLayout;

namespace shardscope::app {

class MatchingDialog final : public QDialog {
    Q_OBJECT

public:
    /// \p order: what the reader said of the ranks' numbers; empty: nothing.
    MatchingDialog(const SideDifference& difference, const std::string& order, QWidget* parent = nullptr);
    /// The same two, compared again.
    void showDifference(const SideDifference& difference, const std::string& order);
    [[nodiscard]] QComboBox& numbering() { return *m_numbering; }

signals:
    void orderChosen(const QString& order);

private:
    void fillNumbering(const SideDifference& difference, const std::string& order);

    QLabel* m_numberingLabel;
    QComboBox* m_numbering;
    QVBoxLayout* m_column;
    QWidget* m_told = nullptr; ///< sentences
    QWidget* m_tables = nullptr;
};

} // namespace shardscope::app
