// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's rate where all its roles grow together.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/curve_chart.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

namespace shardscope::app {

Scene growthScene(const Study& study, double width, const Theme& theme)
{
    const planner::RoleGrowth& first = study.growth.front();
    const planner::RoleGrowth& last = study.growth.back();
    Curve ideal{{}, theme.textDim, 1, true, true, Words::tr("in proportion"), theme.textDim};
    Curve rate{{}, theme.accent};
    CurveChart chart{.acrossTitle = Words::tr("accelerators, logarithmic"),
                     .upTitle = Words::tr("samples/s, logarithmic"),
                     .upText = countString};
    for (const planner::RoleGrowth& one : study.growth) {
        const auto accelerators = static_cast<double>(one.accelerators);
        ideal.points.push_back({accelerators, first.samplesPerSecond * static_cast<double>(one.times)});
        rate.points.push_back({accelerators, one.samplesPerSecond,
                               Words::tr("%1 times the cluster: %2 samples/s, efficiency %3, limited by %4; "
                                         "the all-reduce of a batch takes %5")
                                   .arg(integerString(one.times), countString(one.samplesPerSecond),
                                        percentString(one.efficiency, 0), roleName(one.saturated),
                                        quantityString(one.allReduce))});
        chart.across.push_back({accelerators, integerString(one.accelerators)});
    }
    chart.curves = {std::move(ideal), std::move(rate)};
    Scene scene{width};
    const double below = addCurves(scene, chart, theme);
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
