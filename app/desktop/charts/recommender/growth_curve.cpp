// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's rate where all its roles grow together.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/log_axes.h"
#include "app/session/text/recommender_words.h"

#include <QCoreApplication>

namespace shardscope::app {
namespace {

constexpr double kPlot = 210;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(GrowthCurve)
};

} // namespace

Scene growthScene(const Study& study, double width, const Theme& theme)
{
    Scene scene;
    scene.width = width;
    const planner::RoleGrowth& first = study.growth.front();
    const planner::RoleGrowth& last = study.growth.back();
    const auto linear = [&](const planner::RoleGrowth& one) {
        return first.samplesPerSecond * static_cast<double>(one.times);
    };
    LogAxes axes(width, kPlot);
    std::vector<AxisMark> across;
    for (const planner::RoleGrowth& one : study.growth) {
        const auto accelerators = static_cast<double>(one.accelerators);
        axes.include(accelerators, one.samplesPerSecond);
        axes.include(accelerators, linear(one));
        across.push_back({accelerators, integerString(one.accelerators)});
    }
    axes.widen(1, 1, 1.5, 1.5);
    std::vector<AxisMark> up;
    for (const double value : axes.roundValuesUp())
        up.push_back({value, countString(value)});
    const double below =
        axes.addTo(scene, std::move(across), std::move(up), Words::tr("accelerators, logarithmic"),
                   Words::tr("samples/s, logarithmic"), theme);
    QPolygonF rate;
    QPolygonF ideal;
    for (const planner::RoleGrowth& one : study.growth) {
        const QPointF at = axes.at(static_cast<double>(one.accelerators), one.samplesPerSecond);
        rate << at;
        ideal << axes.at(static_cast<double>(one.accelerators), linear(one));
        scene.boxes.push_back(
            {QRectF(at.x() - 3.5, at.y() - 3.5, 7, 7), theme.accent, theme.page, false, 3.5});
        scene.spot(QRectF(at.x() - 8, at.y() - 8, 16, 16),
                   Words::tr("%1 times the cluster: %2 samples/s, efficiency %3, limited by %4; "
                             "the all-reduce of a batch takes %5")
                       .arg(integerString(one.times), countString(one.samplesPerSecond),
                            percentString(one.efficiency, 0), roleName(one.saturated),
                            quantityString(one.allReduce)));
    }
    scene.lines.push_back({ideal, theme.textDim, 1, true, false, true});
    scene.lines.push_back({rate, theme.accent, 2, false, false, true});
    scene.texts.push_back({QRectF(ideal.back().x() - 200, ideal.back().y() - 17, 196, 14),
                           Words::tr("in proportion"), theme.textDim, Qt::AlignRight | Qt::AlignVCenter,
                           TypeSize::Small, Weight::Regular, true});
    scene.height = scene.paragraph(below,
                                   Words::tr("With every role %1 times as many, an accelerator does %2 of "
                                             "what it did, limited by %3. The all-reduce of a batch takes "
                                             "%4 instead of %5.")
                                       .arg(integerString(last.times), percentString(last.efficiency, 0),
                                            roleName(last.saturated), quantityString(last.allReduce),
                                            quantityString(first.allReduce)),
                                   theme.text) +
                   4;
    return scene;
}

} // namespace shardscope::app
