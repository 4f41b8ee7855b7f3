// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/learn/question_box.h"

#include "app/desktop/base/unbroken.h"
#include "app/desktop/pages/learn/answer_button.h"
#include "app/desktop/pages/learn/lesson_picture.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"
#include "core/units/plain_number.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr int kSliderSteps = 100;

} // namespace

QuestionBox::QuestionBox(QWidget* parent)
    : QWidget(parent)
    , m_ask(new QLabel(this))
    , m_told(new QLabel(this))
    , m_answers(new QVBoxLayout)
{
    wrap(m_ask, Role::Dim);
    wrap(m_told);
    auto* column = columnIn(this, metrics::kGrid);
    column->addWidget(m_ask);
    m_answers->setSpacing(metrics::kGrid);
    column->addLayout(m_answers);
    column->addWidget(m_told);
}

void QuestionBox::clear()
{
    m_choices.clear();
    m_number = nullptr;
    m_slider = nullptr;
    m_value = nullptr;
    while (QLayoutItem* item = m_answers->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void QuestionBox::ask(const std::optional<LessonQuestion>& question)
{
    clear();
    m_question = question;
    m_locked = false;
    m_moved = false;
    m_told->hide();
    setVisible(question.has_value());
    if (!question)
        return;
    switch (question->kind) {
    case QuestionKind::Choice: addChoices(); break;
    case QuestionKind::Number: addNumber(); break;
    case QuestionKind::Slider: addSlider(); break;
    }
    retranslate();
}

void QuestionBox::addChoices()
{
    auto* group = new QButtonGroup(this);
    for (std::size_t at = 0; at < m_question->answers.size(); ++at) {
        auto* button = new AnswerButton(this);
        group->addButton(button);
        m_answers->addWidget(button);
        m_choices.push_back(button);
        connect(button, &QAbstractButton::toggled, this, &QuestionBox::answerChanged);
    }
}

void QuestionBox::addNumber()
{
    auto* row = new QWidget(this);
    auto* line = rowIn(row, metrics::kGrid);
    m_number = new QLineEdit(row);
    m_number->setMaximumWidth(140);
    line->addWidget(m_number);
    line->addWidget(new QLabel(QString::fromStdString(m_question->unit), row));
    line->addStretch();
    m_answers->addWidget(row);
    connect(m_number, &QLineEdit::textChanged, this, &QuestionBox::answerChanged);
}

void QuestionBox::addSlider()
{
    auto* row = new QWidget(this);
    auto* line = rowIn(row, metrics::kGrid);
    m_slider = new QSlider(Qt::Horizontal, row);
    m_slider->setRange(0, kSliderSteps);
    m_slider->setValue(0);
    m_value = new QLabel(row);
    m_value->setMinimumWidth(72);
    m_value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    line->addWidget(m_slider, 1);
    line->addWidget(m_value);
    m_answers->addWidget(row);
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        m_moved = true;
        retranslate();
        emit answerChanged();
    });
}

std::optional<double> QuestionBox::number() const
{
    if (m_number)
        return core::parseNumber(m_number->text().trimmed().remove(QLatin1Char(',')).toStdString());
    if (m_slider && m_moved)
        return m_question->from +
               (m_question->to - m_question->from) * m_slider->value() / static_cast<double>(kSliderSteps);
    return std::nullopt;
}

bool QuestionBox::answered() const
{
    if (!m_question)
        return true;
    if (m_question->kind != QuestionKind::Choice)
        return number().has_value();
    return std::ranges::any_of(m_choices, [](const AnswerButton* one) { return one->isChecked(); });
}

std::optional<bool> QuestionBox::right() const
{
    if (!m_question || !answered())
        return std::nullopt;
    if (m_question->kind == QuestionKind::Choice)
        return m_choices[m_question->right]->isChecked();
    return std::fabs(*number() - m_question->is) <= m_question->within;
}

void QuestionBox::reveal()
{
    if (!m_question)
        return;
    m_locked = true;
    for (std::size_t at = 0; at < m_choices.size(); ++at) {
        m_choices[at]->setEnabled(false);
        if (at == m_question->right)
            m_choices[at]->setMark(AnswerButton::Mark::Right);
        else if (m_choices[at]->isChecked())
            m_choices[at]->setMark(AnswerButton::Mark::Wrong);
    }
    for (QWidget* field : {static_cast<QWidget*>(m_number), static_cast<QWidget*>(m_slider)}) {
        if (field)
            field->setEnabled(false);
    }
    retranslate();
}

void QuestionBox::retranslate()
{
    if (!m_question)
        return;
    m_ask->setText(unbroken(m_question->ask.shown()));
    for (std::size_t at = 0; at < m_choices.size(); ++at) {
        m_choices[at]->setText(m_question->answers[at].shown());
        m_choices[at]->updateGeometry();
        m_choices[at]->update();
    }
    if (m_value)
        m_value->setText(m_moved ? lessonNumber(*number(), m_question->unit) : QStringLiteral("?"));
    const std::optional<bool> good = m_locked ? right() : std::nullopt;
    m_told->setVisible(m_locked);
    if (!m_locked)
        return;
    setRole(*m_told, good.value_or(false) ? Role::Good : Role::Bad);
    const bool asked = m_question->kind == QuestionKind::Choice;
    const QString is = lessonNumber(m_question->is, m_question->unit);
    m_told->setText(good.value_or(false)
                        ? (asked ? tr("That is right.") : tr("That is right: %1.").arg(is))
                        : (asked ? tr("That is not what happens.") : tr("It is %1.").arg(is)));
}

} // namespace shardscope::app
