// SPDX-License-Identifier: GPL-3.0-or-later
// What each of Zion's parts is used for at the rate that the tightest one leaves, and ZionEX's rate beside
// it.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/bar_rows.h"
#include "app/session/recommender/zion_sentence.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

namespace shardscope::app {

Scene zionScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const planner::ZionRate& zion = study.zion;
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
    scene.height =
        scene.paragraph(y + 6, zionSentence(study, [](double value) { return countString(value); }),
                        theme.text) +
        4;
    return scene;
}

} // namespace shardscope::app
