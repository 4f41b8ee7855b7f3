// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/learn/control_bar.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/text/choice_words.h"
#include "core/units/plain_number.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>

#include <cmath>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostButtons = 5;
constexpr int kStepMs = 1400;

} // namespace

QString choiceWords(const LessonControl& control, std::size_t choice)
{
    const LessonControl::Choice& one = control.choices[choice];
    if (!one.words.empty())
        return one.words.shown();
    if (control.key == "zero-stage") {
        if (const auto stage = core::parseWhole(one.value))
            return zeroTitle(static_cast<int>(*stage));
    }
    if (const auto whole = core::parseWhole(one.value))
        return integerString(*whole);
    return choiceTitle(control.key, one.value);
}

LessonControlBar::LessonControlBar(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_values(new QHBoxLayout)
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_value(new QLabel(this))
    , m_play(new QPushButton(this))
{
    setRole(*m_value, Role::Section);
    m_values->setSpacing(metrics::kHalfGrid);
    auto* row = rowIn(this, 2 * metrics::kGrid);
    row->addWidget(m_label);
    row->addLayout(m_values);
    row->addWidget(m_slider, 1);
    row->addWidget(m_value);
    row->addWidget(m_play);
    row->addStretch();
    m_slider->setMaximumWidth(420);
    m_slider->setPageStep(1);
    m_timer.setInterval(kStepMs);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_ready)
            step();
    });
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int value) { choose(static_cast<std::size_t>(value)); });
    connect(m_play, &QPushButton::clicked, this, &LessonControlBar::play);
}

void LessonControlBar::setControl(const std::optional<LessonControl>& control, std::size_t choice)
{
    m_timer.stop();
    m_control = control;
    m_choice = choice;
    for (QPushButton* button : m_buttons)
        delete button;
    m_buttons.clear();
    setVisible(control.has_value());
    if (!control)
        return;
    const bool few = control->choices.size() <= kMostButtons;
    m_slider->setVisible(!few);
    m_value->setVisible(!few);
    if (few) {
        for (std::size_t at = 0; at < control->choices.size(); ++at) {
            auto* button = new QPushButton(this);
            button->setCheckable(true);
            m_values->addWidget(button);
            m_buttons.push_back(button);
            connect(button, &QPushButton::clicked, this, [this, at] {
                choose(at);
                show(m_choice); // stays checked where it was chosen already
            });
        }
    }
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, static_cast<int>(control->choices.size()) - 1);
    }
    retranslate();
}

void LessonControlBar::show(std::size_t choice)
{
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(static_cast<int>(choice));
    m_value->setText(choiceWords(*m_control, choice));
    for (std::size_t at = 0; at < m_buttons.size(); ++at)
        m_buttons[at]->setChecked(at == choice);
}

void LessonControlBar::choose(std::size_t choice)
{
    if (!m_control || choice >= m_control->choices.size() || choice == m_choice)
        return;
    m_choice = choice;
    show(choice);
    m_ready = false;
    emit chosen(choice);
}

void LessonControlBar::step()
{
    if (!m_control)
        return;
    if (m_choice + 1 < m_control->choices.size())
        choose(m_choice + 1);
    if (m_choice + 1 >= m_control->choices.size())
        m_timer.stop();
    retranslate();
}

void LessonControlBar::play()
{
    if (!m_control)
        return;
    if (m_timer.isActive()) {
        m_timer.stop();
    } else {
        if (m_choice + 1 >= m_control->choices.size())
            choose(0);
        else
            step();
        if (QApplication::isEffectEnabled(Qt::UI_General) && m_choice + 1 < m_control->choices.size())
            m_timer.start();
    }
    retranslate();
}

void LessonControlBar::retranslate()
{
    if (!m_control)
        return;
    m_label->setText(tr("Try it: %1").arg(m_control->label.shown()));
    m_slider->setAccessibleName(m_control->label.shown());
    for (std::size_t at = 0; at < m_buttons.size(); ++at)
        m_buttons[at]->setText(choiceWords(*m_control, at));
    m_play->setText(m_timer.isActive() ? tr("Stop") : tr("Play"));
    show(m_choice);
}

} // namespace shardscope::app
