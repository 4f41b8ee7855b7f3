// SPDX-License-Identifier: GPL-3.0-or-later
// Where a scenario is said: a line of words, the catalogue's machines, the open plan, the open run.
#pragma once

#include "app/session/study/study.h"

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace shardscope::app {

class CataloguePicker;
class Workbench;

class ScenarioLine final : public QWidget {
    Q_OBJECT

public:
    explicit ScenarioLine(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit& words() { return *m_words; }
    /// The words of \p scenario stand in the line, and what is said there is to take its place.
    void change(const StudyScenario& scenario);
    /// What is said next is another scenario.
    void changeNone();
    /// The scenario whose words are being changed; empty: none.
    [[nodiscard]] const std::string& changing() const { return m_changing; }
    void showWhatIsOpen();

signals:
    /// What stands in the line is to be taken over.
    void said();
    /// The open plan, the open run are to become scenarios.
    void planWanted();
    void runWanted();

private:
    /// How many is said by the reader: the machine stands in the line with a count to be changed.
    void addMachine();
    void retranslate();

    Workbench& m_workbench;
    std::string m_changing;
    QLineEdit* m_words;
    QPushButton* m_add;
    CataloguePicker* m_machine;
    QPushButton* m_own;
    QPushButton* m_run;
};

} // namespace shardscope::app
