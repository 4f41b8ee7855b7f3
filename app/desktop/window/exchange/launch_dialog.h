// SPDX-License-Identifier: GPL-3.0-or-later
// What starts the plan elsewhere: each file that it can become, seen before it is written, with what of the
// plan it does not say.
#pragma once

#include "app/session/exchange/interchange.h"

#include <QDialog>

#include <map>
#include <optional>
#include <string>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace shardscope::app {

class LaunchDialog final : public QDialog {
    Q_OBJECT

public:
    explicit LaunchDialog(PlanResult planned, QWidget* parent = nullptr);

    [[nodiscard]] QListWidget& kinds() { return *m_kinds; }
    [[nodiscard]] QPlainTextEdit& preview() { return *m_preview; }
    /// What of the plan the chosen file does not say, or why there is none.
    [[nodiscard]] QLabel& message() { return *m_message; }
    [[nodiscard]] bool canSave() const { return m_exported.has_value(); }
    /// Writes what is chosen to \p out: a file, or a folder where it has files of their own names.
    [[nodiscard]] core::Result<core::Done> write(const QString& out) const;

private:
    void show(int row);
    void save();
    [[nodiscard]] bool inFolder() const;

    PlanResult m_planned;
    std::optional<ExportedPlan> m_exported; ///< what is chosen; none: the plan cannot become it
    QListWidget* m_kinds;
    QLabel* m_message;
    QPlainTextEdit* m_preview;
    QPushButton* m_save;
};

} // namespace shardscope::app
