// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/bar_rows.h"

#include <QFontMetricsF>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kFigures = 150;
constexpr double kBar = 16;
constexpr double kPitch = 26;
constexpr double kLeastBar = 100; ///< beside names and figures
constexpr double kTextLine = 18;

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
        scene.text({0, y, names - 8, kPitch - 2}, row.name, theme.text);
        scene.box({names, y + 4, std::min(room, full * scale), kBar}, theme.raised);
        double x = names;
        for (const BarPart& part : row.parts) {
            const double wanted = part.value > 0 ? std::max(1.0, part.value * scale) : 0;
            const QRectF bar(x, y + 4, std::clamp(wanted, 0.0, names + room - x), kBar);
            if (bar.width() > 0)
                scene.box(bar, part.color);
            // Slivers can be pointed at too.
            scene.spot({x, y + 2, std::max(4.0, bar.width()), kBar + 4},
                       QStringLiteral("%1: %2").arg(part.name, part.text), part.path);
            x += bar.width();
        }
        scene.text({names + room + 8, y, kFigures - 8, kPitch - 2}, row.figure,
                   row.figureColor.isValid() ? row.figureColor : theme.text);
        y += kPitch;
    }
    return y;
}

RowPlaces::RowPlaces(double width, double name, double figures)
    : m_width(width)
    , m_name(name)
    , m_figures(figures)
    , m_narrow(width - name - figures < kLeastBar)
{
}

double RowPlaces::below() const { return m_narrow ? kTextLine : 0; }

void RowPlaces::addTexts(Scene& scene, double top, double height, const QString& name, const QString& figures,
                         const Theme& theme) const
{
    constexpr double kApart = 8;
    const double line = m_narrow ? kTextLine : height;
    const double left = m_narrow ? m_width - m_figures : m_name;
    scene.text({0, top, left - kApart, line}, name, theme.text);
    scene.text({m_width - m_figures + kApart, top, m_figures - kApart, line}, figures, theme.text,
               m_narrow ? kTextRight : kTextLeft);
}

} // namespace shardscope::app
