// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every run that is opened: the user's own rules about kernels, and how much disk runs that
// were read before may take.
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace shardscope::app {

class Workbench;

class TraceCard final : public QWidget {
    Q_OBJECT

public:
    explicit TraceCard(Workbench& workbench, QWidget* parent = nullptr);
    [[nodiscard]] QPushButton& rules() { return *m_choose; }
    [[nodiscard]] QPushButton& without() { return *m_without; }
    [[nodiscard]] QComboBox& cache() { return *m_cache; }

private:
    void askForRules();
    void take(const QString& file);
    void refresh();
    void retranslate();

    Workbench& m_workbench;
    QLabel* m_rulesName;
    QLabel* m_file;
    QPushButton* m_choose;
    QPushButton* m_without;
    QLabel* m_said;
    QLabel* m_cacheName;
    QComboBox* m_cache;
};

} // namespace shardscope::app
