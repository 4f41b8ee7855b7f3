// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/shell/report_dialog.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/table_view.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

namespace shardscope::app {

ReportDialog::ReportDialog(const QString& file, const std::shared_ptr<const core::Table>& report,
                           QWidget* parent)
    : QDialog(parent)
    , m_table(new TableView(this))
{
    setWindowTitle(tr("What became of %1").arg(file));
    resize(640, 420);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::kGrid * 2, metrics::kGrid * 2, metrics::kGrid * 2,
                               metrics::kGrid * 2);
    auto* label =
        new QLabel(tr("It is open now. These keys were taken from it, assumed because it does not say "
                      "them, or not needed."),
                   this);
    label->setWordWrap(true);
    column->addWidget(label);
    m_table->setTable(report);
    m_table->setAccessibleName(windowTitle());
    column->addWidget(m_table, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

} // namespace shardscope::app
