// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/curve_chart.h"
#include "app/desktop/charts/machine_scene.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::app {
namespace {

/// Whether a curve is of the matrix engine, against FLOP; else it is of bytes.
bool ofProducts(const core::EfficiencyCurve& curve)
{
    return curve.operation == "gemm" || curve.operation.starts_with("attention");
}

QString operationText(const std::string& operation)
{
    if (operation == "gemm")
        return Words::tr("matrix products");
    if (operation == "attention")
        return Words::tr("attention, forward");
    if (operation == "attention_backward")
        return Words::tr("attention, backward");
    if (operation == "elementwise")
        return Words::tr("element-wise");
    if (operation == "reduction")
        return Words::tr("reductions");
    if (operation == "gather")
        return Words::tr("gathers");
    if (operation == "optimizer")
        return Words::tr("optimizer");
    return operation == "collective" ? Words::tr("collectives") : shownText(operation);
}

QColor colorOfCurve(const std::string& operation)
{
    if (operation == "gemm")
        return colorOf(core::OpClass::MatrixProduct);
    if (operation.starts_with("attention"))
        return colorOf(core::OpClass::Attention);
    if (operation == "gather")
        return colorOf(core::OpClass::Embedding);
    if (operation == "optimizer")
        return colorOf(core::OpClass::Optimizer);
    return operation == "collective" ? colorOf(core::OpClass::CollectiveReplica)
                                     : colorOf(core::OpClass::Elementwise);
}

/// The curves of one kind, from the top of \p scene; none where there are none.
Scene chartOf(const core::HardwareSpec& hardware, bool products, double width, const Theme& theme)
{
    Scene scene{width};
    CurveChart chart;
    chart.height = 170;
    chart.above = 1.2;
    chart.acrossTitle = products ? Words::tr("FLOP of a call") : Words::tr("bytes of a call");
    chart.upTitle = products ? Words::tr("of the engine's peak") : Words::tr("of the bandwidth");
    chart.upText = [](double share) { return percentString(share, share < 0.1 ? 1 : 0); };
    double low = 0;
    double high = 0;
    for (const core::EfficiencyCurve& curve : hardware.efficiency) {
        if (ofProducts(curve) != products)
            continue;
        const QString name = QStringLiteral("%1, %2").arg(operationText(curve.operation),
                                                          shownText(std::string(core::nameOf(curve.dtype))));
        Curve drawn;
        drawn.color = colorOfCurve(curve.operation);
        drawn.nameColor = theme.text;
        drawn.name = name;
        for (std::size_t at = 0; at < curve.x.size(); ++at) {
            QString told = Words::tr("%1: %2 of the peak at %3")
                               .arg(name, percentString(curve.y[at]), countString(curve.x[at]));
            if (!curve.source.empty())
                told += QStringLiteral("; ") + shownText(curve.source);
            drawn.points.push_back({curve.x[at], curve.y[at], told});
            low = low == 0 ? curve.x[at] : std::min(low, curve.x[at]);
            high = std::max(high, curve.x[at]);
        }
        chart.curves.push_back(std::move(drawn));
    }
    if (chart.curves.empty() || low <= 0)
        return scene;
    for (double power = std::ceil(std::log10(low)); power <= std::log10(high); ++power)
        chart.across.push_back({std::pow(10.0, power), countString(std::pow(10.0, power))});
    scene.height = addCurves(scene, chart, theme);
    return scene;
}

/// \p part below what \p scene has.
void append(Scene& scene, Scene part)
{
    const double down = scene.height > 0 ? scene.height + 16 : 0;
    for (SceneBox& box : part.boxes)
        box.rect.translate(0, down);
    for (SceneLine& line : part.lines)
        line.points.translate(0, down);
    for (SceneText& text : part.texts)
        text.rect.translate(0, down);
    for (HotSpot& spot : part.spots)
        spot.area.translate(0, down);
    std::ranges::move(part.boxes, std::back_inserter(scene.boxes));
    std::ranges::move(part.lines, std::back_inserter(scene.lines));
    std::ranges::move(part.texts, std::back_inserter(scene.texts));
    std::ranges::move(part.spots, std::back_inserter(scene.spots));
    scene.height = down + part.height;
}

} // namespace

Scene efficiencyScene(const core::HardwareSpec& hardware, double width, const Theme& theme)
{
    Scene scene{width};
    for (const bool products : {true, false}) {
        Scene part = chartOf(hardware, products, width, theme);
        if (part.height > 0)
            append(scene, std::move(part));
    }
    return scene;
}

} // namespace shardscope::app
