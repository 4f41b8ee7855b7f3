// SPDX-License-Identifier: GPL-3.0-or-later
// Declared in search_scenes.h.
#include "app/desktop/charts/search/search_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/curve_chart.h"
#include "app/session/search/layout_words.h"
#include "app/session/text/choice_words.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kRow = 22;
constexpr double kBar = 16;
constexpr double kNames = 140;
constexpr double kFigures = 110;

/// Whether the plan's samples are tokens to count.
bool hasTokens(const FoundLayout& found) { return found.hit.plan.batch.sequenceLength > 0; }

QString rateText(const FoundLayout& found)
{
    return (hasTokens(found) ? Words::tr("%1 tokens/s") : Words::tr("%1 samples/s"))
        .arg(countString(ratePerSecond(found.hit)));
}

struct Point {
    const SweepRow* row = nullptr;
    double at = 0; ///< its value as a number
};

/// Rows with a plan whose value is a number.
std::vector<Point> pointsOf(const Sweep& sweep)
{
    std::vector<Point> points;
    for (const SweepRow& row : sweep.rows) {
        if (const auto number = core::parseNumber(row.value); row.best && number && *number > 0)
            points.push_back({&row, *number});
    }
    return points;
}

QString hintOf(const Sweep& sweep, const SweepRow& row)
{
    return Words::tr("%1 %2: %3, efficiency %4; %5")
        .arg(optionText(sweep.key), choiceTitle(sweep.key, row.value), rateText(*row.best),
             percentString(row.efficiency, 0), QString::fromStdString(layoutWords(row.best->hit.plan)));
}

CurveChart chartOf(const Sweep& sweep, const std::vector<Point>& points, const Theme& theme)
{
    const QString key = optionText(sweep.key);
    CurveChart chart{.above = 2.2,
                     .acrossTitle = Words::tr("%1, logarithmic").arg(key),
                     .upTitle = hasTokens(*points.front().row->best) ? Words::tr("tokens/s, logarithmic")
                                                                     : Words::tr("samples/s, logarithmic"),
                     .upText = countString};
    Curve proportional{{}, theme.textDim, 1, true, false, Words::tr("in proportion"), theme.textDim};
    Curve rate{{}, theme.accent};
    const double first = ratePerSecond(points.front().row->best->hit);
    for (const Point& point : points) {
        const QString value = shownText(point.row->value);
        if (sweep.key == "devices")
            proportional.points.push_back({point.at, first * point.at / points.front().at});
        rate.points.push_back({point.at, ratePerSecond(point.row->best->hit), hintOf(sweep, *point.row),
                               point.row->knee ? Words::tr("knee: %1").arg(value) : QString(),
                               point.row->knee});
        chart.across.push_back({point.at, value});
    }
    chart.curves = {std::move(proportional), std::move(rate)};
    return chart;
}

void addBars(Scene& scene, const Sweep& sweep, const Theme& theme)
{
    double most = 0;
    for (const SweepRow& row : sweep.rows)
        most = std::max(most, row.best ? ratePerSecond(row.best->hit) : 0);
    const double names = std::min(kNames, scene.width / 3);
    for (const SweepRow& row : sweep.rows) {
        const double y = scene.height;
        scene.height += kRow;
        scene.text({0, y, names - 8, kRow}, choiceTitle(sweep.key, row.value), theme.text);
        if (!row.best) {
            scene.text({names, y, scene.width - names, kRow}, Words::tr("nothing fits"), theme.textDim);
            continue;
        }
        const double rate = ratePerSecond(row.best->hit);
        const QRectF bar(names, y + (kRow - kBar) / 2,
                         std::max(1.0, (scene.width - names - kFigures) * rate / most), kBar);
        scene.box(bar, rate == most ? theme.accent : theme.textDim);
        scene.text({bar.right() + 6, y, kFigures, kRow}, rateText(*row.best), theme.textDim);
        scene.spot(bar, hintOf(sweep, row));
    }
}

/// One axis' values, left to right.
void addAxis(Scene& scene, const std::vector<AxisWorth>& values, const QRectF& area, double best,
             const Theme& theme)
{
    constexpr double kTitle = 18;
    constexpr double kLabel = 14;
    constexpr double kMost = 2; ///< times the best step
    const QRectF plot = area.adjusted(0, kTitle, 0, -kLabel);
    scene.text({area.left(), area.top(), area.width(), kTitle}, labelText(values.front().key), theme.text,
               kTextLeft, Weight::Strong);
    const double each = std::min(36.0, plot.width() / static_cast<double>(values.size()));
    const double base = plot.bottom() - plot.height() / kMost;
    scene.lines.push_back({QPolygonF(QList<QPointF>{{plot.left(), base}, {plot.left() + plot.width(), base}}),
                           theme.line, 1, true, false, true});
    double free = plot.left(); // up to there labels are written
    for (std::size_t i = 0; i < values.size(); ++i) {
        const AxisWorth& value = values[i];
        const double share = std::min(kMost, value.stepSeconds / best) / kMost;
        const double left = plot.left() + each * static_cast<double>(i);
        const QRectF bar(left + 1, plot.bottom() - share * plot.height(), std::max(2.0, each - 3),
                         share * plot.height());
        scene.box(bar, value.best ? theme.accent : paler(theme.textDim, 0.45, theme)).hatch = !value.feasible;
        const QString name = choiceTitle(value.key, value.value);
        const double wide = textWidth(name);
        const double middle = left + each / 2;
        if (middle - wide / 2 >= free - 1 || value.best) {
            scene
                .text({middle - wide / 2 - 4, plot.bottom(), wide + 8, kLabel}, name,
                      value.best ? theme.text : theme.textDim, kTextMiddle,
                      value.best ? Weight::Strong : Weight::Regular)
                .halo = value.best;
            free = middle + wide / 2 + 6;
        }
        const QString worth =
            QStringLiteral("%1 %2: %3, %4%5")
                .arg(labelText(value.key), name, quantityString(value.stepSeconds, core::kSecond),
                     value.stepSeconds < best ? QString() : QStringLiteral("+"),
                     percentString(value.stepSeconds / best - 1));
        scene.spot({left, plot.top(), each, plot.height()},
                   value.feasible ? worth : Words::tr("%1; does not fit").arg(worth));
    }
}

} // namespace

Scene sweepScene(const Sweep& sweep, double width, const Theme& theme)
{
    Scene scene{width};
    const std::vector<Point> points = pointsOf(sweep);
    const auto plans =
        std::ranges::count_if(sweep.rows, [](const SweepRow& row) { return row.best.has_value(); });
    if (points.size() > 1 && static_cast<std::size_t>(plans) == points.size())
        scene.height = addCurves(scene, chartOf(sweep, points, theme), theme);
    else
        addBars(scene, sweep, theme);
    return scene;
}

Scene axesScene(const std::vector<AxisWorth>& axes, double width, const Theme& theme)
{
    constexpr double kPanel = 220;
    constexpr double kTall = 110;
    constexpr double kGap = 20;
    Scene scene{width};
    const auto best = std::ranges::find_if(axes, &AxisWorth::best);
    if (best == axes.end())
        return scene;
    const auto across = static_cast<std::size_t>(std::max(1.0, std::floor((width + kGap) / (kPanel + kGap))));
    const double wide = (width + kGap) / static_cast<double>(across) - kGap;
    std::size_t panel = 0;
    for (std::size_t begin = 0; begin < axes.size(); ++panel) {
        std::size_t end = begin;
        while (end < axes.size() && axes[end].key == axes[begin].key)
            ++end;
        const double x = static_cast<double>(panel % across) * (wide + kGap);
        const std::size_t row = panel / across;
        const double y = static_cast<double>(row) * (kTall + kGap);
        addAxis(scene,
                {axes.begin() + static_cast<std::ptrdiff_t>(begin),
                 axes.begin() + static_cast<std::ptrdiff_t>(end)},
                QRectF(x, y, wide, kTall), best->stepSeconds, theme);
        scene.height = y + kTall;
        begin = end;
    }
    const double below =
        scene.paragraph(scene.height + 6,
                        Words::tr("Height: the step's time with one key changed; the dashed line is the best "
                                  "plan's, bars end at twice of it. Hatched: does not fit."),
                        theme.textDim);
    scene.height = below;
    return scene;
}

} // namespace shardscope::app
