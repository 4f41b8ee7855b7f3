// SPDX-License-Identifier: GPL-3.0-or-later
// Centred, with nothing else on the page.
#include "app/desktop/widgets/empty_state.h"
#include "app/desktop/theme/roles.h"

#include "app/desktop/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace shardscope::app {

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_primary(new QPushButton(this))
    , m_secondary(new QPushButton(this))
{
    setRole(*m_title, Role::Title);
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setWordWrap(true);
    setRole(*m_sentence, Role::Dim);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setWordWrap(true);
    m_sentence->setMaximumWidth(560);
    setRole(*m_primary, Role::Primary);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_primary);
    buttons->addWidget(m_secondary);
    buttons->addStretch();
    auto* center = new QHBoxLayout;
    center->addStretch();
    center->addWidget(m_sentence, 10);
    center->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin,
                               metrics::kPageMargin);
    column->setSpacing(metrics::kGrid * 2);
    column->addStretch(2);
    column->addWidget(m_title);
    column->addLayout(center);
    column->addLayout(buttons);
    column->addStretch(3);
    connect(m_primary, &QPushButton::clicked, this, &EmptyState::primaryClicked);
    connect(m_secondary, &QPushButton::clicked, this, &EmptyState::secondaryClicked);
}

void EmptyState::setTexts(const QString& title, const QString& sentence, const QString& primary,
                          const QString& secondary)
{
    m_title->setText(title);
    m_sentence->setText(sentence);
    m_primary->setText(primary);
    m_primary->setVisible(!primary.isEmpty());
    m_secondary->setText(secondary);
    m_secondary->setVisible(!secondary.isEmpty());
}

} // namespace shardscope::app
