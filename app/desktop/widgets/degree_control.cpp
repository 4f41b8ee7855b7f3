// SPDX-License-Identifier: GPL-3.0-or-later
// Slider and field show the same value; whoever the user moves sets the other.
#include "app/desktop/widgets/degree_control.h"

#include "app/desktop/theme/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>

namespace shardscope::app {

DegreeControl::DegreeControl(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_field(new QSpinBox(this))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(metrics::kGrid);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(1, 1);
    arrange();
    m_field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_field->setFixedWidth(72);
    m_field->setAlignment(Qt::AlignRight);
    m_field->setKeyboardTracking(false);
    m_field->setGroupSeparatorShown(true);
    m_label->setBuddy(m_field);
    m_slider->setPageStep(1);
    connect(m_slider, &QSlider::sliderPressed, this, &DegreeControl::dragStarted);
    connect(m_slider, &QSlider::valueChanged, this, [this](int stop) {
        const std::int64_t chosen = m_choices[static_cast<std::size_t>(stop)];
        const QSignalBlocker quiet(m_field);
        m_field->setValue(static_cast<int>(chosen));
        emit valueChosen(chosen, m_slider->isSliderDown());
    });
    connect(m_field, &QSpinBox::valueChanged, this, [this](int typed) { emit valueChosen(typed, false); });
}

void DegreeControl::setTexts(const QString& label, const QString& help)
{
    m_label->setText(m_letter.isEmpty() ? label : m_letter);
    if (m_letter.isEmpty())
        arrange();
    m_slider->setAccessibleName(label);
    m_field->setAccessibleName(label);
    m_slider->setAccessibleDescription(help);
    m_field->setAccessibleDescription(help);
    const QString told = m_letter.isEmpty() ? help : label + QStringLiteral(": ") + help;
    for (QWidget* part : {static_cast<QWidget*>(m_label), static_cast<QWidget*>(m_slider)})
        part->setToolTip(told);
}

void DegreeControl::arrange()
{
    constexpr int kBeside = 92; ///< pixels: a longer name stands above
    const int needed = m_label->fontMetrics().horizontalAdvance(m_label->text());
    const bool beside = needed <= kBeside;
    auto* grid = static_cast<QGridLayout*>(layout());
    for (QWidget* part :
         {static_cast<QWidget*>(m_label), static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_field)})
        grid->removeWidget(part);
    grid->addWidget(m_label, 0, 0, 1, beside ? 1 : 3);
    grid->addWidget(m_slider, beside ? 0 : 1, beside ? 1 : 0, 1, beside ? 1 : 2);
    grid->addWidget(m_field, beside ? 0 : 1, 2);
    m_label->setMinimumWidth(beside ? kBeside : 0); // sliders begin below each other
}

void DegreeControl::setCompact(const QString& letter)
{
    constexpr int kSlider = 56;
    constexpr int kField = 52;
    m_letter = letter;
    auto* grid = static_cast<QGridLayout*>(layout());
    for (QWidget* part :
         {static_cast<QWidget*>(m_label), static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_field)})
        grid->removeWidget(part);
    grid->addWidget(m_label, 0, 0);
    grid->addWidget(m_slider, 0, 1);
    grid->addWidget(m_field, 0, 2);
    grid->setColumnStretch(0, 0);
    grid->setHorizontalSpacing(metrics::kHalfGrid);
    m_slider->setFixedWidth(kSlider);
    m_field->setFixedWidth(kField);
    m_label->setText(letter);
}

void DegreeControl::setChoices(std::vector<std::int64_t> choices, std::int64_t highest)
{
    if (m_slider->isSliderDown())
        return; // the stops must not move under the user's hand
    const QSignalBlocker quietSlider(m_slider);
    const QSignalBlocker quietField(m_field);
    m_choices = std::move(choices);
    m_slider->setRange(0, static_cast<int>(m_choices.size()) - 1);
    m_slider->setEnabled(m_choices.size() > 1);
    m_field->setRange(static_cast<int>(m_choices.front()), static_cast<int>(highest));
    m_field->setEnabled(highest > m_choices.front());
}

void DegreeControl::setValue(std::int64_t value)
{
    const QSignalBlocker quietField(m_field);
    m_field->setValue(static_cast<int>(value));
    if (m_slider->isSliderDown())
        return;
    const QSignalBlocker quietSlider(m_slider);
    const auto stop = std::ranges::upper_bound(m_choices, value);
    m_slider->setValue(std::max(0, static_cast<int>(stop - m_choices.begin()) - 1));
}

std::vector<std::int64_t> powersOfTwo(std::int64_t highest)
{
    std::vector<std::int64_t> powers;
    for (std::int64_t power = 1; power <= highest; power *= 2)
        powers.push_back(power);
    return powers;
}

} // namespace shardscope::app
