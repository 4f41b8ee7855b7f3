// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/curve_chart.h"

#include <algorithm>

namespace shardscope::app {
namespace {

void addDot(Scene& scene, const CurvePoint& point, QPointF at, const QColor& color, const Theme& theme)
{
    const double radius = point.chosen ? 5 : 3.5;
    scene.boxes.push_back({QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius),
                           point.chosen ? theme.text : color, theme.panel, false, radius});
    scene.spot({at.x() - 8, at.y() - 8, 16, 16}, point.hint);
    if (!point.note.isEmpty())
        scene.text({at.x() - 90, at.y() + 8, 180, 14}, point.note, theme.text, kTextMiddle, Weight::Strong)
            .halo = true;
}

void addCurve(Scene& scene, const LogAxes& axes, const Curve& curve, const Theme& theme)
{
    QPolygonF line;
    for (const CurvePoint& point : curve.points) {
        if (!curve.bounds && (point.y <= axes.lowY() || point.y > axes.highY()))
            continue;
        line << axes.at(point.x, point.y);
        if (!point.hint.isEmpty())
            addDot(scene, point, line.back(), curve.color, theme);
    }
    if (line.size() > 1 && !curve.name.isEmpty()) {
        const double right = std::min(line.back().x(), axes.area().right());
        scene
            .text({right - 220, line.back().y() + curve.nameBelow, 216, 14}, curve.name, curve.nameColor,
                  kTextRight)
            .halo = true;
    }
    if (!curve.dotsOnly)
        scene.lines.push_back({std::move(line), curve.color, curve.width, curve.dashed, false, true});
}

} // namespace

double addCurves(Scene& scene, const CurveChart& chart, const Theme& theme)
{
    LogAxes axes(scene.width, chart.height);
    for (const Curve& curve : chart.curves) {
        for (const CurvePoint& point : curve.points) {
            if (curve.bounds)
                axes.include(point.x, point.y);
        }
    }
    axes.widen(1, 1, 1.5, chart.above);
    std::vector<AxisMark> up;
    for (const double value : axes.roundValuesUp())
        up.push_back({value, chart.upText(value)});
    const double below =
        axes.addTo(scene, chart.across, std::move(up), chart.acrossTitle, chart.upTitle, theme);
    if (chart.bandTo > chart.bandFrom) {
        const double left = std::max(axes.area().left(), axes.at(chart.bandFrom, axes.highY()).x());
        const double right = std::min(axes.area().right(), axes.at(chart.bandTo, axes.highY()).x());
        for (const double x : {left, right}) {
            SceneLine& edge = scene.line({x, axes.area().top()}, {x, axes.area().bottom()}, theme.textDim);
            edge.behind = true;
            edge.dashed = true;
        }
        scene.spot({left, axes.area().top(), std::max(0.0, right - left), 16}, chart.bandName);
        scene
            .text({(left + right) / 2 - 110, axes.area().bottom() - 16, 220, 14}, chart.bandName,
                  theme.textDim, kTextMiddle)
            .halo = true;
    }
    for (const Curve& curve : chart.curves)
        addCurve(scene, axes, curve, theme);
    return below;
}

} // namespace shardscope::app
