// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/widgets/count_field.h"

#include "app/desktop/base/number_text.h"

#include <QLocale>

#include <cmath>

namespace shardscope::app {
namespace {

/// What a letter behind a number multiplies it by; 1: no such letter.
double scaleOf(QChar letter)
{
    switch (letter.unicode()) {
    case u'k':
    case u'K': return 1e3;
    case u'M': return 1e6;
    case u'b':
    case u'B':
    case u'g':
    case u'G': return 1e9;
    case u't':
    case u'T': return 1e12;
    default: return 1;
    }
}

} // namespace

std::optional<std::int64_t> countFromText(const QString& text)
{
    QString number = text.simplified();
    number.remove(kUnitSpace); // as countString writes it
    double scale = 1;
    if (!number.isEmpty() && (scale = scaleOf(number.back())) > 1)
        number.chop(1);
    number = number.trimmed();
    bool ok = false;
    double value = QLocale().toDouble(number, &ok);
    if (!ok)
        value = number.toDouble(&ok);             // as programs write it
    constexpr double kExact = 9007199254740992.0; // 2^53: every whole number up to here is a double
    value *= scale;
    if (!ok || !(value >= 0 && value <= kExact) || value != std::floor(value))
        return std::nullopt;
    return static_cast<std::int64_t>(value);
}

CountField::CountField(QWidget* parent)
    : QLineEdit(parent)
{
    setAlignment(Qt::AlignRight);
    connect(this, &QLineEdit::editingFinished, this, &CountField::take);
}

void CountField::setRange(std::int64_t lowest, std::int64_t highest)
{
    m_lowest = lowest;
    m_highest = highest;
}

void CountField::setValue(std::int64_t value, const QString& nothing)
{
    m_value = value;
    m_nothing = nothing;
    setPlaceholderText(nothing);
    if (!(hasFocus() && isModified()))
        show();
}

void CountField::show()
{
    // "15 T" for fifteen trillion, whose digits no field is wide enough for; but only where that says all of
    // it.
    constexpr std::int64_t kLong = 1'000'000;
    QString text = integerString(m_value);
    if (const QString shorter = countString(static_cast<double>(m_value));
        m_value >= kLong && countFromText(shorter) == m_value)
        text = shorter;
    setText(m_value == 0 && !m_nothing.isEmpty() ? QString() : text);
    setCursorPosition(0);
}

void CountField::take()
{
    std::optional<std::int64_t> typed = countFromText(text());
    if (text().trimmed().isEmpty() && !m_nothing.isEmpty())
        typed = 0;
    setModified(false);
    if (!typed || *typed < m_lowest || *typed > m_highest || *typed == m_value)
        return show();
    m_value = *typed;
    show();
    emit valueChosen(m_value);
}

} // namespace shardscope::app
