// SPDX-License-Identifier: GPL-3.0-or-later
// Declared in search_scenes.h.
#include "app/desktop/charts/search/search_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kWhyRow = 22;
constexpr double kWhyBar = 16;
constexpr double kWhyNames = 190;
constexpr double kWhyFigures = 90;
constexpr double kWorthShowing = 1e-3; ///< of the plan's time

} // namespace

Scene whyScene(const WhyNot& why, double width, const Theme& theme)
{
    Scene scene{width};
    const auto total = std::ranges::find_if(
        why.parts, [](const WhyNot::Part& part) { return part.part == core::StepPart::Total; });
    if (total == why.parts.end() || total->seconds <= 0)
        return scene;
    const double names = std::min(kWhyNames, width / 3);
    const double most = std::max(total->seconds, total->bestSeconds);
    double highest = most;
    double level = total->seconds;
    for (const WhyNot::Part& part : why.parts) {
        if (part.part == core::StepPart::Total)
            continue;
        level -= part.seconds - part.bestSeconds;
        highest = std::max(highest, level);
    }
    const double scale = std::max(20.0, width - names - kWhyFigures) / highest;
    double y = 0;
    const auto row = [&](const QString& name, double from, double to, const QColor& fill,
                         const QString& figure) {
        const QRectF bar(names + std::min(from, to) * scale, y + (kWhyRow - kWhyBar) / 2,
                         std::max(1.0, std::abs(to - from) * scale), kWhyBar);
        scene.box(bar, fill);
        scene.text({0, y, names - 8, kWhyRow}, name, theme.text);
        scene.text({bar.right() + 6, y, kWhyFigures, kWhyRow}, figure, theme.textDim);
        scene.spot(bar, QStringLiteral("%1: %2").arg(name, figure));
        y += kWhyRow;
    };
    row(Words::tr("the plan, a sample"), 0, total->seconds, theme.textDim,
        quantityString(total->seconds, core::kSecond));
    level = total->seconds;
    for (const WhyNot::Part& part : why.parts) {
        const double loss = part.seconds - part.bestSeconds;
        if (part.part == core::StepPart::Total || std::abs(loss) < kWorthShowing * total->seconds)
            continue;
        const bool saved = loss > 0;
        row(stepPartName(part.part), level, level - loss, saved ? theme.good : theme.bad,
            (saved ? QStringLiteral("−") : QStringLiteral("+")) +
                quantityString(std::abs(loss), core::kSecond));
        level -= loss;
    }
    row(Words::tr("the best, a sample"), 0, total->bestSeconds, theme.accent,
        quantityString(total->bestSeconds, core::kSecond));
    scene.height = y + 4;
    return scene;
}

} // namespace shardscope::app
