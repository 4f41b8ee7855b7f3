// SPDX-License-Identifier: GPL-3.0-or-later
// What a page shows before it has anything: what it is for, one primary button, a sample.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace shardscope::app {

class EmptyState final : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(QWidget* parent = nullptr);
    void setTexts(const QString& title, const QString& sentence, const QString& primary,
                  const QString& secondary);
    [[nodiscard]] QPushButton& primary() { return *m_primary; }

signals:
    void primaryClicked();
    void secondaryClicked();

private:
    QLabel* m_title;
    QLabel* m_sentence;
    QPushButton* m_primary;
    QPushButton* m_secondary;
};

} // namespace shardscope::app
