// SPDX-License-Identifier: GPL-3.0-or-later
// How the rate grows with the devices, and where it stops to.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/curve_chart.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

namespace shardscope::app {
namespace {

CurveChart chartOf(const Study& study, const Theme& theme)
{
    const std::int64_t own = study.placement.cluster.devices;
    const planner::ScalingPoint& first = study.scaling.front();
    Curve ideal{{}, theme.textDim, 1, true, false, Words::tr("in proportion"), theme.textDim};
    Curve ceiling{
        {},        colorOf(core::OpClass::CollectiveExpert), 1.5, true, false, Words::tr("all-to-all alone"),
        theme.text};
    Curve frontEnd{{},    colorOf(core::OpClass::Host),      1.5,       true,
                   false, Words::tr("hosts' network alone"), theme.text};
    Curve rate{{}, theme.accent};
    CurveChart chart{.above = 2.2,
                     .acrossTitle = Words::tr("devices, logarithmic"),
                     .upTitle = Words::tr("samples/s, logarithmic"),
                     .upText = countString};
    for (std::size_t i = 0; i < study.scaling.size(); ++i) {
        const planner::ScalingPoint& point = study.scaling[i];
        const double devices = static_cast<double>(point.devices);
        const QString count = integerString(point.devices);
        ideal.points.push_back(
            {devices, first.samplesPerSecond * devices / static_cast<double>(first.devices)});
        ceiling.points.push_back({devices, point.ceiling});
        frontEnd.points.push_back({devices, point.frontEnd});
        rate.points.push_back({devices, point.samplesPerSecond,
                               Words::tr("%1 devices: %2 samples/s, efficiency %3, limited by %4")
                                   .arg(count, countString(point.samplesPerSecond),
                                        percentString(point.efficiency, 0), boundName(point.bound)),
                               study.knee == i ? Words::tr("knee: %1 devices").arg(count) : QString(),
                               point.devices == own});
        chart.across.push_back({devices, count});
    }
    chart.curves = {std::move(ideal), std::move(ceiling), std::move(frontEnd), std::move(rate)};
    return chart;
}

} // namespace

Scene scalingScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    if (study.scaling.empty()) {
        scene.height =
            scene.paragraph(0, Words::tr("The tables fit on no number of devices tried."), theme.textDim);
        return scene;
    }
    const double below = addCurves(scene, chartOf(study, theme), theme);
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
