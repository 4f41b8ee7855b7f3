// SPDX-License-Identifier: GPL-3.0-or-later
// What was read from another tool's configuration, and what was not: the report before it becomes the plan.
#pragma once

#include "app/session/exchange/interchange.h"

#include <QDialog>

#include <optional>
#include <string>

class QLabel;
class QPushButton;
class QSpinBox;

namespace shardscope::app {

class TableView;

class ImportDialog final : public QDialog {
    Q_OBJECT

public:
    /// \p text of \p file; it must have been read once without an error (importPlan).
    ImportDialog(std::string text, const QString& file, QWidget* parent = nullptr);

    /// What the number of devices asks for; none while that does not divide.
    [[nodiscard]] const std::optional<ImportedPlan>& imported() const { return m_imported; }
    [[nodiscard]] QSpinBox& devices() { return *m_devices; }
    [[nodiscard]] TableView& ignored() { return *m_ignored; }

private:
    void read();

    std::string m_text;
    QString m_file;
    std::optional<ImportedPlan> m_imported;
    QSpinBox* m_devices;
    QLabel* m_message;
    QLabel* m_ignoredTitle;
    TableView* m_read;
    TableView* m_ignored;
    QPushButton* m_use;
};

/// "Megatron-LM arguments" for ImportedPlan::format.
[[nodiscard]] QString importFormatName(const std::string& format);

} // namespace shardscope::app
