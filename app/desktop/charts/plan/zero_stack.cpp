// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/plan/zero_stack.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/choice_words.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"

#include <QLocale>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kStackTall = 240; ///< of the tallest column
constexpr double kStackHead = 10;  ///< above it
constexpr double kStackLine = 19;  ///< of the words below
constexpr double kStackWidest = 110;
constexpr double kStackLabelled = 15; ///< a part that is as tall has its figure inside

QString bytesText(double bytes) { return QLocale().toString(bytes, 'g', 3); }

struct StackPart {
    core::Purpose purpose;
    double bytes;
};

/// The parts from the top, as the paper's figure 1 has them.
std::vector<StackPart> stackPartsOf(const ZeroStage& stage)
{
    return {{core::Purpose::Weights, stage.weights},
            {core::Purpose::Gradients, stage.gradients},
            {core::Purpose::OptimizerState, stage.optimizer}};
}

QString stageTold(const ZeroStage& stage)
{
    QStringList parts;
    for (const StackPart& part : stackPartsOf(stage))
        parts << QStringLiteral("%1 %2").arg(purposeName(part.purpose), bytesText(part.bytes));
    return Words::tr("%1: %2 bytes for each parameter (%3), %4 of a device's state; %5 elements for each "
                     "parameter are moved in a step")
        .arg(zeroTitle(stage.stage), bytesText(stage.bytes()), parts.join(QStringLiteral(", ")),
             quantityString(stage.state), bytesText(stage.moved));
}

void addStageColumn(Scene& scene, const ZeroStage& stage, const QRectF& place, double most,
                    const Theme& theme)
{
    const double wide = std::min(kStackWidest, place.width() * 0.7);
    const double left = place.center().x() - wide / 2;
    const double bottom = kStackHead + kStackTall;
    double y = bottom - stage.bytes() / most * kStackTall;
    for (const StackPart& part : stackPartsOf(stage)) {
        const double tall = part.bytes / most * kStackTall;
        SceneBox& box =
            scene.box({left, y, wide, std::max(tall, part.bytes > 0 ? 1.0 : 0.0)}, colorOf(part.purpose));
        if (tall >= kStackLabelled)
            box.label = QStringLiteral("%1 %2").arg(letterOf(part.purpose), bytesText(part.bytes));
        y += tall;
    }
    const auto line = [&](int at, const QString& words, const QColor& ink, Weight weight = Weight::Regular) {
        scene.text({place.left(), bottom + 8 + at * kStackLine, place.width(), kStackLine}, words, ink,
                   kTextMiddle, weight, at == 0 ? TypeSize::Body : TypeSize::Small);
    };
    line(0, zeroTitle(stage.stage), stage.own ? theme.accent : theme.text, Weight::Strong);
    line(1, Words::tr("%1 bytes").arg(bytesText(stage.bytes())), theme.text);
    line(2, Words::tr("%1 of state").arg(quantityString(stage.state)), theme.textDim);
    line(3,
         stage.fits ? Words::tr("fits: %1 in all").arg(quantityString(stage.peak))
                    : Words::tr("does not fit: %1").arg(quantityString(stage.peak)),
         stage.fits ? theme.good : theme.bad);
    line(4, Words::tr("moves %1 Ψ").arg(bytesText(stage.moved)), theme.textDim);
    scene.spot({place.left(), 0, place.width(), bottom + 8 + 5 * kStackLine}, stageTold(stage),
               QStringLiteral("zero.%1").arg(stage.stage));
}

} // namespace

Scene zeroStackScene(const std::vector<ZeroStage>& stages, double width, const Theme& theme)
{
    Scene scene{width};
    double most = 1;
    for (const ZeroStage& stage : stages)
        most = std::max(most, stage.bytes());
    const double bottom = kStackHead + kStackTall;
    scene.line({0, bottom + 0.5}, {width, bottom + 0.5}, theme.line);
    const double column = width / static_cast<double>(std::max<std::size_t>(1, stages.size()));
    for (std::size_t at = 0; at < stages.size(); ++at)
        addStageColumn(scene, stages[at], {static_cast<double>(at) * column, 0, column, bottom}, most, theme);
    scene.height = bottom + 8 + 5 * kStackLine + 10;
    if (!stages.empty())
        scene.text({0, scene.height, width, kStackLine},
                   Words::tr("A device holds %1 at most.").arg(quantityString(stages.front().capacity)),
                   theme.textDim);
    scene.height =
        scene.legend(scene.height + kStackLine + 4,
                     {{colorOf(core::Purpose::Weights), purposeName(core::Purpose::Weights)},
                      {colorOf(core::Purpose::Gradients), purposeName(core::Purpose::Gradients)},
                      {colorOf(core::Purpose::OptimizerState), Words::tr("optimizer, master weights")}},
                     theme);
    return scene;
}

} // namespace shardscope::app
