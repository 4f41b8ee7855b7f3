// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA beside one kind of machine for everything: how busy the arithmetic is in each; and how long
// synchronous workers wait for the slowest.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/bar_rows.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

namespace shardscope::app {

Scene homogeneousScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const Operations& operations = study.operations;
    std::vector<BarRow> rows;
    const auto add = [&](const QString& name, double idle, std::int64_t machines, std::int64_t accelerators,
                         const QColor& color) {
        const QString figure =
            Words::tr("%1 machines with %2 accelerators compute %3 of the time")
                .arg(integerString(machines), integerString(accelerators), percentString(1 - idle, 1));
        rows.push_back({name, {{1 - idle, color, name, figure}}, percentString(1 - idle, 1)});
    };
    for (const planner::HomogeneousCluster& one : operations.homogeneous)
        add(systemName(one.system), one.idle, one.machines, one.accelerators, theme.textDim);
    add(systemName("persia"), operations.persiaIdle, operations.cluster.machines(),
        operations.cluster.accelerators(), theme.accent);
    double y = addBarRows(scene, 0, rows, 1, 1, theme) + 6;
    for (const planner::HomogeneousCluster& one : operations.homogeneous)
        y = scene.paragraph(y,
                            Words::tr("%1: %2 machines for PERSIA's %3 samples/s and its rows (%4 for "
                                      "the rate alone), each limited by %5.")
                                .arg(systemName(one.system), integerString(one.machines),
                                     countString(operations.persiaRate), integerString(one.forRate),
                                     boundName(one.bound)),
                            theme.text);
    scene.height = y + 4;
    return scene;
}

Scene waitingScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    std::vector<BarRow> rows;
    for (const planner::WaitingPoint& one : study.operations.waiting) {
        const double share = one.longer / (1 + one.longer);
        const QString name = Words::tr("%1 accelerators").arg(integerString(one.accelerators));
        const QString figure = Words::tr("%1 of a stage is waiting; full sync reaches %2 samples/s, "
                                         "PERSIA %3, full async %4")
                                   .arg(percentString(share, 1), countString(one.synchronous),
                                        countString(one.hybrid), countString(one.asynchronous));
        rows.push_back({name, {{share, theme.accent, name, figure}}, percentString(share, 1)});
    }
    const double y = addBarRows(scene, 0, rows, 1, 1, theme);
    scene.height =
        scene.paragraph(y + 6,
                        Words::tr("The share of every synchronous stage in which workers wait for the "
                                  "slowest, at the assumed spread of their times: full sync waits in all "
                                  "stages, PERSIA in the dense part."),
                        theme.text) +
        4;
    return scene;
}

} // namespace shardscope::app
