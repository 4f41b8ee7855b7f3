// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/step_shares.h"

#include "app/desktop/base/number_text.h"

namespace shardscope::app {
namespace {

constexpr double kBar = 28;

QColor colorOfPart(const std::string& part, const Theme& theme)
{
    if (part == "computing")
        return colorOf(core::OpClass::MatrixProduct);
    if (part == "exposed_communication")
        return colorOf(core::OpClass::CollectiveReplica);
    if (part == "exposed_copies")
        return colorOf(core::OpClass::Copy);
    return theme.panel; // idle: nothing runs
}

} // namespace

Scene stepSharesScene(const profiler::Overview& overview, double width, const Theme& theme)
{
    Scene scene{width};
    if (overview.stepSeconds <= 0)
        return scene;
    std::vector<std::pair<QColor, QString>> legend;
    double x = 0;
    for (const profiler::StepPart& part : overview.parts) {
        const double share = part.seconds / overview.stepSeconds;
        const QRectF box(x, 1, share * (width - 1), kBar);
        x += box.width();
        if (part.seconds <= 0)
            continue;
        const QColor fill = colorOfPart(part.part, theme);
        const QString text = QStringLiteral("%1 %2 (%3)")
                                 .arg(stepShareName(part.part), quantityString(part.seconds, core::kSecond),
                                      percentString(share));
        const bool idle = fill == theme.panel;
        scene.boxes.push_back(
            {box, fill, idle ? theme.textDim : QColor(), false, 0, percentString(share, 0)});
        scene.spot(box, text);
        legend.emplace_back(idle ? theme.line : fill, text);
    }
    scene.height = scene.legend(kBar + metrics::kGrid, legend, theme) + 2;
    return scene;
}

} // namespace shardscope::app
