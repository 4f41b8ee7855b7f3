// SPDX-License-Identifier: GPL-3.0-or-later
// Recolours by text, renders by Qt Svg.
#include "app/desktop/theme/icon.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>

namespace shardscope::app {
namespace {

QPixmap rendered(QByteArray svg, const QColor& color, int pixels)
{
    svg.replace("currentColor", color.name().toLatin1());
    QSvgRenderer renderer(svg);
    QPixmap pixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

QIcon themedIcon(const QString& name, const Theme& theme)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray svg = file.readAll();
    QIcon icon;
    for (const int pixels : {20, 40, 60}) {
        icon.addPixmap(rendered(svg, theme.textDim, pixels), QIcon::Normal, QIcon::Off);
        icon.addPixmap(rendered(svg, theme.accent, pixels), QIcon::Normal, QIcon::On);
    }
    return icon;
}

} // namespace shardscope::app
