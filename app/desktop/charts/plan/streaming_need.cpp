// SPDX-License-Identifier: GPL-3.0-or-later
// Declared in plan_scenes.h.
#include "app/desktop/charts/curve_chart.h"
#include "app/desktop/charts/plan/plan_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/session/tables/table_reader.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <map>
#include <set>

namespace shardscope::app {
namespace {

/// One curve for each number of micro-batches, the fewest strongest: they need most.
CurveChart chartOf(const TableReader& table, const Theme& theme)
{
    CurveChart chart{.acrossTitle = Words::tr("phases of a stage, logarithmic"),
                     .upTitle = Words::tr("bandwidth of streaming memory that a device needs"),
                     .upText = [](double value) { return quantityString(value, core::kBytePerSecond, 2); }};
    std::map<double, Curve> curves;
    std::set<double> phases;
    double rate = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const double across = table.number(row, "phases");
        const double micro = table.number(row, "micro_batches");
        const double need = table.number(row, "needed_bandwidth");
        rate = table.number(row, "bandwidth");
        phases.insert(across);
        Curve& curve = curves[micro];
        const bool fits = table.flag(row, "fits");
        const bool own = table.flag(row, "plan");
        curve.points.push_back(
            {.x = across,
             .y = need,
             .hint = Words::tr("%1 phases, %2 micro-batches: %3 a device, so that computing hides what is "
                               "streamed; %4")
                         .arg(integerString(static_cast<std::int64_t>(across)),
                              integerString(static_cast<std::int64_t>(micro)),
                              quantityString(need, core::kBytePerSecond),
                              fits ? Words::tr("a phase fits in the processor")
                                   : Words::tr("a phase does not fit in the processor")),
             .note = own ? Words::tr("the plan") : QString(),
             .chosen = own});
        curve.name = Words::tr("%1 micro-batches").arg(integerString(static_cast<std::int64_t>(micro)));
    }
    double share = 0;
    for (auto& [micro, curve] : curves) {
        curve.color = paler(colorOf(core::OpClass::Copy), std::min(0.7, share), theme);
        curve.nameColor = theme.textDim;
        share += 0.2;
        chart.curves.push_back(std::move(curve));
    }
    if (!phases.empty() && rate > 0) {
        Curve has{.points = {{.x = *phases.begin(), .y = rate}, {.x = *phases.rbegin(), .y = rate}},
                  .color = theme.text,
                  .width = 1,
                  .dashed = true,
                  .name =
                      Words::tr("what the memory gives: %1").arg(quantityString(rate, core::kBytePerSecond)),
                  .nameColor = theme.text};
        chart.curves.push_back(std::move(has));
    }
    for (const double one : phases)
        chart.across.push_back({one, integerString(static_cast<std::int64_t>(one))});
    return chart;
}

} // namespace

Scene streamingScene(const core::Table& table, double width, const Theme& theme)
{
    Scene scene;
    scene.width = width;
    const double below = addCurves(scene, chartOf(TableReader(table), theme), theme);
    scene.height = scene.paragraph(
        below,
        Words::tr(
            "A step streams each phase's weights twice and its gradients once whatever the number of "
            "micro-batches, and each micro-batch's edges five times a phase. The more a processor holds, the "
            "fewer phases and the less bandwidth; the more micro-batches, the longer computing hides "
            "the weights. The update's stream, which nothing hides, is not part of it."),
        theme.textDim);
    return scene;
}

} // namespace shardscope::app
