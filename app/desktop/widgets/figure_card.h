// SPDX-License-Identifier: GPL-3.0-or-later
// A picture with its heading, its own controls and its twin as a table. No frame: whitespace separates cards.
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace shardscope::app {

class FigureCard final : public QWidget {
    Q_OBJECT

public:
    /// \p twin may be null: then there is nothing to switch to.
    FigureCard(QWidget* figure, QWidget* twin, QWidget* parent = nullptr);
    void setTitle(const QString& title);
    /// A control of this picture, right of the heading.
    void addControl(QWidget* control);
    [[nodiscard]] bool showsTable() const { return m_showsTable; }
    void setShowsTable(bool table);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel* m_title;
    QHBoxLayout* m_head;
    QPushButton* m_switch;
    QWidget* m_figure;
    QWidget* m_twin;
    bool m_showsTable = false;
};

} // namespace shardscope::app
