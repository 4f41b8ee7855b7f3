// SPDX-License-Identifier: GPL-3.0-or-later
// DLRM's parts from the inputs up, each with its bytes and its arithmetic; and how large such models became.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/curve_chart.h"
#include "app/session/published/parameter_years.h"
#include "app/session/recommender/dlrm_structure.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kPartHigh = 50;
constexpr double kPartGap = 26;

void addPart(Scene& scene, const QRectF& area, const StructurePart& part, const QColor& color,
             const Theme& theme)
{
    const QString flops = Words::tr("%1 a sample").arg(quantityString(part.flops, core::kFlop));
    scene.boxes.push_back({area, paler(color, 0.7, theme), color, false, 3});
    scene.text({area.left() + 6, area.top() + 3, area.width() - 12, 15}, translated(part.name), theme.text,
               kTextLeft, Weight::Strong);
    scene.text({area.left() + 6, area.top() + 3, area.width() - 12, 15}, quantityString(part.weights),
               theme.text, kTextRight);
    scene.text({area.left() + 6, area.top() + 18, area.width() - 12, 14}, QString::fromStdString(part.detail),
               theme.textDim);
    scene.text({area.left() + 6, area.top() + 32, area.width() - 12, 14}, flops, theme.text);
    if (part.read.value() > 0)
        scene.text({area.left() + 6, area.top() + 32, area.width() - 12, 14},
                   Words::tr("%1 read a sample").arg(quantityString(part.read)), theme.text, kTextRight);
    scene.spot(area, Words::tr("%1: %2 parameters, %3, %4")
                         .arg(translated(part.name), countString(part.parameters),
                              quantityString(part.weights), flops));
}

void addArrow(Scene& scene, QPointF from, QPointF to, double elements, const Theme& theme)
{
    scene.lines.push_back({QPolygonF({from, to}), theme.textDim, 1, false, true});
    const double x = (from.x() + to.x()) / 2;
    scene.text({x + 5, std::min(from.y(), to.y()), 150, std::abs(from.y() - to.y())},
               Words::tr("%1 elements").arg(countString(elements)), theme.textDim);
}

} // namespace

Scene structureScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const std::vector<StructurePart> parts = structureOf(study.model());
    const StructurePart& bottom = parts[0];
    const StructurePart& tables = parts[1];
    const double side = width * 0.4;
    const double step = kPartHigh + kPartGap;
    const QRectF top(width * 0.1, 0, width * 0.8, kPartHigh);
    const QRectF between(width * 0.1, step, width * 0.8, kPartHigh);
    const QRectF left(0, 2 * step, side, kPartHigh);
    const QRectF right(width - width * 0.55, 2 * step, width * 0.55, kPartHigh);
    const QColor dense = colorOf(core::OpClass::MatrixProduct);
    addPart(scene, top, parts[3], dense, theme);
    addPart(scene, between, parts[2], colorOf(core::OpClass::Copy), theme);
    addPart(scene, left, bottom, dense, theme);
    addPart(scene, right, tables, colorOf(core::Purpose::Embedding), theme);
    addArrow(scene, {between.center().x(), between.top() - 2}, {top.center().x(), top.bottom() + 2},
             parts[2].outputs, theme);
    const double fromLeft = left.center().x();
    const double fromRight = right.center().x();
    addArrow(scene, {fromLeft, left.top() - 2}, {fromLeft, between.bottom() + 2}, bottom.outputs, theme);
    addArrow(scene, {fromRight, right.top() - 2}, {fromRight, between.bottom() + 2}, tables.outputs, theme);
    double y = right.bottom() + 6;
    scene.text({left.left(), y, left.width(), 14},
               Words::tr("%1 numeric features").arg(integerString(study.model().denseFeatures)),
               theme.textDim, kTextMiddle);
    scene.text(
        {right.left(), y, right.width(), 14},
        Words::tr("%1 ids of %2 features")
            .arg(countString(study.model().lookupsPerSample()), integerString(study.model().tableCount())),
        theme.textDim, kTextMiddle);
    y += 22;
    QStringList held;
    for (const TierShare& tier : study.tiers) {
        if (tier.held.value() > 0)
            held << Words::tr("%1 %2 (%3 of the lookups)")
                        .arg(quantityString(tier.held), tierName(tier.tier), percentString(tier.lookups, 0));
    }
    if (!held.isEmpty())
        y = scene.paragraph(
            y, Words::tr("Tables with their state lie in: %1.").arg(held.join(QStringLiteral("; "))),
            theme.text);
    else
        y = scene.paragraph(y,
                            Words::tr("Tables with their state lie on the parameter servers: %1.")
                                .arg(quantityString(study.operations.memory.residentBytes)),
                            theme.text);
    double parameters = 0;
    double flops = 0;
    for (const StructurePart& part : parts) {
        parameters += part.parameters;
        flops += part.flops;
    }
    scene.height =
        scene.paragraph(
            y + 4,
            Words::tr("The tables are %1 of the parameters and %2 of the arithmetic; a forward pass takes "
                      "%3 a sample.")
                .arg(percentString(tables.parameters / parameters, 2), percentString(tables.flops / flops, 2),
                     quantityString(flops, core::kFlop)),
            theme.text) +
        4;
    return scene;
}

Scene yearScene(const Study&, double width, const Theme& theme)
{
    Scene scene{width};
    Curve seen{{}, theme.accent};
    Curve told{{}, theme.textDim};
    seen.dotsOnly = true;
    told.dotsOnly = true;
    // Years lie so close on a logarithmic axis that it is a plain one.
    CurveChart chart{.height = 210,
                     .above = 2,
                     .acrossTitle = Words::tr("year"),
                     .upTitle = Words::tr("parameters, logarithmic"),
                     .upText = countString};
    int before = 0;
    for (const YearPoint& one : parameterYears()) {
        (one.secondHand ? told : seen)
            .points.push_back({static_cast<double>(one.year), one.parameters,
                               Words::tr("%1, %2: %3 parameters (%4)")
                                   .arg(QString::fromUtf8(one.name), QString::number(one.year),
                                        countString(one.parameters), QString::fromUtf8(one.source))});
        if (one.year != before)
            chart.across.push_back({static_cast<double>(one.year), QString::number(one.year)});
        before = one.year;
    }
    chart.curves = {std::move(told), std::move(seen)};
    double y = addCurves(scene, chart, theme);
    y = scene.legend(
        y, {{theme.accent, Words::tr("as published")}, {theme.textDim, Words::tr("second hand")}}, theme);
    scene.height =
        scene.paragraph(
            y + 4,
            Words::tr("From Google's 1 billion of 2016 to 100 trillion. The article says 10 trillion of "
                      "Facebook's model where PERSIA's paper says 12: both are shown."),
            theme.text) +
        4;
    return scene;
}

} // namespace shardscope::app
