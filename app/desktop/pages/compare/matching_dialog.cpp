// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/matching_dialog.h"

#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/compare/difference_views.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

namespace shardscope::app {

MatchingDialog::MatchingDialog(const SideDifference& difference, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("What was matched how"));
    resize(760, 560);
    auto* column = new QVBoxLayout(this);
    const auto say = [&](const QString& text, Role role) { column->addWidget(sentenceLabel(text, role)); };
    say(QStringLiteral("A: %1").arg(shownText(difference.a.label)), Role::Plain);
    say(QStringLiteral("B: %1").arg(shownText(difference.b.label)), Role::Plain);
    for (const QString& line : obstacleLines(difference))
        say(line, Role::Bad);
    if (difference.obstacles.empty())
        say(tr("Model, batch, precision, device and number of ranks agree, as far as both tell them."),
            Role::Dim);
    if (difference.steps.aloneA + difference.steps.aloneB > 0)
        say(tr("Devices without a partner: %1 of A, %2 of B.")
                .arg(difference.steps.aloneA)
                .arg(difference.steps.aloneB),
            Role::Dim);
    for (core::Table& table : matchingTables(difference)) {
        say(translated(table.title), Role::Heading);
        auto* view = new TableView;
        view->setAccessibleName(translated(table.title));
        view->setTable(std::move(table));
        column->addWidget(view, 1);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

} // namespace shardscope::app
