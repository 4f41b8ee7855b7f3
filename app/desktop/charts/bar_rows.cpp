// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/bar_rows.h"

#include <QFontMetricsF>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kFigures = 150;
constexpr double kBar = 16;
constexpr double kPitch = 26;

} // namespace

BarRoom barRoom(const std::vector<BarRow>& rows, double pictureWidth)
{
    // What the names need, but no more than leaves room for the bars.
    constexpr double kAround = 12;
    constexpr double kShare = 0.5;
    constexpr double kLeast = 60;
    const QFontMetricsF metrics(interfaceFont(TypeSize::Small));
    double names = kBarNames;
    for (const BarRow& row : rows)
        names = std::max(names, metrics.horizontalAdvance(row.name) + kAround);
    names = std::max(kBarNames, std::min(names, kShare * pictureWidth));
    return {names, std::max(kLeast, pictureWidth - names - kFigures)};
}

double addBarRows(Scene& scene, double top, const std::vector<BarRow>& rows, double most, double full,
                  const Theme& theme)
{
    const auto [names, room] = barRoom(rows, scene.width);
    const double scale = most > 0 ? room / most : 0;
    double y = top;
    for (const BarRow& row : rows) {
        scene.texts.push_back({QRectF(0, y, names - 8, kPitch - 2), row.name, theme.text});
        scene.boxes.push_back({QRectF(names, y + 4, std::min(room, full * scale), kBar), theme.raised});
        double x = names;
        for (const BarPart& part : row.parts) {
            const double wanted = part.value > 0 ? std::max(1.0, part.value * scale) : 0;
            const QRectF bar(x, y + 4, std::clamp(wanted, 0.0, names + room - x), kBar);
            if (bar.width() > 0)
                scene.boxes.push_back({bar, part.color});
            // Slivers can be pointed at too.
            scene.spot(QRectF(x, y + 2, std::max(4.0, bar.width()), kBar + 4),
                       QStringLiteral("%1: %2").arg(part.name, part.text), part.path);
            x += bar.width();
        }
        scene.texts.push_back({QRectF(names + room + 8, y, kFigures - 8, kPitch - 2), row.figure,
                               row.figureColor.isValid() ? row.figureColor : theme.text});
        y += kPitch;
    }
    return y;
}

} // namespace shardscope::app
