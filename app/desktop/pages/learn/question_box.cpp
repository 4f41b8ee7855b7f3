// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/learn/question_box.h"

#include "app/desktop/base/number_text.h"
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
#include <QRegularExpressionValidator>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shardscope::app {
namespace {

constexpr int kSliderSteps = 100;
constexpr int kVoteDigits = 4;

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
    m_votes.clear();
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
        auto* row = new QWidget(this);
        auto* line = rowIn(row, metrics::kGrid);
        auto* button = new AnswerButton(row);
        auto* votes = new QLineEdit(row);
        votes->setMaxLength(kVoteDigits);
        votes->setValidator(
            new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]*")), votes));
        votes->setSizePolicy(QSizePolicy::Fixed,
                             QSizePolicy::Fixed); // by its font, which grows when presenting
        votes->setAlignment(Qt::AlignRight);
        votes->setVisible(m_voting);
        line->addWidget(button, 1);
        line->addWidget(votes);
        group->addButton(button);
        m_answers->addWidget(row);
        m_choices.push_back(button);
        m_votes.push_back(votes);
        connect(button, &QAbstractButton::toggled, this, &QuestionBox::answerChanged);
        connect(votes, &QLineEdit::textChanged, this, &QuestionBox::showVotes);
        // Enter: the keys are the lesson's again.
        connect(votes, &QLineEdit::returnPressed, this, [this] { parentWidget()->setFocus(); });
    }
}

void QuestionBox::setVoting(bool voting)
{
    m_voting = voting;
    for (QLineEdit* field : m_votes)
        field->setVisible(voting);
    showVotes();
}

std::vector<int> QuestionBox::votes() const
{
    std::vector<int> votes;
    int all = 0;
    for (const QLineEdit* field : m_votes) {
        votes.push_back(m_voting ? field->text().toInt() : 0);
        all += votes.back();
    }
    return all > 0 ? votes : std::vector<int>();
}

void QuestionBox::showVotes()
{
    const std::vector<int> counted = votes();
    const int all = std::accumulate(counted.begin(), counted.end(), 0);
    for (std::size_t at = 0; at < m_choices.size(); ++at) {
        if (counted.empty()) {
            m_choices[at]->setVotes(std::nullopt);
            continue;
        }
        const double share = counted[at] / static_cast<double>(all);
        m_choices[at]->setVotes(
            share, QStringLiteral("%1 (%2)").arg(integerString(counted[at]), percentString(share, 0)));
    }
    emit answerChanged();
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
    if (!m_question || m_voting)
        return true;
    if (m_question->kind != QuestionKind::Choice)
        return number().has_value();
    return std::ranges::any_of(m_choices, [](const AnswerButton* one) { return one->isChecked(); });
}

std::optional<bool> QuestionBox::right() const
{
    const auto chosen = [](const AnswerButton* one) { return one->isChecked(); };
    if (!m_question)
        return std::nullopt;
    if (m_question->kind == QuestionKind::Choice)
        return std::ranges::any_of(m_choices, chosen) ? std::optional(chosen(m_choices[m_question->right]))
                                                      : std::nullopt;
    if (!number())
        return std::nullopt;
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
    for (QLineEdit* field : m_votes)
        field->setEnabled(false);
    retranslate();
}

void QuestionBox::retranslate()
{
    if (!m_question)
        return;
    m_ask->setText(unbroken(m_question->ask.shown()));
    for (std::size_t at = 0; at < m_choices.size(); ++at) {
        m_choices[at]->setText(m_question->answers[at].shown());
        m_votes[at]->setPlaceholderText(tr("votes"));
        m_votes[at]->setAccessibleName(tr("Votes for: %1").arg(m_question->answers[at].shown()));
        m_choices[at]->updateGeometry();
        m_choices[at]->update();
    }
    if (m_value)
        m_value->setText(m_moved ? lessonNumber(*number(), m_question->unit) : QStringLiteral("?"));
    const std::optional<bool> good = m_locked ? right() : std::nullopt;
    m_told->setVisible(m_locked);
    if (!m_locked)
        return;
    const std::vector<int> counted = votes();
    m_told->setVisible(good || !counted.empty() || m_question->kind != QuestionKind::Choice);
    setRole(*m_told, !good ? Role::Plain : *good ? Role::Good : Role::Bad);
    QStringList said;
    if (good || m_question->kind != QuestionKind::Choice)
        said << told(good.value_or(false));
    if (!counted.empty())
        said << tr("%1 of %2 were right.")
                    .arg(counted[m_question->right])
                    .arg(std::accumulate(counted.begin(), counted.end(), 0));
    m_told->setText(said.join(QLatin1Char(' ')));
}

QString QuestionBox::told(bool good) const
{
    if (m_question->kind == QuestionKind::Choice)
        return good ? tr("That is right.") : tr("That is not what happens.");
    const QString is = lessonNumber(m_question->is, m_question->unit);
    return good ? tr("That is right: %1.").arg(is) : tr("It is %1.").arg(is);
}

} // namespace shardscope::app
