// SPDX-License-Identifier: GPL-3.0-or-later
// Advances of ASCII are looked up once.
#include "app/desktop/timeline/text_meter.h"

namespace shardscope::app {
namespace {

constexpr QChar kEllipsis(0x2026);
constexpr qsizetype kFewestCharacters = 3;

} // namespace

TextMeter::TextMeter(const QFont& font)
    : m_font(font)
    , m_metrics(font)
{
    for (std::size_t code = 0; code < m_ascii.size(); ++code)
        m_ascii[code] = m_metrics.horizontalAdvance(QChar(static_cast<char16_t>(code)));
    m_ellipsis = m_metrics.horizontalAdvance(kEllipsis);
}

double TextMeter::advance(QChar character) const
{
    const char16_t code = character.unicode();
    return code < m_ascii.size() ? m_ascii[code] : m_metrics.horizontalAdvance(character);
}

double TextMeter::width(QStringView text) const
{
    double sum = 0;
    for (const QChar character : text)
        sum += advance(character);
    return sum;
}

QString TextMeter::fitted(const QString& text, double width) const
{
    double sum = 0;
    qsizetype keep = 0; // characters that leave room for the ellipsis
    for (qsizetype at = 0; at < text.size(); ++at) {
        sum += advance(text[at]);
        if (sum > width)
            return keep < kFewestCharacters ? QString() : text.left(keep) + kEllipsis;
        if (sum + m_ellipsis <= width)
            keep = at + 1;
    }
    return text;
}

} // namespace shardscope::app
