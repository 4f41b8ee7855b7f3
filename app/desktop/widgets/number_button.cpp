// SPDX-License-Identifier: GPL-3.0-or-later
// Painted rather than composed: figure and unit share a baseline.
#include "app/desktop/widgets/number_button.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

namespace shardscope::app {
namespace {

constexpr int kPadding = 4;

std::pair<QString, QString> figureAndUnit(const QString& value)
{
    const auto at = value.lastIndexOf(kUnitSpace);
    return at < 0 ? std::pair(value, QString()) : std::pair(value.left(at), value.mid(at + 1));
}

} // namespace

NumberButton::NumberButton(QWidget* parent)
    : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, this, [this] {
        if (!m_path.isEmpty())
            emit activated(QString(m_path)); // a copy: the number may be set anew by who hears it
    });
}

void NumberButton::setNumber(const QString& caption, const QString& value, const QString& exact,
                             const QString& path)
{
    m_caption = caption;
    m_value = value;
    m_path = path;
    setToolTip(exact);
    setAccessibleName(QStringLiteral("%1: %2").arg(caption, value));
    setAccessibleDescription(path.isEmpty() ? QString() : tr("Opens how this number came to be."));
    setCursor(path.isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    updateGeometry();
    update();
}

void NumberButton::setBelow(const QString& below)
{
    m_below = below;
    setAccessibleName(QStringLiteral("%1: %2%3")
                          .arg(m_caption, m_value, below.isEmpty() ? below : QStringLiteral("; ") + below));
    updateGeometry();
    update();
}

QSize NumberButton::sizeHint() const
{
    const QFontMetrics caption(interfaceFont(TypeSize::Small));
    const QFontMetrics figure(interfaceFont(TypeSize::Title, Weight::Strong));
    const QFontMetrics unit(interfaceFont(TypeSize::Body));
    const auto [number, unitText] = figureAndUnit(m_value);
    const int width = std::max({caption.horizontalAdvance(m_caption), caption.horizontalAdvance(m_below),
                                figure.horizontalAdvance(number) + 4 + unit.horizontalAdvance(unitText)});
    const int lines = m_below.isEmpty() ? 1 : 2;
    return {width + 2 * kPadding, lines * caption.height() + figure.height() + 2 * kPadding};
}

void NumberButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& colors = themeOf(this);
    const QFont captionFont = interfaceFont(TypeSize::Small);
    const QFont figureFont = interfaceFont(TypeSize::Title, Weight::Strong);
    const QFontMetrics captionMetrics(captionFont);
    const QFontMetrics figureMetrics(figureFont);
    painter.setFont(captionFont);
    painter.setPen(colors.textDim);
    painter.drawText(kPadding, kPadding + captionMetrics.ascent(), m_caption);
    const auto [number, unit] = figureAndUnit(m_value);
    const int baseline = kPadding + captionMetrics.height() + figureMetrics.ascent();
    painter.setFont(figureFont);
    painter.setPen(colors.text);
    painter.drawText(kPadding, baseline, number);
    const int width = figureMetrics.horizontalAdvance(number);
    painter.setFont(interfaceFont(TypeSize::Body));
    painter.setPen(colors.textDim);
    painter.drawText(kPadding + width + 4, baseline, unit);
    painter.setFont(captionFont);
    painter.drawText(kPadding, baseline + figureMetrics.descent() + captionMetrics.ascent(), m_below);
    if (underMouse() && !m_path.isEmpty()) {
        painter.setPen(QPen(colors.accent, 1, Qt::DotLine));
        painter.drawLine(kPadding, baseline + 3, kPadding + width, baseline + 3);
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(colors.accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), metrics::kCornerRadius,
                                metrics::kCornerRadius);
    }
}

void NumberButton::enterEvent(QEnterEvent*) { update(); }

void NumberButton::leaveEvent(QEvent*) { update(); }

} // namespace shardscope::app
