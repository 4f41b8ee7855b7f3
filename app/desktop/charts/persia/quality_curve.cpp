// SPDX-License-Identifier: GPL-3.0-or-later
// What the bound of PERSIA's algorithm adds to synchronous training's as the cluster grows, and the bound
// itself as training goes on.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/curve_chart.h"
#include "app/session/published/published_quality.h"
#include "app/session/recommender/quality_curve.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

/// "10⁻⁹", "4.8·10⁻¹¹".
QString powerText(double value)
{
    if (!(value > 0))
        return QStringLiteral("0");
    static const QString kDigits =
        QStringLiteral("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079");
    const int power = static_cast<int>(std::floor(std::log10(value) + 1e-9));
    const double mantissa = value / std::pow(10.0, power);
    QString high = power < 0 ? QStringLiteral("\u207b") : QString();
    for (const QChar digit : QString::number(std::abs(power)))
        high += kDigits[digit.digitValue()];
    const QString ten = QStringLiteral("10") + high;
    return std::abs(mantissa - 1) < 0.005
               ? ten
               : QString::number(mantissa, 'g', 2) + QStringLiteral("\u00b7") + ten;
}

/// Small shares with a power of ten, for which an axis has room.
QString shareText(double share)
{
    const double percent = share * 100;
    return (percent < 0.001 ? powerText(percent) : quantityString(percent, core::kNumber, 2)) + kUnitSpace +
           QLatin1Char('%');
}

QString numberText(double value)
{
    return value < 0.001 ? powerText(value) : quantityString(value, core::kNumber, 2);
}

QString publishedText(const Operations& operations)
{
    const PublishedQuality* own = publishedQuality(operations.model);
    if (own == nullptr)
        return Words::tr(
            "No AUC was published of this model in several modes: what staleness costs it is not known.");
    const auto gap = [&](planner::PersiaMode mode) { return percentString(own->gap(mode).value_or(0), 1); };
    const QString figures =
        Words::tr("Published: AUC below synchronous training's by %1 (hybrid) and %2 (full "
                  "async), each read off within %3.")
            .arg(gap(planner::PersiaMode::Persia), gap(planner::PersiaMode::FullAsync),
                 percentString(own->reading, 1));
    return figures + QLatin1Char(' ') +
           (own->accelerators > 0
                ? Words::tr("That is on %1 GPUs; not known beyond, nor for another staleness.")
                      .arg(integerString(own->accelerators))
                : Words::tr("On how many GPUs is not stated; not known for another staleness."));
}

} // namespace

Scene qualityScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const Operations& operations = study.operations;
    const std::vector<QualityPoint> points = qualityCurve(operations);
    Curve workers{{}, theme.accent, 2, false, true, Words::tr("τ: workers"), theme.accent};
    Curve batches{{}, theme.warn, 2, false, true, Words::tr("τ: batches in flight"), theme.warn};
    Curve async{{}, theme.bad, 2, false, true, Words::tr("full async"), theme.bad};
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
        add(async, one.asynchronous);
        chart.across.push_back({static_cast<double>(one.accelerators), count});
    }
    chart.curves = {std::move(workers), std::move(batches), std::move(async)};
    double y = addCurves(scene, chart, theme);
    y = scene.paragraph(y, publishedText(operations), theme.text);
    scene.height =
        scene.paragraph(
            y + 4,
            Words::tr(
                "The curves are a bound up to constants, no AUC: τ^a · α^b / T against σ/√T + 1/T after %1 "
                "steps; full async has α = 1, since every update changes the dense part.")
                .arg(countString(hybridBound(operations).iterations)),
            theme.textDim) +
        4;
    return scene;
}

Scene boundScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const Operations& operations = study.operations;
    const planner::ConvergenceBound& bound = hybridBound(operations);
    Curve synchronous{{}, theme.textDim, 2, false, true, Words::tr("full sync"), theme.textDim};
    Curve hybrid{{}, theme.accent, 2, false, true, Words::tr("hybrid"), theme.accent};
    Curve async{{}, theme.bad, 1.5, true, true, Words::tr("full async"), theme.bad};
    CurveChart chart{.height = 190,
                     .acrossTitle = Words::tr("steps T, logarithmic"),
                     .upTitle = Words::tr("bound, logarithmic"),
                     .upText = numberText};
    for (const ConvergencePoint& one : convergenceCurve(operations)) {
        const QString steps = powerText(one.iterations);
        const auto add = [&](Curve& to, double value) {
            to.points.push_back({one.iterations, value,
                                 Words::tr("%1 steps, %2: %3").arg(steps, to.name, numberText(value))});
        };
        add(synchronous, one.synchronous);
        add(hybrid, one.hybrid);
        add(async, one.asynchronous);
        chart.across.push_back({one.iterations, steps});
    }
    Curve chosen{{}, theme.accent};
    chosen.dotsOnly = true;
    chosen.points.push_back({bound.iterations,
                             bound.value(),
                             Words::tr("%1 steps, %2: %3")
                                 .arg(countString(bound.iterations), hybrid.name, numberText(bound.value())),
                             {},
                             true});
    chart.curves = {std::move(async), std::move(synchronous), std::move(hybrid), std::move(chosen)};
    double y = addCurves(scene, chart, theme);
    const IdStudy& ids = operations.ids;
    const QString frequency =
        bound.collision == ids.frequent.alpha
            ? Words::tr(
                  "The most frequent id occurs in a sample with probability α = %1 (table %2; the median "
                  "table's: %3).")
                  .arg(numberText(ids.frequent.alpha), QString::fromStdString(ids.frequentTable),
                       numberText(ids.frequent.median))
            : Words::tr("α = %1 as chosen.").arg(numberText(bound.collision));
    y = scene.paragraph(y, frequency, theme.text);
    constexpr double kFarBelowOne = 0.1;
    const QString verdict =
        (bound.collision < kFarBelowOne
             ? Words::tr("That is far below 1, as the article says; after %1 steps with τ = %2 hybrid "
                         "training adds "
                         "%3 to the bound.")
             : Words::tr(
                   "The article takes α far below 1; here it is not, since features with few values have an "
                   "id "
                   "that most samples hold. After %1 steps with τ = %2 hybrid training adds %3 to the bound: "
                   "its term falls with T, synchronous training's with the root of it."))
            .arg(countString(bound.iterations), countString(bound.staleness),
                 shareText(bound.hybridTerm() / bound.synchronous()));
    y = scene.paragraph(y + 4, verdict, theme.text);
    scene.height =
        scene.paragraph(
            y + 4,
            Words::tr(
                "A bound up to constants, no prediction: σ/√T + 1/T, and τ^a · α^b / T for hybrid modes; "
                "the exponents are not verified. None is stated for full asynchrony: its curve has α = 1."),
            theme.textDim) +
        4;
    return scene;
}

} // namespace shardscope::app
