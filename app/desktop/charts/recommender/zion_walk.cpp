// SPDX-License-Identifier: GPL-3.0-or-later
// From Zion to ZionEX change by change, and the constants that Zion's model stands on.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/session/recommender/zion_sentence.h"
#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kWalkRow = 38;
constexpr double kConstantRow = 46;

} // namespace

Scene zionWalkScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    double most = 0;
    for (const planner::ZionWalkRow& one : study.zionWalk)
        most = std::max(most, one.samplesPerSecond);
    double y = 0;
    for (const planner::ZionWalkRow& one : study.zionWalk) {
        const QString name = boundName(one.change);
        const QString figure =
            one.change == "zion"
                ? Words::tr("%1 samples/s; limited by %2")
                      .arg(countString(one.samplesPerSecond), boundName(one.bound))
                : Words::tr("%1 samples/s, %2 times Zion's (%3 to %4); limited by %5")
                      .arg(countString(one.samplesPerSecond), countString(one.times),
                           countString(one.timesFrom), countString(one.timesTo), boundName(one.bound));
        const bool synchronous =
            one.change == "synchronous" || one.change == "bits_16" || one.change == "plan";
        scene.text({0, y, width, 16}, name + QStringLiteral(": ") + figure, theme.text);
        scene.box({0, y + 18, width, 9}, theme.raised);
        scene.box({0, y + 18, most > 0 ? width * one.samplesPerSecond / most : 0, 9},
                  synchronous ? theme.accent : theme.bad);
        scene.spot({0, y, width, kWalkRow - 6}, name + QStringLiteral(": ") + figure);
        y += kWalkRow;
    }
    scene.height =
        scene.paragraph(y,
                        Words::tr("Each row keeps the changes above it. Rows of Zion let nothing wait for "
                                  "anything but the slowest resource; ZionEX's are whole synchronous steps. "
                                  "Its accelerators are ZionEX's in every row. In brackets: over the ranges "
                                  "of Zion's constants.") +
                            QLatin1Char(' ') +
                            zionSentence(study, [](double value) { return countString(value); }),
                        theme.text) +
        4;
    return scene;
}

Scene zionFigureScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const double name = std::min(250.0, width / 2);
    double y = 0;
    for (const planner::ZionConstant& one : planner::zionConstants()) {
        const planner::ZionFigures& figures = study.request.choices.zion;
        const bool given = planner::isGiven(figures, one.figure);
        const double value = figures[one.figure];
        const double least = std::min({one.low, one.value, value});
        const double most = std::max({one.high, one.value, value});
        const QColor color = given ? theme.accent : one.unverified ? theme.bad : theme.accent;
        const QString label = translated(one.label);
        scene.text({0, y, name - 8, 16},
                   QFontMetricsF(interfaceFont(TypeSize::Small, Weight::Regular))
                       .elidedText(label, Qt::ElideRight, name - 8),
                   theme.text);
        const double room = std::max(20.0, width - name - 120);
        const auto at = [&](double of) { return name + room * of / most; };
        scene.box({name, y + 5, room, 7}, theme.raised);
        scene.box({at(least), y + 5, std::max(3.0, at(most) - at(least)), 7}, paler(color, 0.55, theme));
        scene.box({at(value) - 2, y + 1, 4, 15}, color);
        const QString range =
            given || one.low == one.high
                ? quantityString(value, core::kNumber)
                : Words::tr("%1 (%2 to %3)")
                      .arg(quantityString(value, core::kNumber), quantityString(one.low, core::kNumber),
                           quantityString(one.high, core::kNumber));
        scene.text({name + room + 8, y, 112, 16}, range, theme.text);
        QString source = given ? translated(N_("given")) : translated(one.source);
        if (one.unverified && !given)
            source = Words::tr("unverified: %1").arg(source);
        scene.text({0, y + 18, width, 16},
                   QFontMetricsF(interfaceFont(TypeSize::Small, Weight::Regular))
                       .elidedText(source, Qt::ElideRight, width),
                   theme.textDim);
        scene.spot({0, y, width, kConstantRow - 8}, label + QStringLiteral(": ") + range +
                                                        QStringLiteral(". ") + translated(one.help) +
                                                        QStringLiteral(" (") + source + QLatin1Char(')'));
        y += kConstantRow;
    }
    scene.height = scene.paragraph(y,
                                   Words::tr("Each constant can be set on the left, or with --set on the "
                                             "command line; what is set has no range."),
                                   theme.textDim) +
                   4;
    return scene;
}

} // namespace shardscope::app
