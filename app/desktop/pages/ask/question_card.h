// SPDX-License-Identifier: GPL-3.0-or-later
// One question with its answer: what is answered stands out, what must be known of it follows, and the table
// that it was taken from.
#pragma once

// First: moc 6.4 cannot read <concepts> unless a header of Qt was before it.
#include <QtGlobal>

#include "core/report/table.h"

#include <QString>
#include <QWidget>

class QLabel;
class QPushButton;

namespace shardscope::app {

class TableView;

/// What a card shows, as a value: for the screen and for a picture.
struct ShownQuestion {
    QString question;
    QString answer;
    QString doubts;
    core::Table table{}; ///< no rows: none
    bool answered = false;
    bool bad = false; ///< nothing fits, or it cannot be asked
};

class QuestionCard final : public QWidget {
    Q_OBJECT

public:
    explicit QuestionCard(QWidget* parent = nullptr);

    void setQuestion(ShownQuestion shown);
    [[nodiscard]] const ShownQuestion& shown() const { return m_shown; }
    [[nodiscard]] QPushButton& openButton() { return *m_open; }
    [[nodiscard]] QPushButton& copyButton() { return *m_copy; }

signals:
    void openWanted();
    void copyWanted();

private:
    void retranslate();

    ShownQuestion m_shown;
    QLabel* m_question;
    QLabel* m_answer;
    QLabel* m_doubts;
    TableView* m_table;
    QPushButton* m_open;
    QPushButton* m_copy;
};

} // namespace shardscope::app
