// SPDX-License-Identifier: GPL-3.0-or-later
// How many times the rate of its other frameworks PERSIA has.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/bar_rows.h"
#include "app/session/published/persia_peers.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {

Scene peerScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    std::vector<BarRow> rows;
    double most = 1;
    for (const PersiaPeer& one : persiaPeers(study.request.model.name)) {
        most = std::max(most, one.times());
        const QString name =
            Words::tr("%1, %2 GPUs").arg(systemName(one.system), integerString(one.accelerators));
        const QString figure = Words::tr("%1 samples/s, PERSIA %2 (%3)")
                                   .arg(countString(one.samplesPerSecond), countString(one.persia),
                                        QString::fromStdString(one.source));
        rows.push_back({name,
                        {{one.times(), theme.accent, name, figure}},
                        Words::tr("%1 times").arg(countString(one.times()))});
    }
    const double y = rows.empty() ? 0 : addBarRows(scene, 0, rows, most, most, theme) + 6;
    scene.height =
        std::max(64.0, scene.paragraph(y,
                                       rows.empty() ? Words::tr("Nothing was published of other frameworks "
                                                                "on this model.")
                                                    : Words::tr("How many times their rate PERSIA had on as "
                                                                "many V100: published, not predicted."),
                                       theme.textDim)) +
        4;
    return scene;
}

} // namespace shardscope::app
