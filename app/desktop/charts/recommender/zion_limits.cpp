// SPDX-License-Identifier: GPL-3.0-or-later
// What each of Zion's parts is used for at the rate that the tightest one leaves, and ZionEX's rate beside
// it.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/bar_rows.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {

Scene zionScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const planner::ZionRate zion = zionOf(study);
    std::vector<BarRow> rows;
    for (const planner::RoleRate& one : zion.rates) {
        const double share = zion.samplesPerSecond / one.samplesPerSecond;
        const QString name = boundName(one.role);
        const QString figure = Words::tr("%1 in use; would allow %2 samples/s")
                                   .arg(percentString(share, 1), countString(one.samplesPerSecond));
        const bool tightest = one.samplesPerSecond <= zion.samplesPerSecond;
        rows.push_back(
            {name, {{share, tightest ? theme.bad : theme.accent, name, figure}}, percentString(share, 1)});
    }
    const double y = addBarRows(scene, 0, rows, 1, 1, theme);
    const auto pace = [](double rate, std::int64_t accelerators) {
        return rate / static_cast<double>(std::max<std::int64_t>(1, accelerators));
    };
    const auto row = std::ranges::find(study.systems, "zion", &SystemRow::system);
    if (row == study.systems.end() || !(row->samplesPerSecond > 0)) {
        scene.height = y + 4;
        return scene;
    }
    const double times = pace(study.step.samplesPerSecond, study.placement.cluster.devices) /
                         pace(row->samplesPerSecond, row->accelerators);
    scene.height = scene.paragraph(y + 6,
                                   Words::tr("Zion would reach %1 samples/s, limited by %2; ZionEX has %3 "
                                             "times its rate for an accelerator, limited by %4.")
                                       .arg(countString(row->samplesPerSecond), boundName(row->bound),
                                            countString(times), boundName(study.step.bound)),
                                   theme.text) +
                   4;
    return scene;
}

} // namespace shardscope::app
