// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/ask/question_card.h"

#include "app/desktop/base/language.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace shardscope::app {
namespace {

constexpr int kRows = 6;

} // namespace

QuestionCard::QuestionCard(QWidget* parent)
    : QWidget(parent)
    , m_question(new QLabel(this))
    , m_answer(new QLabel(this))
    , m_doubts(new QLabel(this))
    , m_table(new TableView(this))
    , m_open(new QPushButton(this))
    , m_copy(new QPushButton(this))
{
    auto* column = columnIn(this, metrics::kGrid);
    wrap(m_question, Role::Dim);
    wrapText(m_answer, Role::Heading);
    wrapText(m_doubts);
    m_table->setRowsShown(kRows);
    column->addWidget(m_question);
    column->addWidget(m_answer);
    column->addWidget(m_doubts);
    column->addWidget(m_table);
    for (QPushButton* button : {m_open, m_copy})
        setRole(*button, Role::Link);
    column->addWidget(controlBar({m_open, m_copy}, this));
    connect(m_open, &QPushButton::clicked, this, &QuestionCard::openWanted);
    connect(m_copy, &QPushButton::clicked, this, &QuestionCard::copyWanted);
    keepTranslated(*this, [this] { retranslate(); });
}

void QuestionCard::setQuestion(ShownQuestion shown)
{
    m_shown = std::move(shown);
    m_question->setText(m_shown.question);
    setRole(*m_answer, !m_shown.answered ? Role::Dim : m_shown.bad ? Role::HeadingBad : Role::Heading);
    m_answer->setText(m_shown.answer);
    m_doubts->setText(m_shown.doubts);
    m_doubts->setVisible(!m_shown.doubts.isEmpty());
    m_table->setVisible(!m_shown.table.rows.empty());
    m_table->setTable(m_shown.table);
    m_table->setAccessibleName(m_shown.question);
    m_open->setVisible(m_shown.answered && !m_shown.bad);
    m_copy->setVisible(m_shown.answered);
}

void QuestionCard::retranslate()
{
    m_open->setText(tr("Open as the plan"));
    m_copy->setText(tr("Copy the command that asks it"));
}

} // namespace shardscope::app
