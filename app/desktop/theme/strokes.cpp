// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/theme/strokes.h"

#include "app/desktop/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace shardscope::app {

void paintRounded(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& edge,
                  double corner, double width)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(edge.isValid() ? QPen(edge, width) : QPen(Qt::NoPen));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const double inset = edge.isValid() ? width / 2 : 0;
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), corner, corner);
    painter.restore();
}

void paintFocus(QPainter& painter, const QRectF& rect, const Theme& colors, double corner)
{
    constexpr double kWidth = 2;
    paintRounded(painter, rect, QColor(), colors.accent, corner, kWidth);
}

void paintChevron(QPainter& painter, const QRectF& rect, const QColor& ink, Qt::ArrowType where)
{
    constexpr double kHalf = 3.5;
    constexpr double kDeep = 1.75;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.center());
    painter.rotate(where == Qt::DownArrow    ? 0
                   : where == Qt::UpArrow    ? 180
                   : where == Qt::RightArrow ? -90
                                             : 90);
    painter.setPen(QPen(ink, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF({QPointF(-kHalf, -kDeep), QPointF(0, kDeep), QPointF(kHalf, -kDeep)}));
    painter.restore();
}

void paintTick(QPainter& painter, const QRectF& rect, const QColor& ink)
{
    const auto at = [&](double x, double y) {
        return QPointF(rect.left() + x * rect.width(), rect.top() + y * rect.height());
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1.75, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF({at(0.24, 0.52), at(0.43, 0.71), at(0.77, 0.31)}));
    painter.restore();
}

void paintCard(QPainter& painter, const QRectF& rect, const Theme& colors)
{
    paintRounded(painter, rect, colors.panel, colors.line, metrics::kCardCorner);
}

} // namespace shardscope::app
