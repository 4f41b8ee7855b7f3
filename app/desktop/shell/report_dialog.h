// SPDX-License-Identifier: GPL-3.0-or-later
// What became of a file that was opened: taken, assumed, not needed.
#pragma once

// First: moc 6.4 cannot read <concepts> unless a header of Qt was before it.
#include <QtGlobal>

#include "core/report/table.h"

#include <QDialog>

#include <memory>

namespace shardscope::app {

class TableView;

class ReportDialog final : public QDialog {
    Q_OBJECT

public:
    ReportDialog(const QString& file, const std::shared_ptr<const core::Table>& report,
                 QWidget* parent = nullptr);
    [[nodiscard]] TableView& table() { return *m_table; }

private:
    TableView* m_table;
};

} // namespace shardscope::app
