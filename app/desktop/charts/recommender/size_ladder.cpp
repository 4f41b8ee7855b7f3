// SPDX-License-Identifier: GPL-3.0-or-later
// Models by size on a logarithmic axis: the one at hand among those that the articles name.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/bar_rows.h"
#include "app/session/recommender/size_ladder.h"

#include <QCoreApplication>

#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kRow = 24;
constexpr double kDot = 9;
constexpr double kFigures = 64; ///< pixels right of the axis

struct Words {
    Q_DECLARE_TR_FUNCTIONS(SizeLadder)
};

} // namespace

Scene ladderScene(const Study& study, double width, const Theme& theme)
{
    Scene scene;
    scene.width = width;
    const std::vector<LadderStep> steps = sizeLadder(study);
    const double low = std::floor(std::log10(steps.front().parameters));
    const double high = std::ceil(std::log10(steps.back().parameters));
    const double room = width - kBarNames - kFigures;
    const auto at = [&](double value) {
        return kBarNames + room * (std::log10(value) - low) / std::max(1.0, high - low);
    };
    const double bottom = kRow * static_cast<double>(steps.size());
    for (double power = low; power <= high; ++power) {
        const double x = at(std::pow(10.0, power));
        scene.lines.push_back(
            {QPolygonF({QPointF(x, 0), QPointF(x, bottom)}), theme.line, 1, false, false, true});
        scene.texts.push_back({QRectF(x - 30, bottom + 2, 60, 14), countString(std::pow(10.0, power)),
                               theme.textDim, Qt::AlignCenter});
    }
    double y = 0;
    for (const LadderStep& one : steps) {
        const bool own = one.source.empty();
        const QColor color = own ? theme.accent : theme.textDim;
        const QString name = QString::fromStdString(one.name);
        const double x = at(one.parameters);
        scene.lines.push_back({QPolygonF({QPointF(kBarNames, y + kRow / 2), QPointF(x, y + kRow / 2)}),
                               theme.line, 1, false, false, true});
        scene.boxes.push_back(
            {QRectF(x - kDot / 2, y + (kRow - kDot) / 2, kDot, kDot), color, {}, false, kDot / 2});
        scene.texts.push_back(
            {QRectF(0, y, kBarNames - 8, kRow),
             QFontMetricsF(interfaceFont(TypeSize::Small, own ? Weight::Strong : Weight::Regular))
                 .elidedText(name, Qt::ElideRight, kBarNames - 8),
             theme.text, Qt::AlignLeft | Qt::AlignVCenter, TypeSize::Small,
             own ? Weight::Strong : Weight::Regular});
        scene.texts.push_back({QRectF(width - kFigures, y, kFigures, kRow), countString(one.parameters),
                               theme.text, Qt::AlignRight | Qt::AlignVCenter});
        scene.spot(QRectF(0, y, width, kRow),
                   own ? Words::tr("%1: %2 parameters").arg(name, countString(one.parameters))
                       : Words::tr("%1: %2 parameters (%3)")
                             .arg(name, countString(one.parameters), QString::fromStdString(one.source)));
        y += kRow;
    }
    scene.height = scene.paragraph(bottom + 22,
                                   Words::tr("Parameters, logarithmic; of the others as published. Sizes say "
                                             "nothing of arithmetic: tables are looked up, not multiplied."),
                                   theme.textDim) +
                   4;
    return scene;
}

} // namespace shardscope::app
