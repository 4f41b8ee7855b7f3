// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's rate where all its roles grow together: what was published, what is predicted, and where nothing
// was fitted any more.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/curve_chart.h"
#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

CurveChart chartOf(const Operations& operations, const Theme& theme)
{
    const planner::RoleGrowth& first = operations.growth.front();
    Curve ideal{{}, theme.textDim, 1, true, true, Words::tr("in proportion"), theme.textDim};
    Curve rate{{}, theme.accent};
    Curve byMachine{{}, theme.accent, 1.5, true};
    Curve byDoubling{{}, theme.accent, 1.5, true};
    Curve published{{}, theme.warn};
    published.dotsOnly = true;
    CurveChart chart{.acrossTitle = Words::tr("accelerators, logarithmic"),
                     .upTitle = Words::tr("samples/s, logarithmic"),
                     .upText = countString};
    for (const planner::RoleGrowth& one : operations.growth) {
        const auto accelerators = static_cast<double>(one.accelerators);
        const QString count = integerString(one.accelerators);
        ideal.points.push_back(
            {accelerators, first.samplesPerSecond * accelerators / static_cast<double>(first.accelerators)});
        const QString hint =
            Words::tr("%1 accelerators, %2: %3 samples/s, limited by %4; the all-reduce of a batch "
                      "takes %5")
                .arg(count, translated(growthBasis(operations, one)), countString(one.samplesPerSecond),
                     roleName(one.saturated), quantityString(one.allReduce));
        if (!one.beyondFit())
            rate.points.push_back({accelerators, one.samplesPerSecond, hint, {}, one.times == 1});
        if (one.beyondFit() && byMachine.points.empty() && !rate.points.empty()) {
            byMachine.points.push_back({accelerators, rate.points.back().y});
            byMachine.points.back().x = rate.points.back().x;
            byDoubling.points = byMachine.points;
        }
        if (one.beyondFit()) {
            byMachine.points.push_back({accelerators, one.samplesPerSecond, hint, {}, one.times == 1});
            byDoubling.points.push_back(
                {accelerators, one.otherwise,
                 Words::tr(
                     "%1 accelerators: %2 samples/s if contention grows with each doubling of the machines")
                     .arg(count, countString(one.otherwise))});
        }
        if (const PersiaRun* run = publishedRun(operations, one.accelerators))
            published.points.push_back(
                {accelerators, run->samplesPerSecond,
                 Words::tr("%1 accelerators: %2 samples/s published, to be read within %3 (%4)")
                     .arg(count, countString(run->samplesPerSecond), countString(run->reading),
                          QString::fromStdString(run->source))});
        chart.across.push_back({accelerators, count});
    }
    chart.bandFrom = static_cast<double>(planner::kContentionFittedFrom);
    chart.bandTo = static_cast<double>(planner::kContentionFittedTo);
    chart.bandName = Words::tr("contention fitted here");
    chart.curves = {std::move(ideal), std::move(byDoubling), std::move(byMachine), std::move(rate),
                    std::move(published)};
    return chart;
}

/// The range of the published rate, from its least to its most accelerators.
QString publishedSentence(const Operations& operations)
{
    const PersiaRun* least = nullptr;
    const PersiaRun* most = nullptr;
    for (const PersiaRun& run : operations.runs) {
        if (run.mode != operations.mode)
            continue;
        least = least == nullptr || run.accelerators < least->accelerators ? &run : least;
        most = most == nullptr || run.accelerators > most->accelerators ? &run : most;
    }
    if (least == nullptr || least == most)
        return Words::tr(
            "Nothing was published of this model at several sizes: no measured point stands here.");
    const double times = static_cast<double>(most->accelerators) / static_cast<double>(least->accelerators);
    const double faster = most->samplesPerSecond / least->samplesPerSecond;
    return Words::tr("Published: %1 times the rate on %2 times the accelerators (%3 to %4), which is %5 of "
                     "in proportion.")
        .arg(countString(faster), countString(times), integerString(least->accelerators),
             integerString(most->accelerators), percentString(faster / times, 0));
}

QString limitSentence(const Operations& operations)
{
    const auto twice = std::ranges::find_if(operations.growth,
                                            [](const planner::RoleGrowth& one) { return one.times == 2; });
    if (twice == operations.growth.end())
        return {};
    const double low = twice->ofOwn;
    const double high = twice->ofOwn * twice->otherwise / twice->samplesPerSecond;
    if (!twice->beyondFit() || twice->saturated != planner::PersiaRoleKind::NnWorker)
        return Words::tr(
                   "With every role twice as many, an accelerator does %1 of what it did, limited by %2.")
            .arg(percentString(low, 0), roleName(twice->saturated));
    return Words::
        tr("With every role twice as many, an accelerator does %1 to %2 of what it did, limited by %3: "
           "their processes get in each other's way, which was fitted on one model's %4 to %5 V100 and is "
           "extrapolated beyond; two forms of it that fit nearly alike part there.")
            .arg(percentString(std::min(low, high), 0), percentString(std::max(low, high), 0),
                 roleName(twice->saturated), integerString(planner::kContentionFittedFrom),
                 integerString(planner::kContentionFittedTo));
}

} // namespace

Scene growthScene(const Study& study, double width, const Theme& theme)
{
    const Operations& operations = study.operations;
    Scene scene{width};
    double y = addCurves(scene, chartOf(operations, theme), theme);
    y = scene.legend(
        y,
        {{theme.accent, Words::tr("predicted; dashed: extrapolated")}, {theme.warn, Words::tr("published")}},
        theme);
    y = scene.paragraph(y + 4, publishedSentence(operations), theme.text);
    y = scene.paragraph(y + 4, limitSentence(operations), theme.text);
    if (!operations.calibratedOn.empty())
        y = scene.paragraph(y + 4,
                            Words::tr("Calibrated on one published run: %1.")
                                .arg(QString::fromStdString(operations.calibratedOn)),
                            theme.textDim);
    scene.height = y + 4;
    return scene;
}

} // namespace shardscope::app
