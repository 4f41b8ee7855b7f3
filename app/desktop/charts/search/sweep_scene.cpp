// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/search/sweep_scene.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/log_axes.h"
#include "app/session/text/messages.h"
#include "core/units/plain_number.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kPlot = 210;
constexpr double kRow = 22;
constexpr double kBar = 16;
constexpr double kNames = 140;
constexpr double kFigures = 110;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(SweepScene)
};

double tokensPerSecond(const FoundLayout& found)
{
    return found.hit.samplesPerSecond * static_cast<double>(found.hit.plan.batch.sequenceLength);
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
    return Words::tr("%1 %2: %3 tokens/s, efficiency %4; %5")
        .arg(QString::fromStdString(sweep.key), QString::fromStdString(row.value),
             countString(tokensPerSecond(*row.best)), percentString(row.efficiency, 0),
             QString::fromStdString(layoutWords(row.best->hit.plan)));
}

void addCurve(Scene& scene, const Sweep& sweep, const std::vector<Point>& points, const Theme& theme)
{
    LogAxes axes(scene.width, kPlot);
    std::vector<AxisMark> across;
    for (const Point& point : points) {
        axes.include(point.at, tokensPerSecond(*point.row->best));
        across.push_back({point.at, QString::fromStdString(point.row->value)});
    }
    axes.widen(1, 1, 1.5, 2.2);
    std::vector<AxisMark> up;
    for (const double value : axes.roundValuesUp())
        up.push_back({value, countString(value)});
    scene.height = axes.addTo(scene, std::move(across), std::move(up),
                              Words::tr("%1, logarithmic").arg(QString::fromStdString(sweep.key)),
                              Words::tr("tokens/s, logarithmic"), theme);
    QPolygonF curve;
    QPolygonF proportional;
    const double first = tokensPerSecond(*points.front().row->best);
    for (const Point& point : points) {
        const QPointF at = axes.at(point.at, tokensPerSecond(*point.row->best));
        curve << at;
        const double linear = first * point.at / points.front().at;
        if (sweep.key == "devices" && linear <= axes.highY())
            proportional << axes.at(point.at, linear);
        const double radius = point.row->knee ? 5 : 3.5;
        scene.boxes.push_back({QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius),
                               point.row->knee ? theme.text : theme.accent, theme.page, false, radius});
        scene.spot(QRectF(at.x() - 8, at.y() - 8, 16, 16), hintOf(sweep, *point.row));
        if (point.row->knee)
            scene.texts.push_back({QRectF(at.x() - 90, at.y() + 8, 180, 14),
                                   Words::tr("knee: %1").arg(QString::fromStdString(point.row->value)),
                                   theme.text, Qt::AlignHCenter | Qt::AlignVCenter, TypeSize::Small,
                                   Weight::Strong, true});
    }
    if (proportional.size() > 1) {
        const double right = std::min(proportional.back().x(), axes.area().right());
        scene.texts.push_back({QRectF(right - 200, proportional.back().y() - 17, 196, 14),
                               Words::tr("in proportion"), theme.textDim, Qt::AlignRight | Qt::AlignVCenter,
                               TypeSize::Small, Weight::Regular, true});
        scene.lines.push_back({std::move(proportional), theme.textDim, 1, true, false, true});
    }
    scene.lines.push_back({std::move(curve), theme.accent, 2, false, false, true});
}

void addBars(Scene& scene, const Sweep& sweep, const Theme& theme)
{
    double most = 0;
    for (const SweepRow& row : sweep.rows)
        most = std::max(most, row.best ? tokensPerSecond(*row.best) : 0);
    const double names = std::min(kNames, scene.width / 3);
    for (const SweepRow& row : sweep.rows) {
        const double y = scene.height;
        scene.height += kRow;
        scene.texts.push_back({QRectF(0, y, names - 8, kRow), QString::fromStdString(row.value), theme.text});
        if (!row.best) {
            scene.texts.push_back(
                {QRectF(names, y, scene.width - names, kRow), Words::tr("nothing fits"), theme.textDim});
            continue;
        }
        const double rate = tokensPerSecond(*row.best);
        const QRectF bar(names, y + (kRow - kBar) / 2,
                         std::max(1.0, (scene.width - names - kFigures) * rate / most), kBar);
        scene.boxes.push_back({bar, rate == most ? theme.accent : theme.textDim});
        scene.texts.push_back({QRectF(bar.right() + 6, y, kFigures, kRow),
                               Words::tr("%1 tokens/s").arg(countString(rate)), theme.textDim});
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
    scene.texts.push_back({QRectF(area.left(), area.top(), area.width(), kTitle),
                           labelText(values.front().key), theme.text, Qt::AlignLeft | Qt::AlignVCenter,
                           TypeSize::Small, Weight::Strong});
    const double each = std::min(36.0, plot.width() / static_cast<double>(values.size()));
    const double base = plot.bottom() - plot.height() / kMost;
    scene.lines.push_back({QPolygonF({{plot.left(), base}, {plot.left() + plot.width(), base}}), theme.line,
                           1, true, false, true});
    double free = plot.left(); // up to there labels are written
    for (std::size_t i = 0; i < values.size(); ++i) {
        const AxisWorth& value = values[i];
        const double share = std::min(kMost, value.stepSeconds / best) / kMost;
        const double left = plot.left() + each * static_cast<double>(i);
        const QRectF bar(left + 1, plot.bottom() - share * plot.height(), std::max(2.0, each - 3),
                         share * plot.height());
        scene.boxes.push_back(
            {bar, value.best ? theme.accent : paler(theme.textDim, 0.45, theme), {}, !value.feasible});
        const QString name = QString::fromStdString(value.value);
        const double wide = textWidth(name);
        const double middle = left + each / 2;
        if (middle - wide / 2 >= free - 1 || value.best) {
            scene.texts.push_back({QRectF(middle - wide / 2 - 4, plot.bottom(), wide + 8, kLabel), name,
                                   value.best ? theme.text : theme.textDim,
                                   Qt::AlignHCenter | Qt::AlignVCenter, TypeSize::Small,
                                   value.best ? Weight::Strong : Weight::Regular, value.best});
            free = middle + wide / 2 + 6;
        }
        const QString worth =
            QStringLiteral("%1 %2: %3, %4%5")
                .arg(labelText(value.key), name, quantityString(value.stepSeconds, core::kSecond),
                     value.stepSeconds < best ? QString() : QStringLiteral("+"),
                     percentString(value.stepSeconds / best - 1));
        scene.spot(QRectF(left, plot.top(), each, plot.height()),
                   value.feasible ? worth : Words::tr("%1; does not fit").arg(worth));
    }
}

} // namespace

Scene sweepScene(const Sweep& sweep, double width, const Theme& theme)
{
    Scene scene;
    scene.width = width;
    const std::vector<Point> points = pointsOf(sweep);
    const auto plans = std::count_if(sweep.rows.begin(), sweep.rows.end(),
                                     [](const SweepRow& row) { return row.best.has_value(); });
    if (points.size() > 1 && static_cast<std::size_t>(plans) == points.size())
        addCurve(scene, sweep, points, theme);
    else
        addBars(scene, sweep, theme);
    return scene;
}

Scene axesScene(const std::vector<AxisWorth>& axes, double width, const Theme& theme)
{
    constexpr double kPanel = 220;
    constexpr double kTall = 110;
    constexpr double kGap = 20;
    Scene scene;
    scene.width = width;
    const auto best =
        std::find_if(axes.begin(), axes.end(), [](const AxisWorth& value) { return value.best; });
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
        const double y = static_cast<double>(panel / across) * (kTall + kGap);
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
