// SPDX-License-Identifier: GPL-3.0-or-later
// Models by size on a logarithmic axis: the one at hand among those that the articles name.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/bar_rows.h"
#include "app/session/recommender/size_ladder.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kLadderRow = 24;
constexpr double kDot = 9;
constexpr double kFigures = 64; ///< pixels right of the axis

} // namespace

Scene ladderScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const std::vector<LadderStep> steps = sizeLadder(study);
    const double low = std::floor(std::log10(steps.front().parameters));
    const double high = std::ceil(std::log10(steps.back().parameters));
    const double room = width - kBarNames - kFigures;
    const auto at = [&](double value) {
        return kBarNames + room * (std::log10(value) - low) / std::max(1.0, high - low);
    };
    const double bottom = kLadderRow * static_cast<double>(steps.size());
    for (double power = low; power <= high; ++power) {
        const double x = at(std::pow(10.0, power));
        scene.line({x, 0}, {x, bottom}, theme.line).behind = true;
        scene.text({x - 30, bottom + 2, 60, 14}, countString(std::pow(10.0, power)), theme.textDim,
                   kTextMiddle);
    }
    double y = 0;
    for (const LadderStep& one : steps) {
        const bool own = one.source.empty();
        const QColor color = own ? theme.accent : theme.textDim;
        const QString name = translated(one.name);
        const QFontMetricsF metrics(interfaceFont(TypeSize::Small, own ? Weight::Strong : Weight::Regular));
        // The title of the one at hand may be long: the catalogue's name says as much.
        const bool fits = !own || metrics.horizontalAdvance(name) <= kBarNames - 8;
        const double x = at(one.parameters);
        scene.line({kBarNames, y + kLadderRow / 2}, {x, y + kLadderRow / 2}, theme.line).behind = true;
        scene.box({x - kDot / 2, y + (kLadderRow - kDot) / 2, kDot, kDot}, color).corner = kDot / 2;
        scene.text({0, y, kBarNames - 8, kLadderRow},
                   metrics.elidedText(fits ? name : shownText(study.request.model.name), Qt::ElideRight,
                                      kBarNames - 8),
                   theme.text, kTextLeft, own ? Weight::Strong : Weight::Regular);
        scene.text({width - kFigures, y, kFigures, kLadderRow}, countString(one.parameters), theme.text,
                   kTextRight);
        scene.spot({0, y, width, kLadderRow},
                   own ? Words::tr("%1: %2 parameters").arg(name, countString(one.parameters))
                       : Words::tr("%1: %2 parameters (%3)")
                             .arg(name, countString(one.parameters), QString::fromStdString(one.source)));
        y += kLadderRow;
    }
    scene.height = scene.paragraph(bottom + 22,
                                   Words::tr("Parameters, logarithmic; of the others as published. Sizes say "
                                             "nothing of arithmetic: tables are looked up, not multiplied."),
                                   theme.textDim) +
                   4;
    return scene;
}

} // namespace shardscope::app
