// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/export/picture_text.h"

#include <QPainter>

namespace shardscope::app {

double writeText(QPainter& painter, double x, double y, double width, const QFont& font, const QColor& color,
                 const QString& text)
{
    constexpr double kEndless = 1e5; // no text is cut
    painter.setFont(font);
    painter.setPen(color);
    QRectF used;
    painter.drawText(QRectF(x, y, width, kEndless), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text,
                     &used);
    return y + used.height();
}

} // namespace shardscope::app
