// SPDX-License-Identifier: GPL-3.0-or-later
// The same small pictures by our own painter and by Qt Charts, from values to pixels: what decides which
// chart is drawn by whom (docs/architecture.md, "Who draws which chart").
#include "app/desktop/charts/plot.h"
#include "tests/bench/desktop_application.h"

#include <benchmark/benchmark.h>

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QGraphicsScene>
#include <QHorizontalBarSeries>
#include <QImage>
#include <QLineSeries>
#include <QValueAxis>

#include <cmath>

namespace {

using namespace shardscope;

constexpr QSize kSize(480, 240);
constexpr int kLines = 4;
constexpr int kBars = 12;

QImage page()
{
    QImage image(kSize, QImage::Format_RGB32);
    image.fill(app::theme(app::Scheme::Light).page);
    return image;
}

std::vector<core::Series> lines(std::int64_t points)
{
    std::vector<core::Series> all;
    for (int index = 0; index < kLines; ++index) {
        core::Series one{"memory", "rank " + std::to_string(index), core::kSecond, core::kByte, {}, {}};
        for (std::int64_t at = 0; at < points; ++at) {
            one.x.push_back(static_cast<double>(at) * 1e-3);
            one.y.push_back(1e9 * (index + 2 + std::sin(static_cast<double>(at) * 0.1)));
        }
        all.push_back(std::move(one));
    }
    return all;
}

core::Table bars()
{
    core::Table table;
    table.key = "kernels";
    table.columns = {{"name", "Name", core::CellKind::Text, {}, {}},
                     {"total", "Total", core::CellKind::Nanoseconds, {}, {}}};
    for (int row = 0; row < kBars; ++row)
        table.rows.push_back(
            {"kernel_number_" + std::to_string(row), std::int64_t{1'000'000} * (kBars - row)});
    return table;
}

/// Axes in the look, and the chart with them painted.
void paintChart(QImage& image, QChart* chart, QAbstractAxis* across, QAbstractAxis* up)
{
    const app::Theme& colors = app::theme(app::Scheme::Light);
    QGraphicsScene scene;
    scene.addItem(chart); // owns it now
    chart->setBackgroundVisible(false);
    chart->addAxis(across, Qt::AlignBottom);
    chart->addAxis(up, Qt::AlignLeft);
    for (QAbstractAxis* axis : {across, up}) {
        axis->setLabelsFont(app::interfaceFont(app::TypeSize::Small));
        axis->setLabelsColor(colors.textDim);
        axis->setGridLinePen(QPen(colors.line, 1));
        for (QAbstractSeries* series : chart->series())
            series->attachAxis(axis);
    }
    chart->resize(kSize);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    scene.render(&painter, QRectF(QPointF(0, 0), kSize), QRectF(QPointF(0, 0), kSize));
}

void BM_ChartLinesOwn(benchmark::State& state)
{
    bench::needApplication();
    const auto series = lines(state.range(0));
    QImage image = page();
    for (auto _ : state) {
        QPainter painter(&image);
        app::paintPlot(painter, app::layOutPlot(series, kSize), app::theme(app::Scheme::Light));
    }
}
BENCHMARK(BM_ChartLinesOwn)->RangeMultiplier(10)->Range(10, 10'000)->Unit(benchmark::kMillisecond);

void BM_ChartLinesQtCharts(benchmark::State& state)
{
    bench::needApplication();
    const auto series = lines(state.range(0));
    QImage image = page();
    for (auto _ : state) {
        auto* chart = new QChart;
        for (std::size_t index = 0; index < series.size(); ++index) {
            auto* line = new QLineSeries;
            QList<QPointF> points;
            for (std::size_t at = 0; at < series[index].x.size(); ++at)
                points.append({series[index].x[at], series[index].y[at] / 1e9});
            line->replace(points);
            line->setName(QString::fromStdString(series[index].title));
            line->setPen(QPen(app::categoricalColor(index), 2));
            chart->addSeries(line);
        }
        paintChart(image, chart, new QValueAxis, new QValueAxis);
    }
}
BENCHMARK(BM_ChartLinesQtCharts)->RangeMultiplier(10)->Range(10, 10'000)->Unit(benchmark::kMillisecond);

void BM_ChartBarsOwn(benchmark::State& state)
{
    bench::needApplication();
    const core::Table table = bars();
    QImage image = page();
    for (auto _ : state) {
        QPainter painter(&image);
        const app::Theme& light = app::theme(app::Scheme::Light);
        app::paintScene(painter, app::tableBarsScene(table, 1, kSize.width(), light), light);
    }
}
BENCHMARK(BM_ChartBarsOwn)->Unit(benchmark::kMillisecond);

void BM_ChartBarsQtCharts(benchmark::State& state)
{
    bench::needApplication();
    const core::Table table = bars();
    QImage image = page();
    for (auto _ : state) {
        auto* chart = new QChart;
        auto* series = new QHorizontalBarSeries;
        auto* set = new QBarSet(QStringLiteral("Total"));
        QStringList names;
        for (const auto& row : table.rows) {
            set->append(static_cast<double>(std::get<std::int64_t>(row[1])) * 1e-6);
            names.append(QString::fromStdString(std::get<std::string>(row[0])));
        }
        set->setBrush(app::theme(app::Scheme::Light).accent);
        series->append(set);
        series->setLabelsVisible();
        chart->addSeries(series);
        chart->legend()->hide();
        auto* categories = new QBarCategoryAxis;
        categories->append(names);
        paintChart(image, chart, new QValueAxis, categories);
    }
}
BENCHMARK(BM_ChartBarsQtCharts)->Unit(benchmark::kMillisecond);

} // namespace
