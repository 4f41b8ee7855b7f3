// SPDX-License-Identifier: GPL-3.0-or-later
// How the rate grows with the devices, and where it stops to.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/log_axes.h"
#include "app/session/text/recommender_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kPlot = 210;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ScalingCurve)
};

LogAxes axesOf(const Study& study, double width)
{
    LogAxes axes(width, kPlot);
    for (const planner::ScalingPoint& point : study.scaling)
        axes.include(static_cast<double>(point.devices), point.samplesPerSecond);
    axes.widen(1, 1, 1.5, 2.2);
    return axes;
}

/// Returns the y below.
double addGrid(Scene& scene, const LogAxes& axes, const Study& study, const Theme& theme)
{
    std::vector<AxisMark> devices;
    for (const planner::ScalingPoint& point : study.scaling)
        devices.push_back({static_cast<double>(point.devices), integerString(point.devices)});
    std::vector<AxisMark> rates;
    for (const double value : axes.roundValuesUp())
        rates.push_back({value, countString(value)});
    return axes.addTo(scene, std::move(devices), std::move(rates), Words::tr("devices, logarithmic"),
                      Words::tr("samples/s, logarithmic"), theme);
}

void addCurves(Scene& scene, const LogAxes& axes, const Study& study, const Theme& theme)
{
    QPolygonF rate;
    QPolygonF ceiling;
    QPolygonF frontEnd;
    QPolygonF ideal;
    const planner::ScalingPoint& first = study.scaling.front();
    for (const planner::ScalingPoint& point : study.scaling) {
        const double devices = static_cast<double>(point.devices);
        rate << axes.at(devices, point.samplesPerSecond);
        const double linear = first.samplesPerSecond * devices / static_cast<double>(first.devices);
        if (linear > 0 && linear <= axes.highY())
            ideal << axes.at(devices, linear);
        if (point.ceiling > axes.lowY() && point.ceiling <= axes.highY())
            ceiling << axes.at(devices, point.ceiling);
        if (point.frontEnd > axes.lowY() && point.frontEnd <= axes.highY())
            frontEnd << axes.at(devices, point.frontEnd);
    }
    const auto label = [&](const QPolygonF& line, const QString& text, const QColor& color, double up) {
        if (line.size() < 2) // nothing is drawn of it
            return;
        const double right = std::min(line.back().x(), axes.area().right());
        scene.texts.push_back({QRectF(right - 200, line.back().y() + up, 196, 14), text, color,
                               Qt::AlignRight | Qt::AlignVCenter, TypeSize::Small, Weight::Regular, true});
    };
    const auto line = [&](QPolygonF points, const QColor& color, double width, bool dashed) {
        scene.lines.push_back({std::move(points), color, width, dashed, false, true}); // under the points
    };
    line(ideal, theme.textDim, 1, true);
    line(ceiling, colorOf(core::OpClass::CollectiveExpert), 1.5, true);
    line(frontEnd, colorOf(core::OpClass::Host), 1.5, true);
    line(rate, theme.accent, 2, false);
    label(ceiling, Words::tr("all-to-all alone"), theme.text, -17);
    label(frontEnd, Words::tr("hosts' network alone"), theme.text, -17);
    label(ideal, Words::tr("in proportion"), theme.textDim, 5);
}

void addPoints(Scene& scene, const LogAxes& axes, const Study& study, const Theme& theme)
{
    const std::int64_t own = study.placement.cluster.devices;
    for (std::size_t i = 0; i < study.scaling.size(); ++i) {
        const planner::ScalingPoint& point = study.scaling[i];
        const QPointF at = axes.at(static_cast<double>(point.devices), point.samplesPerSecond);
        const double radius = point.devices == own ? 5 : 3.5;
        scene.boxes.push_back({QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius),
                               point.devices == own ? theme.text : theme.accent, theme.page, false, radius});
        scene.spot(QRectF(at.x() - 8, at.y() - 8, 16, 16),
                   Words::tr("%1 devices: %2 samples/s, efficiency %3, limited by %4")
                       .arg(integerString(point.devices), countString(point.samplesPerSecond),
                            percentString(point.efficiency, 0), boundName(point.bound)));
        if (study.knee == i)
            scene.texts.push_back({QRectF(at.x() - 90, at.y() + 8, 180, 14),
                                   Words::tr("knee: %1 devices").arg(integerString(point.devices)),
                                   theme.text, Qt::AlignHCenter | Qt::AlignVCenter, TypeSize::Small,
                                   Weight::Strong, true});
    }
}

} // namespace

Scene scalingScene(const Study& study, double width, const Theme& theme)
{
    Scene scene;
    scene.width = width;
    if (study.scaling.empty()) {
        scene.height =
            scene.paragraph(0, Words::tr("The tables fit on no number of devices tried."), theme.textDim);
        return scene;
    }
    const LogAxes axes = axesOf(study, width);
    const double below = addGrid(scene, axes, study, theme);
    addCurves(scene, axes, study, theme);
    addPoints(scene, axes, study, theme);
    const planner::ScalingPoint& last = study.scaling.back();
    const QString verdict =
        study.knee
            ? Words::tr("The curve bends at %1 devices; at %2 a device does %3 of what the "
                        "first did, limited by %4.")
                  .arg(integerString(study.scaling[*study.knee].devices), integerString(last.devices),
                       percentString(last.efficiency, 0), boundName(last.bound))
            : Words::tr("No knee up to %1 devices: there a device does %2 of what the first "
                        "did, limited by %3.")
                  .arg(integerString(last.devices), percentString(last.efficiency, 0), boundName(last.bound));
    scene.height = scene.paragraph(below, verdict, theme.text) + 4;
    return scene;
}

} // namespace shardscope::app
