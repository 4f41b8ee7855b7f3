// SPDX-License-Identifier: GPL-3.0-or-later
// What the bound of PERSIA's algorithm adds to synchronous training's as the cluster grows.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/curve_chart.h"
#include "app/session/recommender/quality_curve.h"
#include "app/session/text/words.h"

namespace shardscope::app {
namespace {

/// Small shares with a power of ten, for which an axis has room.
QString shareText(double share)
{
    const double percent = share * 100;
    return (percent < 0.001 ? QString::number(percent, 'g', 2) : quantityString(percent, core::kNumber, 2)) +
           QStringLiteral("\u202f%");
}

} // namespace

Scene qualityScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const std::vector<QualityPoint> points = qualityCurve(study);
    const bool drawn = !points.empty() && points.front().byWorkers > 0;
    double below = 0;
    if (drawn) {
        Curve workers{{}, theme.accent, 2, false, true, Words::tr("τ: workers"), theme.accent, -20};
        Curve batches{{}, theme.warn, 2, false, true, Words::tr("τ: batches in flight"), theme.warn, -20};
        CurveChart chart{.height = 190,
                         .acrossTitle = Words::tr("accelerators, logarithmic"),
                         .upTitle = Words::tr("added to the bound, logarithmic"),
                         .upText = shareText};
        for (const QualityPoint& one : points) {
            const QString count = integerString(one.accelerators);
            const auto add = [&](Curve& to, double added) {
                to.points.push_back(
                    {static_cast<double>(one.accelerators), added,
                     Words::tr("%1 accelerators, %2: +%3").arg(count, to.name, shareText(added))});
            };
            add(workers, one.byWorkers);
            add(batches, one.byBatches);
            chart.across.push_back({static_cast<double>(one.accelerators), count});
        }
        chart.curves = {std::move(workers), std::move(batches)};
        below = addCurves(scene, chart, theme);
    } else {
        below = scene.paragraph(0, Words::tr("No two ids agree: the bound adds nothing."), theme.text);
        scene.spot({0, 0, width, below}, Words::tr("nothing is added"));
    }
    const double gapHybrid = planner::accuracyGap(planner::PersiaMode::Persia).to;
    const double gapAsync = planner::accuracyGap(planner::PersiaMode::FullAsync).to;
    double y = scene.paragraph(
        below,
        Words::tr("Published, on up to 64 GPUs: AUC below synchronous training's by less than %1 "
                  "(hybrid), by up to %2 (full async).")
            .arg(percentString(gapHybrid, 1), percentString(gapAsync, 1)),
        theme.text);
    scene.height =
        std::max(
            64.0,
            scene.paragraph(
                y + 4,
                Words::tr("The curve is a bound up to constants, no AUC: τ^a · α^b / T against σ/√T + 1/T."),
                theme.textDim)) +
        4;
    return scene;
}

} // namespace shardscope::app
