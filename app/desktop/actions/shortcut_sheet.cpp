// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/actions/shortcut_sheet.h"

#include "app/desktop/theme/roles.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace shardscope::app {

ShortcutSheet::ShortcutSheet(const Actions& actions, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    resize(960, 640);
    auto* body = new QWidget;
    auto* columns = rowIn(body, metrics::kPageMargin * 2);
    auto* left = new QVBoxLayout;
    auto* right = new QVBoxLayout;
    columns->setContentsMargins(metrics::kCardPadding, metrics::kCardPadding, metrics::kPageMargin, 0);
    columns->addLayout(left, 1);
    columns->addLayout(right, 1);
    left->addWidget(group(actions, Where::Window), 0, Qt::AlignTop);
    right->addWidget(group(actions, Where::Timeline), 0, Qt::AlignTop);
    for (const Where where : {Where::Schedule, Where::Memory, Where::Lesson})
        left->addWidget(group(actions, where), 0, Qt::AlignTop);
    for (const Where where : {Where::Plans, Where::Slides, Where::Presenter, Where::Figures})
        right->addWidget(group(actions, where), 0, Qt::AlignTop);
    left->addStretch(1);
    right->addStretch(1);
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setRole(*body, Role::Panel);
    setRole(*area, Role::Panel);
    area->setWidget(body);
    area->setAccessibleName(windowTitle());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* change = buttons->addButton(tr("Change…"), QDialogButtonBox::ActionRole);
    connect(change, &QPushButton::clicked, this, [this] {
        close();
        emit changeWanted();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = columnIn(this, metrics::kGrid * 2);
    column->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin,
                               metrics::kGrid * 2);
    column->addWidget(area, 1);
    column->addWidget(buttons);
}

/// Actions without a key are left out: they stand in the menus.
QWidget* ShortcutSheet::group(const Actions& actions, Where where)
{
    auto* body = new QWidget(this);
    auto* grid = new QGridLayout(body);
    grid->setContentsMargins(0, 0, 0, metrics::kPageMargin);
    grid->setVerticalSpacing(metrics::kHalfGrid);
    grid->setColumnStretch(0, 1);
    auto* title = new QLabel(whereText(where), body);
    setRole(*title, Role::Section);
    grid->addWidget(title, 0, 0, 1, 2);
    for (const Action& action : actions.all()) {
        if (action.where != where || action.keysText().isEmpty())
            continue;
        const int row = grid->rowCount();
        auto* words = new QLabel(action.plainWords(), body);
        wrap(words);
        auto* keys = new QLabel(action.keysText(), body);
        setRole(*keys, Role::Dim);
        keys->setAlignment(Qt::AlignRight | Qt::AlignTop);
        grid->addWidget(words, row, 0);
        grid->addWidget(keys, row, 1);
    }
    return body;
}

} // namespace shardscope::app
