// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/hatching.h"

#include <algorithm>

namespace shardscope::app {

void hatch(QPainter& painter, const QRectF& area, const QColor& color, double pitch, Hatching hatching)
{
    painter.setPen(QPen(color, 1));
    const int lines = static_cast<int>((area.width() + area.height()) / pitch) + 1;
    for (int line = 0; line < lines; ++line) {
        const double x = area.left() - area.height() + line * pitch;
        const double from = std::max(x, area.left());
        const double to = std::min(x + area.height(), area.right());
        if (to <= from)
            continue;
        if (hatching == Hatching::Crossed)
            painter.drawLine(QPointF(from, area.top() + from - x), QPointF(to, area.top() + to - x));
        painter.drawLine(QPointF(from, area.bottom() - from + x), QPointF(to, area.bottom() - to + x));
    }
}

} // namespace shardscope::app
