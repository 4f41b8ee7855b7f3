// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/difference_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/session/compare/difference_texts.h"
#include "app/session/compare/waterfall.h"
#include "app/session/text/kernel_names.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kRow = 22;
constexpr double kBar = 16;
constexpr double kNames = 200;
constexpr double kFigures = 110;
constexpr double kBesideBar = 6;
constexpr double kCutShare =
    0.4; ///< the bars of the steps begin at least so much of the span before the lowest

QString signedTime(double seconds)
{
    return (seconds < 0 ? QStringLiteral("−") : QStringLiteral("+")) +
           quantityString(std::abs(seconds), core::kSecond);
}

/// "+1.1 ms", with what cancels within: "+1.1 ms (+3.0 ms, −1.9 ms)".
QString figureOf(const profiler::DifferencePart& part)
{
    const QString figure = signedTime(part.seconds);
    constexpr double kThird = 1.0 / 3; // of the larger direction
    const double more = std::max(part.slower, -part.faster);
    const double less = std::min(part.slower, -part.faster);
    if (less <= 0 || less < kThird * more)
        return part.unsure ? Words::tr("%1, not sure").arg(figure) : figure;
    return QStringLiteral("%1 (%2, %3)").arg(figure, signedTime(part.slower), signedTime(part.faster));
}

} // namespace

Scene waterfallScene(const SideDifference& difference, std::optional<std::size_t> chosen, double width,
                     const Theme& theme)
{
    using Kind = WaterfallBar::Kind;
    Scene scene{width};
    const std::vector<WaterfallBar> bars = waterfallBars(difference);
    if (bars.empty())
        return scene;
    double low = bars.front().seconds;
    double high = low;
    double level = low;
    for (const WaterfallBar& bar : bars) {
        if (bar.kind == Kind::From || bar.kind == Kind::To)
            level = bar.seconds;
        else
            level += bar.seconds;
        low = std::min(low, level);
        high = std::max(high, level);
    }
    // If the steps are much longer than what differs, their bars are cut.
    const double span = std::max(high - low, 1e-12);
    constexpr double kSame = 1e-3; // of the step: then nothing differs that could be seen
    const bool cut = span > kSame * high && low - kCutShare * span > 0.1 * high;
    const double zero = cut ? low - kCutShare * span : 0;
    const double names = std::min(kNames, width / 2.5);
    const double scale = std::max(20.0, width - names - kFigures) / std::max(high - zero, 1e-12);
    double y = 0;
    level = 0;
    for (const WaterfallBar& bar : bars) {
        const bool step = bar.kind == Kind::From || bar.kind == Kind::To;
        const double from = step ? zero : level;
        const double to = step ? bar.seconds : level + bar.seconds;
        level = to;
        const bool part = bar.kind == Kind::Part;
        const profiler::DifferencePart* const of = part ? &difference.steps.parts[bar.part] : nullptr;
        QColor fill = bar.kind == Kind::From ? theme.accent
                      : bar.kind == Kind::To ? theme.text
                      : bar.seconds > 0      ? theme.bad
                                             : theme.good;
        if (bar.kind == Kind::Rest)
            fill = theme.textDim;
        const QRectF box(names + (std::min(from, to) - zero) * scale, y + (kRow - kBar) / 2,
                         std::max(1.5, std::abs(to - from) * scale), kBar);
        scene.boxes.push_back({box, fill, {}, of != nullptr && of->unsure, 2});
        const QString name = of != nullptr && of->straggler
                                 ? (of->stage >= 0 ? Words::tr("slower stage %1").arg(of->stage)
                                                   : Words::tr("slower rank %1").arg(of->rank))
                                 : translated(bar.name);
        const double room = width - box.right() - kBesideBar;
        QString figure = step            ? quantityString(bar.seconds, core::kSecond)
                         : of != nullptr ? figureOf(*of)
                                         : signedTime(bar.seconds);
        if (!step && textWidth(figure) > room) // what cancels within is told when the bar is pointed at
            figure = signedTime(bar.seconds);
        const bool marked = part && chosen == bar.part;
        scene.text({0, y, names - 8, kRow}, name, theme.text, kTextRight,
                   marked ? Weight::Strong : Weight::Regular);
        scene.text({box.right() + kBesideBar, y, room, kRow}, figure, marked ? theme.text : theme.textDim);
        QString told = QStringLiteral("%1: %2").arg(name, of != nullptr ? figureOf(*of) : figure);
        if (of != nullptr) {
            const QString because = evidenceText(difference, *of, {});
            told += because.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(shownText(because));
        }
        scene.spot({0, y, width, kRow}, told, part ? QString::number(bar.part) : QString());
        if (step && zero > 0) { // cut: two slanted lines over the bar's begin
            for (const double at : {box.left() + 8, box.left() + 13})
                scene.line({at, box.bottom()}, {at + 4, box.top()}, theme.panel, 2);
        }
        y += kRow;
    }
    if (zero > 0)
        y = scene.paragraph(
            y + 4,
            Words::tr("Both steps' bars are cut: they begin at %1.").arg(quantityString(zero, core::kSecond)),
            theme.textDim);
    scene.height = y + 4;
    return scene;
}

namespace {

constexpr double kAxis = 20;
constexpr double kLane = 24;
constexpr double kBox = 18;

QString laneName(const StepLane& lane)
{
    if (lane.host)
        return lane.second ? Words::tr("B: host") : Words::tr("A: host");
    return lane.second ? Words::tr("B: device") : Words::tr("A: device");
}

/// 1, 2 or 5 times a power of ten: the least that leaves \p room between marks.
double markEvery(double perPixel, double room)
{
    const double least = perPixel * room;
    const double ten = std::pow(10, std::floor(std::log10(std::max(least, 1.0))));
    for (const double times : {1.0, 2.0, 5.0}) {
        if (times * ten >= least)
            return times * ten;
    }
    return 10 * ten;
}

QString boxText(const LaneBox& box)
{
    const QString name = box.name.empty() ? translated(std::string(termWord(box.term)))
                                          : shownText(shortName(box.name, kMostInTable));
    return QStringLiteral("%1: %2 + %3").arg(name, nanosString(box.begin), nanosString(box.end - box.begin));
}

} // namespace

Scene lanesScene(const StepLanes& lanes, const RulerWindow& window, const std::vector<core::StepTerm>& marked,
                 double width, const Theme& theme)
{
    Scene scene{width};
    const double room = width - kRulerNames;
    if (lanes.lanes.empty() || room < 40 || window.end <= window.begin)
        return scene;
    const double scale = room / (window.end - window.begin);
    const auto xOf = [&](double at) { return kRulerNames + (at - window.begin) * scale; };
    constexpr double kBetweenMarks = 90;
    const double every = markEvery(1 / scale, kBetweenMarks);
    const double bottom = kAxis + kLane * static_cast<double>(lanes.lanes.size());
    for (double at = std::ceil(window.begin / every) * every; at <= window.end; at += every) {
        scene.lines.push_back(
            {QPolygonF{{xOf(at), kAxis - 4}, {xOf(at), bottom}}, theme.line, 1, false, false, true});
        const QString time = nanosString(std::llround(at), 3);
        if (xOf(at) + 3 + textWidth(time) < width)
            scene.text({xOf(at) + 3, 0, kBetweenMarks, kAxis}, time, theme.textDim);
    }
    double y = kAxis;
    for (std::size_t index = 0; index < lanes.lanes.size(); ++index) {
        const StepLane& lane = lanes.lanes[index];
        scene.text({0, y, kRulerNames - 8, kLane}, laneName(lane), theme.text);
        double drawn = kRulerNames; // up to where something is: thinner boxes behind it are not seen
        for (const LaneBox& box : lane.boxes) {
            const bool mark = std::ranges::find(marked, box.term) != marked.end() && !lane.host;
            if (static_cast<double>(box.end) < window.begin || (box.gap && !mark))
                continue;
            if (static_cast<double>(box.begin) > window.end)
                break;
            const double left = std::max({xOf(static_cast<double>(box.begin)), drawn, kRulerNames});
            const double right = std::min(xOf(static_cast<double>(box.end)), width);
            if (right - left < 0.5 && right < drawn + 0.5)
                continue;
            const QRectF rect(left, y + (kLane - kBox) / 2, std::max(1.0, right - left), kBox);
            const QColor fill = box.gap ? theme.bad : colorOf(box.kind);
            scene.box(rect, marked.empty() || mark ? fill : paler(fill, 0.8, theme));
            scene.spot(rect, boxText(box), QStringLiteral("%1:%2:%3").arg(index).arg(box.begin).arg(box.end));
            drawn = rect.right();
        }
        const double end = xOf(static_cast<double>(lane.length)); // of the step
        if (end > kRulerNames && end < width)
            scene.line({end, y + 1}, {end, y + kLane - 1}, theme.text, 2);
        y += kLane;
    }
    scene.height = y + 4;
    return scene;
}

} // namespace shardscope::app
