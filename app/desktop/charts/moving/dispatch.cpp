// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/moving/moving_scenes.h"
#include "app/session/text/words.h"

#include <QLocale>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr std::int64_t kMostExpertRanks = 16;
constexpr double kDispatchRow = 26;
constexpr double kDispatchNames = 76;
constexpr double kThickest = 7;

QString rowsText(double rows) { return integerString(static_cast<std::int64_t>(rows + 0.5)); }

} // namespace

Scene dispatchScene(const ExpertDispatch& dispatch, double width, const Theme& theme)
{
    Scene scene{width};
    const std::int64_t shown = std::min(dispatch.ranks, kMostExpertRanks);
    const double others = dispatch.ranks > 1
                              ? (static_cast<double>(dispatch.ranks) * dispatch.mean - dispatch.busiest) /
                                    static_cast<double>(dispatch.ranks - 1)
                              : dispatch.mean;
    double y = sayFrame(scene, 0,
                        Words::tr("%1 ranks share %2 experts; each token goes to %3 of them.")
                            .arg(QString::number(dispatch.ranks), QString::number(dispatch.experts),
                                 QString::number(dispatch.perToken)),
                        theme) +
               8;
    const double box = std::min(120.0, width * 0.22);
    const double right = std::max(width * 0.5, kDispatchNames + box + 60);
    const double room = std::max(40.0, width - right - 8);
    scene.text({kDispatchNames, y, box, 16}, Words::tr("tokens"), theme.textDim, kTextMiddle);
    scene.text({right, y, room, 16}, Words::tr("rows of their experts"), theme.textDim);
    const double top = y + 20;
    const QColor exchange = colorOf(core::OpClass::CollectiveExpert);
    const QColor product = colorOf(core::OpClass::MatrixProduct);
    // The busiest is the first: which one it is in truth changes with layer and step.
    const auto rowsOf = [&](std::int64_t rank) { return rank == 0 ? dispatch.busiest : others; };
    const auto middle = [&](std::int64_t rank) {
        return top + (static_cast<double>(rank) + 0.5) * kDispatchRow;
    };
    for (std::int64_t from = 0; from < shown; ++from) {
        for (std::int64_t to = 0; to < shown; ++to) {
            SceneLine& line = scene.line(
                {kDispatchNames + box, middle(from)}, {right, middle(to)},
                paler(exchange, to == 0 ? 0.1 : 0.55, theme),
                std::max(0.6, kThickest * rowsOf(to) / dispatch.busiest / static_cast<double>(shown)));
            line.behind = true;
        }
    }
    for (std::int64_t rank = 0; rank < shown; ++rank) {
        const double at = middle(rank) - kDispatchRow / 2 + 3;
        const double high = kDispatchRow - 6;
        scene.text({0, at, kDispatchNames - 8, high}, Words::tr("rank %1").arg(rank), theme.text, kTextRight);
        scene.boxes.push_back({QRectF(kDispatchNames, at, box, high), theme.raised, theme.line, false, 3,
                               rowsText(dispatch.tokens)});
        const double wide = room * rowsOf(rank) / dispatch.busiest;
        scene.box({right, at, wide, high}, product).label = rowsText(rowsOf(rank));
        if (wide < room - 2) {
            SceneBox& waiting = scene.box({right + wide, at, room - wide, high}, theme.panel);
            waiting.edge = theme.line;
            waiting.hatch = true;
            waiting.label = Words::tr("waits");
        }
        scene.spot(
            {0, at, width, high},
            rank == 0 ? Words::tr("The busiest rank: %1 rows, %2 times the mean")
                            .arg(rowsText(dispatch.busiest), QLocale().toString(dispatch.imbalance(), 'g', 3))
                      : Words::tr("Rank %1: %2 rows; it waits for the busiest for %3 of the time")
                            .arg(QString::number(rank), rowsText(rowsOf(rank)),
                                 percentString(1 - rowsOf(rank) / dispatch.busiest)),
            QStringLiteral("rank.%1").arg(rank));
    }
    y = top + static_cast<double>(shown) * kDispatchRow + 8;
    if (shown < dispatch.ranks)
        y = scene.paragraph(y, Words::tr("%1 of %2 ranks are drawn.").arg(shown).arg(dispatch.ranks),
                            theme.textDim) +
            2;
    y = scene.paragraph(
        y,
        Words::tr("The busiest rank has %1 times the mean (--expert-imbalance). The exchange takes %2 "
                  "of a step of %3; if all had as many rows the step would take %4.")
            .arg(QLocale().toString(dispatch.imbalance(), 'g', 3), quantityString(dispatch.exchange),
                 quantityString(dispatch.step), quantityString(dispatch.even)),
        theme.text);
    scene.height =
        scene.paragraph(y + 4,
                        Words::tr("Which rank is the busiest changes from layer to layer; the others are "
                                  "drawn alike."),
                        theme.textDim) +
        4;
    return scene;
}

} // namespace shardscope::app
