// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/figures/sheet.h"

#include "app/desktop/figures/picture_file.h"

namespace shardscope::app {

Sheet::Sheet(QPainter& on, double width, const Theme& theme)
    : painter(on)
    , colors(theme)
    , inner(width - 2 * kPictureMargin)
{
}

double Sheet::write(QPointF at, double width, const QString& text, const QColor& color, TypeSize size,
                    Weight weight)
{
    constexpr double kEndless = 1e5; // no text is cut
    painter.setFont(interfaceFont(size, weight));
    painter.setPen(color);
    QRectF used;
    painter.drawText(QRectF(at, QSizeF(width, kEndless)), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     text, &used);
    return at.y() + used.height();
}

void Sheet::say(double above, const QString& text, const QColor& color, TypeSize size, Weight weight)
{
    y = write({kPictureMargin, y + above}, inner, text, color, size, weight);
}

void Sheet::title(const QString& text) { say(0, text, colors.text, TypeSize::Title, Weight::Strong); }

void Sheet::draw(QPointF at, const Scene& scene)
{
    draw(at, [&] { paintScene(painter, scene, colors); });
}

double Sheet::end(double above, const QString& source, const QString& doubts)
{
    QStringList parts{source, programLine(), doubts};
    parts.removeAll(QString());
    say(above, parts.join(QLatin1Char(' ')), colors.textDim, TypeSize::Small);
    return y + kPictureMargin / 2;
}

} // namespace shardscope::app
