// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/curve_chart.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

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

/// A curve's name where its end wants it.
struct EndName {
    double right = 0;
    double top = 0;
    const Curve* curve = nullptr;
};
constexpr double kNameWidth = 216;
constexpr double kNameHeight = 14;

/// Names of ends that lie close stand below each other, in the order of the ends, within \p area and beside
/// what is said of points (\p notes).
void addNames(Scene& scene, std::vector<EndName> names, const std::vector<QRectF>& notes, const QRectF& area)
{
    std::ranges::reverse(names); // of ends at one height the first curve is the lowest
    std::ranges::stable_sort(names, {}, &EndName::top);
    const auto near = [](const EndName& a, const EndName& b) {
        return std::abs(a.right - b.right) < kNameWidth;
    };
    for (std::size_t at = 0; at < names.size(); ++at) {
        for (std::size_t above = 0; above < at; ++above) {
            if (near(names[above], names[at]))
                names[at].top = std::max(names[at].top, names[above].top + kNameHeight);
        }
    }
    double lowest = area.bottom(); // what went too far down takes those above it along
    for (std::size_t at = names.size(); at-- > 0;) {
        names[at].top = std::min(names[at].top, lowest - kNameHeight);
        lowest = at > 0 && near(names[at - 1], names[at]) ? names[at].top : area.bottom();
    }
    for (EndName& name : names) {
        for (const QRectF& note : notes) {
            if (note.left() < name.right && note.right() > name.right - kNameWidth &&
                name.top < note.bottom() && name.top + kNameHeight > note.top())
                name.right = note.left();
        }
    }
    for (const EndName& name : names)
        scene
            .text({name.right - kNameWidth - 4, name.top, kNameWidth, kNameHeight}, name.curve->name,
                  name.curve->nameColor, kTextRight)
            .halo = true;
}

/// \p names and \p notes: get the curve's.
void addCurve(Scene& scene, const LogAxes& axes, const Curve& curve, const Theme& theme,
              std::vector<EndName>& names, std::vector<QRectF>& notes)
{
    QPolygonF line;
    for (const CurvePoint& point : curve.points) {
        if (!curve.bounds && (point.y <= axes.lowY() || point.y > axes.highY()))
            continue;
        line << axes.at(point.x, point.y);
        if (!point.hint.isEmpty())
            addDot(scene, point, line.back(), curve.color, theme);
        if (!point.hint.isEmpty() && !point.note.isEmpty()) {
            const double half = textWidth(point.note, TypeSize::Small, Weight::Strong) / 2 + 4;
            notes.push_back({line.back().x() - half, line.back().y() + 8, 2 * half, kNameHeight});
        }
    }
    constexpr double kAbove = 17; // a name stands over its curve's end
    if (line.size() > 1 && !curve.name.isEmpty())
        names.push_back({std::min(line.back().x(), axes.area().right()), line.back().y() - kAbove, &curve});
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
    std::vector<EndName> names;
    std::vector<QRectF> notes;
    for (const Curve& curve : chart.curves)
        addCurve(scene, axes, curve, theme, names, notes);
    addNames(scene, std::move(names), notes, axes.area());
    return below;
}

} // namespace shardscope::app
