// SPDX-License-Identifier: GPL-3.0-or-later
// The job of a study in one bar: model, tokens, batch, sequence, precision, deadline, budget.
#pragma once

#include "app/desktop/pickers/catalogue_picker.h"
#include "app/session/study/study.h"

#include <QFrame>

#include <vector>

class QLabel;
class QLineEdit;

namespace shardscope::app {

class Workbench;

class JobBar final : public QFrame {
    Q_OBJECT

public:
    explicit JobBar(Workbench& workbench, QWidget* parent = nullptr);

    /// The job in the fields; what they do not ask for (failures, keys of the plan) stays as it was.
    [[nodiscard]] const StudyJob& job() const { return m_job; }
    void say(const StudyJob& job);
    [[nodiscard]] CataloguePicker& model() { return *m_model; }
    [[nodiscard]] QLineEdit& tokens() { return *m_tokens; }
    [[nodiscard]] QLineEdit& deadline() { return *m_deadline; }
    [[nodiscard]] QLineEdit& budget() { return *m_budget; }
    [[nodiscard]] QLineEdit& batch() { return *m_batch; }
    [[nodiscard]] QLineEdit& carbon() { return *m_carbon; }

signals:
    /// The reader says another job.
    void changed();
    /// What was typed is no such value; empty: it is again.
    void refused(const QString& sentence);

private:
    QWidget* field(QWidget* control, int width);
    QLineEdit* line(int width);
    void take();
    void fillModels();
    void retranslate();

    Workbench& m_workbench;
    StudyJob m_job;
    std::vector<QLabel*> m_names; ///< in the order of the fields
    CataloguePicker* m_model;
    QLineEdit* m_tokens = nullptr;
    QLineEdit* m_batch = nullptr;
    QLineEdit* m_sequence = nullptr;
    QComboBox* m_precision;
    QLineEdit* m_deadline = nullptr;
    QLineEdit* m_budget = nullptr;
    QLineEdit* m_carbon = nullptr; ///< grams a kWh of the grid
};

} // namespace shardscope::app
