// SPDX-License-Identifier: GPL-3.0-or-later
// A line is thinned to the lowest and highest point of each pixel column, so that peaks stay.
#include "app/desktop/charts/plot.h"

#include "app/desktop/base/number_text.h"
#include "app/session/tables/shown_cell.h"
#include "core/base/mapped.h"
#include "core/report/columns.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardscope::app {
namespace {

constexpr double kPlotLeft = 72;
constexpr double kPlotRight = 150; ///< room for direct labels
constexpr double kPlotTop = 12;
constexpr double kBottom = 28;
constexpr double kLabelHeight = 16;

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value)
    {
        if (!std::isfinite(value))
            return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] bool empty() const { return low > high; }
};

Range widened(Range range)
{
    if (range.empty())
        return {0, 1};
    if (range.low == range.high)
        return {range.low - std::max(0.5, std::abs(range.low) * 0.1),
                range.high + std::max(0.5, std::abs(range.high) * 0.1)};
    return range;
}

/// Steps, ranks: between them there is nothing.
bool wholeNumbers(const std::vector<core::Series>& series, std::size_t drawn)
{
    return std::all_of(
        series.begin(), series.begin() + static_cast<std::ptrdiff_t>(drawn), [](const core::Series& one) {
            return one.xDimension == core::kNumber &&
                   std::ranges::all_of(one.x, [](double value) { return value == std::round(value); });
        });
}

std::vector<QPointF> thinned(const std::vector<QPointF>& points)
{
    std::vector<QPointF> kept;
    std::size_t at = 0;
    while (at < points.size()) {
        const double column = std::floor(points[at].x());
        std::size_t end = at;
        std::size_t low = at;
        std::size_t high = at;
        while (end < points.size() && std::floor(points[end].x()) == column) {
            low = points[end].y() < points[low].y() ? end : low;
            high = points[end].y() > points[high].y() ? end : high;
            ++end;
        }
        std::size_t chosen[] = {at, std::min(low, high), std::max(low, high), end - 1};
        for (std::size_t index = 0; index < 4; ++index) {
            if (index == 0 || chosen[index] != chosen[index - 1])
                kept.push_back(points[chosen[index]]);
        }
        at = end;
    }
    return kept;
}

/// Moves labels apart, from top to bottom, without leaving the picture.
void spreadTitles(std::vector<PlotLine>& lines, double top, double bottom)
{
    auto order = core::mapped<PlotLine*>(lines, [](PlotLine& line) { return &line; });
    std::ranges::stable_sort(
        order, [](const PlotLine* a, const PlotLine* b) { return a->titleAt.y() < b->titleAt.y(); });
    double least = top + kLabelHeight / 2;
    for (PlotLine* line : order) {
        line->titleAt.setY(std::max(line->titleAt.y(), least));
        least = line->titleAt.y() + kLabelHeight;
    }
    double most = bottom - kLabelHeight / 2;
    std::for_each(order.rbegin(), order.rend(), [&](PlotLine* line) {
        line->titleAt.setY(std::min(line->titleAt.y(), most));
        most = line->titleAt.y() - kLabelHeight;
    });
}

} // namespace

QString seriesTitle(const core::Series& series) { return shownWords(series.title, series.words); }

std::vector<double> roundTicks(double low, double high, std::size_t most)
{
    if (!(high > low) || most == 0)
        return {};
    const double raw = (high - low) / static_cast<double>(most);
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    double step = power * 10;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= raw) {
            step = factor * power;
            break;
        }
    }
    std::vector<double> ticks;
    for (auto count = static_cast<std::int64_t>(std::ceil(low / step));
         static_cast<double>(count) * step <= high * (1 + 1e-12) && ticks.size() <= most + 1; ++count)
        ticks.push_back(static_cast<double>(count) * step);
    return ticks;
}

Plot layOutPlot(const std::vector<core::Series>& series, QSizeF size)
{
    Plot plot;
    plot.area = QRectF(kPlotLeft, kPlotTop, std::max(40.0, size.width() - kPlotLeft - kPlotRight),
                       std::max(40.0, size.height() - kPlotTop - kBottom));
    if (series.empty())
        return plot;
    plot.hidden = series.size() > kMostLines ? series.size() - kMostLines : 0;
    const std::size_t drawn = series.size() - plot.hidden;
    Range x;
    Range y;
    for (std::size_t index = 0; index < drawn; ++index) {
        for (const double value : series[index].x)
            x.add(value);
        for (const double value : series[index].y)
            y.add(value);
    }
    if (y.low > 0 && y.low < y.high * 0.8)
        y.low = 0; // a zero baseline, unless it would press the line flat
    x = widened(x);
    y = widened(y);
    const auto xOf = [&](double value) {
        return plot.area.left() + (value - x.low) / (x.high - x.low) * plot.area.width();
    };
    const auto yOf = [&](double value) {
        return plot.area.bottom() - (value - y.low) / (y.high - y.low) * plot.area.height();
    };
    const bool whole = wholeNumbers(series, drawn);
    for (const double tick : roundTicks(x.low, x.high, static_cast<std::size_t>(plot.area.width() / 90))) {
        if (!whole || std::abs(tick - std::round(tick)) < 1e-9)
            plot.xTicks.push_back({xOf(tick), quantityString(tick, series[0].xDimension, 4)});
    }
    for (const double tick : roundTicks(y.low, y.high, static_cast<std::size_t>(plot.area.height() / 36)))
        plot.yTicks.push_back({yOf(tick), quantityString(tick, series[0].yDimension)});
    for (std::size_t index = 0; index < drawn; ++index) {
        std::vector<QPointF> points;
        for (std::size_t at = 0; at < series[index].x.size(); ++at) {
            if (std::isfinite(series[index].x[at]) && std::isfinite(series[index].y[at]))
                points.emplace_back(xOf(series[index].x[at]), yOf(series[index].y[at]));
        }
        PlotLine line{seriesTitle(series[index]), index, thinned(points), {}};
        line.titleAt =
            QPointF(plot.area.right() + 8, line.points.empty() ? plot.area.top() : line.points.back().y());
        plot.lines.push_back(std::move(line));
    }
    spreadTitles(plot.lines, plot.area.top(), plot.area.bottom());
    return plot;
}

void paintPlot(QPainter& painter, const Plot& plot, const Theme& theme)
{
    painter.save();
    painter.setFont(interfaceFont(TypeSize::Small));
    for (const PlotTick& tick : plot.yTicks) {
        painter.fillRect(QRectF(plot.area.left(), std::round(tick.at), plot.area.width(), 1), theme.line);
        painter.setPen(theme.textDim);
        painter.drawText(QRectF(0, tick.at - 9, plot.area.left() - 6, 18), Qt::AlignRight | Qt::AlignVCenter,
                         tick.label);
    }
    for (const PlotTick& tick : plot.xTicks) {
        painter.fillRect(QRectF(std::round(tick.at), plot.area.bottom(), 1, 4), theme.line);
        painter.setPen(theme.textDim);
        painter.drawText(QRectF(tick.at - 60, plot.area.bottom() + 6, 120, 18),
                         Qt::AlignHCenter | Qt::AlignTop, tick.label);
    }
    painter.fillRect(QRectF(plot.area.left(), plot.area.bottom(), plot.area.width(), 1), theme.textDim);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t index = 0; index < plot.lines.size(); ++index) {
        const PlotLine& line = plot.lines[index];
        const QColor color = categoricalColor(index);
        QPen pen(color, 2);
        pen.setStyle(index % 3 == 1 ? Qt::DashLine : index % 3 == 2 ? Qt::DotLine : Qt::SolidLine);
        painter.setPen(pen);
        if (line.points.size() == 1)
            painter.drawEllipse(line.points.front(), 2, 2);
        painter.drawPolyline(line.points.data(), static_cast<int>(line.points.size()));
        painter.setPen(QPen(pen.color(), 2, pen.style()));
        painter.drawLine(line.titleAt, line.titleAt + QPointF(14, 0));
        painter.setPen(theme.text);
        const QFontMetricsF metrics(painter.font());
        painter.drawText(QRectF(line.titleAt.x() + 18, line.titleAt.y() - 9, kPlotRight - 30, 18),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(line.title, Qt::ElideMiddle, kPlotRight - 30));
    }
    if (plot.hidden > 0) {
        const auto hidden = static_cast<int>(plot.hidden);
        painter.setPen(theme.textDim);
        painter.drawText(QRectF(plot.area.left(), 0, plot.area.width(), kPlotTop + 4), Qt::AlignRight,
                         QCoreApplication::translate("Plot", "%n more in the table", nullptr, hidden));
    }
    painter.restore();
}

std::vector<std::vector<core::Series>> plotsOf(const core::Report& report)
{
    std::vector<std::vector<core::Series>> plots;
    for (const core::Series& series : report.series) {
        const auto fits = [&](const std::vector<core::Series>& plot) {
            return plot.front().xDimension == series.xDimension &&
                   plot.front().yDimension == series.yDimension;
        };
        const auto found = std::ranges::find_if(plots, fits);
        if (found != plots.end())
            found->push_back(series);
        else
            plots.push_back({series});
    }
    return plots;
}

core::Table seriesTable(const std::vector<core::Series>& series)
{
    const core::Series first = series.empty() ? core::Series{} : series.front();
    core::Table table{first.key, first.title, {}, {}};
    table.columns = {core::wordColumn(first.words, "series", N_("Series")),
                     core::quantityColumn("x", "x", first.xDimension),
                     core::quantityColumn("y", "y", first.yDimension)};
    for (const core::Series& one : series) {
        for (std::size_t at = 0; at < one.x.size(); ++at) {
            table.rows.push_back({one.title, one.x[at], one.y[at]});
            if (one.words != first.words)
                table.noteLast(0).words = one.words;
        }
    }
    return table;
}

SceneMaker plotScene(std::vector<core::Series> series)
{
    return [series = std::move(series)](double width, const Theme&) {
        constexpr double kHeight = 240;
        const Plot plot = layOutPlot(series, {width, kHeight});
        Scene scene{width, kHeight};
        constexpr std::size_t kMostSpots =
            400; // points farther apart than a finger; the rest is in the table
        for (const PlotLine& line : plot.lines) {
            const core::Series& drawn = series[line.series];
            if (drawn.x.size() > kMostSpots || line.points.size() < drawn.x.size())
                continue;
            for (std::size_t at = 0; at < drawn.x.size(); ++at)
                scene.spot(QRectF(line.points[at] - QPointF(6, 6), QSizeF(12, 12)),
                           QStringLiteral("%1: %2, %3")
                               .arg(line.title, quantityString(drawn.x[at], drawn.xDimension, 6),
                                    quantityString(drawn.y[at], drawn.yDimension, 6)));
        }
        scene.byHand = [plot](QPainter& painter, const Theme& theme) { paintPlot(painter, plot, theme); };
        return scene;
    };
}

void PlotWidget::setSeries(std::vector<core::Series> series)
{
    QStringList titles;
    for (const core::Series& one : series)
        titles << seriesTitle(one);
    setAccessibleName(titles.join(QStringLiteral(", ")));
    setMaker(plotScene(std::move(series)));
}

} // namespace shardscope::app
