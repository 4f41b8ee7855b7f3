// SPDX-License-Identifier: GPL-3.0-or-later
// What the bound of PERSIA's algorithm adds to synchronous training's as the cluster grows.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/log_axes.h"
#include "app/session/recommender/quality_curve.h"

#include <QCoreApplication>

namespace shardscope::app {
namespace {

constexpr double kPlot = 190;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(QualityCurve)
};

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
    Scene scene;
    scene.width = width;
    const std::vector<QualityPoint> points = qualityCurve(study);
    const bool drawn = !points.empty() && points.front().byWorkers > 0;
    double below = 0;
    if (drawn) {
        LogAxes axes(width, kPlot);
        std::vector<AxisMark> across;
        for (const QualityPoint& one : points) {
            const auto accelerators = static_cast<double>(one.accelerators);
            axes.include(accelerators, one.byWorkers);
            axes.include(accelerators, one.byBatches);
            across.push_back({accelerators, integerString(one.accelerators)});
        }
        axes.widen(1, 1, 1.5, 1.5);
        std::vector<AxisMark> up;
        for (const double value : axes.roundValuesUp())
            up.push_back({value, shareText(value)});
        below = axes.addTo(scene, std::move(across), std::move(up), Words::tr("accelerators, logarithmic"),
                           Words::tr("added to the bound, logarithmic"), theme);
        const auto line = [&](double QualityPoint::*value, const QColor& color, const QString& name) {
            QPolygonF path;
            for (const QualityPoint& one : points) {
                const QPointF at = axes.at(static_cast<double>(one.accelerators), one.*value);
                path << at;
                scene.boxes.push_back(
                    {QRectF(at.x() - 3.5, at.y() - 3.5, 7, 7), color, theme.page, false, 3.5});
                scene.spot(QRectF(at.x() - 8, at.y() - 8, 16, 16),
                           Words::tr("%1 accelerators, %2: +%3")
                               .arg(integerString(one.accelerators), name, shareText(one.*value)));
            }
            scene.lines.push_back({path, color, 2, false, false, true});
            scene.texts.push_back({QRectF(path.back().x() - 224, path.back().y() - 20, 216, 14), name, color,
                                   Qt::AlignRight | Qt::AlignVCenter, TypeSize::Small, Weight::Regular,
                                   true});
        };
        line(&QualityPoint::byWorkers, theme.accent, Words::tr("τ: workers"));
        line(&QualityPoint::byBatches, theme.warn, Words::tr("τ: batches in flight"));
    } else {
        below = scene.paragraph(0, Words::tr("No two ids agree: the bound adds nothing."), theme.text);
        scene.spot(QRectF(0, 0, width, below), Words::tr("nothing is added"));
    }
    double gapHybrid = 0;
    double gapAsync = 0;
    for (const planner::AccuracyGap& gap : planner::accuracyGaps()) {
        if (gap.mode == "hybrid")
            gapHybrid = gap.to;
        if (gap.mode == "asynchronous")
            gapAsync = gap.to;
    }
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
