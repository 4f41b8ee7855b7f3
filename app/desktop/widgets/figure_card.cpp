// SPDX-License-Identifier: GPL-3.0-or-later
// Picture and table take turns.
#include "app/desktop/widgets/figure_card.h"

#include "app/desktop/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace shardscope::app {

FigureCard::FigureCard(QWidget* figure, QWidget* twin, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_head(new QHBoxLayout)
    , m_switch(new QPushButton(this))
    , m_figure(figure)
    , m_twin(twin)
{
    m_title->setObjectName(QStringLiteral("heading"));
    m_switch->setObjectName(QStringLiteral("link"));
    m_switch->setVisible(twin != nullptr);
    m_head->addWidget(m_title);
    m_head->addStretch();
    m_head->addWidget(m_switch);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::kGrid);
    column->addLayout(m_head);
    column->addWidget(figure, 1);
    if (twin) {
        column->addWidget(twin, 1);
        twin->hide();
    }
    column->addStretch();
    connect(m_switch, &QPushButton::clicked, this, [this] { setShowsTable(!m_showsTable); });
    retranslate();
}

void FigureCard::setTitle(const QString& title)
{
    m_title->setText(title);
    m_switch->setAccessibleDescription(title);
}

void FigureCard::addControl(QWidget* control) { m_head->insertWidget(m_head->count() - 1, control); }

void FigureCard::setShowsTable(bool table)
{
    if (!m_twin)
        return;
    m_showsTable = table;
    m_figure->setVisible(!table);
    m_twin->setVisible(table);
    retranslate();
}

void FigureCard::retranslate()
{
    m_switch->setText(m_showsTable ? tr("Show as picture") : tr("Show as table"));
}

void FigureCard::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace shardscope::app
