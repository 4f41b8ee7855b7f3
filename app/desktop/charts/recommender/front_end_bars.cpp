// SPDX-License-Identifier: GPL-3.0-or-later
// What the hosts' network carries for ZionEX, against what it can.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/bar_rows.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

QString checkpointSentence(const planner::FrontEndUse& use, core::Seconds interval)
{
    if (!(interval.value() > 0))
        return Words::tr("No checkpoints are written.");
    QString text =
        Words::tr("A checkpoint of %1 a device takes %2 and begins every %3.")
            .arg(quantityString(use.checkpoint), quantityString(use.writing), quantityString(interval));
    if (!use.keepsUp)
        text += QLatin1Char(' ') + Words::tr("That is too often: fewer ones, or smaller ones "
                                             "(differential, quantised), would do.");
    if (use.snapshot.value() > 0)
        text += QLatin1Char(' ') + Words::tr("Copying device memory to the host stops training "
                                             "for %1, %2 of the time.")
                                       .arg(quantityString(use.snapshot), percentString(use.stall, 2));
    return text;
}

} // namespace

Scene frontEndScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const planner::FrontEndUse& use = study.frontEnd;
    if (!(use.link.value() > 0)) {
        scene.height = scene.paragraph(
            0,
            Words::tr("The hardware describes no network of the hosts (a link of level "
                      "front_end): what readers and checkpoints ask of it bounds nothing here."),
            theme.textDim);
        return scene;
    }
    const double most = std::max({1.0, use.batchShare, use.checkpointShare});
    const auto row = [&](const char* traffic, double share, core::BytesPerSecond rate, const QColor& color) {
        const QString name = trafficName(traffic);
        const QString figure =
            Words::tr("%1, %2 of it")
                .arg(quantityString(rate.value(), core::kBytePerSecond), percentString(share, 1));
        return BarRow{name,
                      {{share, share > 1 ? theme.bad : color, name, figure, QStringLiteral("front_end")}},
                      figure};
    };
    const std::vector<BarRow> rows{
        row("batches", use.batchShare, use.batches, colorOf(core::OpClass::Host)),
        row("checkpoints", use.checkpointShare, use.writes, colorOf(core::OpClass::Copy))};
    double y = addBarRows(scene, 0, rows, most, 1, theme);
    const BarRoom room = barRoom(rows, width);
    const double roof = room.left + room.width / most;
    scene.line({roof, 0}, {roof, y}, theme.text).dashed = true;
    y = scene.paragraph(
        y + 6,
        Words::tr("Of a device's share of its node's interfaces, %1 each way. A sample is %2: the "
                  "network would bring %3 samples/s.")
            .arg(quantityString(use.link.value(), core::kBytePerSecond), quantityString(use.sample),
                 countString(use.ceiling)),
        theme.text);
    scene.height = scene.paragraph(y + 4, checkpointSentence(use, study.request.choices.checkpoint.interval),
                                   use.keepsUp ? theme.text : theme.bad) +
                   4;
    return scene;
}

} // namespace shardscope::app
