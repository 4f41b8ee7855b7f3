// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/home/card.h"

#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace shardscope::app {
namespace {

constexpr int kWords = 58;    ///< height of the two lines
constexpr int kPicture = 100; ///< and of the picture above them
constexpr int kWidth = 250;
constexpr int kPadding = 12;

} // namespace

Card::Card(const QString& title, const QString& detail, QWidget* parent)
    : QAbstractButton(parent)
    , m_detail(detail)
{
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(detail);
    setToolTip(detail);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
}

void Card::setPicture(Picture picture)
{
    m_picture = std::move(picture);
    updateGeometry();
    update();
}

QSize Card::sizeHint() const { return {kWidth, kWords + (m_picture ? kPicture : 0)}; }

void Card::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& colors = themeOf(this);
    paintRounded(painter, rect(), colors.panel, underMouse() ? colors.accent : colors.line,
                 metrics::kCardCorner);
    const int below = height() - kWords;
    if (m_picture && below > 0) {
        painter.save();
        QPainterPath inside;
        inside.addRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), metrics::kCardCorner - 1,
                              metrics::kCardCorner - 1);
        painter.setClipPath(inside);
        painter.setClipRect(QRect(0, 0, width(), below), Qt::IntersectClip);
        painter.fillRect(QRect(0, 0, width(), below), colors.page);
        painter.translate(kPadding, kPadding);
        m_picture(painter, QSizeF(width() - 2 * kPadding, below - 2 * kPadding), colors);
        painter.restore();
        painter.fillRect(QRect(1, below, width() - 2, 1), colors.line);
    }
    const int room = width() - 2 * kPadding;
    const QRect title(kPadding, below + 9, room, 20);
    const QRect detail(kPadding, below + 29, room, 18);
    const auto line = [&](const QRect& at, const QFont& font, const QColor& ink, const QString& words) {
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(font).elidedText(words, Qt::ElideRight, room));
    };
    line(title, interfaceFont(TypeSize::Body, Weight::Strong), colors.text, text());
    line(detail, interfaceFont(TypeSize::Small), colors.textDim, m_detail);
    if (hasFocus())
        paintFocus(painter, rect(), colors, metrics::kCardCorner);
}

} // namespace shardscope::app
