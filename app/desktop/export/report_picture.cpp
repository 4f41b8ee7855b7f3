// SPDX-License-Identifier: GPL-3.0-or-later
// A report, and an allocator's memory, on one sheet.
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/flame_graph.h"
#include "app/desktop/charts/plot.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/export/sheet.h"
#include "app/desktop/memory/memory_pictures.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/widgets/report_view.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace shardscope::app {
namespace {

constexpr double kPlotHeight = 240;
constexpr double kCurveHeight = 260;
constexpr std::size_t kMostRows = 20;
constexpr double kRow = 20;
constexpr double kTallestMap = 900;

} // namespace

QString filesOf(const core::Run& run)
{
    QStringList files;
    for (const core::RunSource& source : run.sources) {
        if (!source.file.empty()) // else simulated
            files << shownText(source.file.filename().string());
    }
    if (files.size() > 3)
        files = QStringList{files[0], files[1], QStringLiteral("…")};
    return files.isEmpty() ? QString() : files.join(QStringLiteral(", ")) + QLatin1Char('.');
}

void drawTable(Sheet& sheet, const core::Table& table)
{
    QPainter& painter = sheet.painter;
    double& y = sheet.y;
    const QFont font = interfaceFont(TypeSize::Small);
    const QFontMetricsF metrics(font);
    const std::size_t rows = std::min(kMostRows, table.rows.size());
    std::vector<double> widths;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        double widest = metrics.horizontalAdvance(translated(table.columns[column].title));
        for (std::size_t row = 0; row < rows; ++row)
            widest = std::max(widest, metrics.horizontalAdvance(cellString(table, row, column)));
        widths.push_back(std::min(widest, 360.0) + 20);
    }
    double all = 0;
    for (const double one : widths)
        all += one;
    const double squeeze = std::min(1.0, sheet.inner / std::max(1.0, all));
    const auto line = [&](const auto& textOf, const QColor& color) {
        double x = kPictureMargin;
        painter.setPen(color);
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const double room = widths[column] * squeeze;
            const bool number = table.columns[column].kind != core::CellKind::Text;
            painter.drawText(QRectF(x, y, room - 12, kRow),
                             (number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                             metrics.elidedText(textOf(column), Qt::ElideMiddle, room - 12));
            x += room;
        }
        y += kRow;
    };
    painter.setFont(font);
    line([&](std::size_t column) { return translated(table.columns[column].title); }, sheet.colors.textDim);
    painter.fillRect(QRectF(kPictureMargin, y - 1, std::min(all, sheet.inner), 1), sheet.colors.line);
    for (std::size_t row = 0; row < rows; ++row)
        line([&](std::size_t column) { return cellString(table, row, column); }, sheet.colors.text);
    if (const int more = static_cast<int>(table.rows.size() - rows); more > 0)
        sheet.say(2, QCoreApplication::translate("ReportPicture", "%n more row(s)", nullptr, more),
                  sheet.colors.textDim, TypeSize::Small);
}

Drawing reportDrawing(const RunViewPtr& run, std::shared_ptr<const core::Report> report, Scheme scheme)
{
    return [run, report, scheme](QPainter& painter, double width) {
        Sheet sheet(painter, width, scheme);
        sheet.title(translated(report->title));
        sheet.say(2, shownText(run->run->title), sheet.colors.textDim);
        sheet.y += 8;
        for (const core::Finding& finding : report->findings)
            sheet.say(4, findingSentence(finding), sheet.colors.text);
        for (const auto& series : plotsOf(*report)) {
            sheet.draw({kPictureMargin, sheet.y + 16}, [&] {
                paintPlot(painter, layOutPlot(series, {sheet.inner, kPlotHeight}), sheet.colors);
            });
            sheet.y += kPlotHeight + 24;
        }
        for (const core::Table& table : report->tables) {
            sheet.say(16, translated(table.title), sheet.colors.text, TypeSize::Heading, Weight::Strong);
            sheet.y += 8;
            const auto columns = barColumns(table);
            std::optional<Scene> scene;
            if (isCallTree(table)) {
                FlameChoice choice;
                choice.weight = flameWeights(table).front();
                scene = flameScene(flameTree(table, choice), 0, sheet.inner, sheet.colors);
            } else if (!columns.empty()) {
                scene = tableBarsScene(table, columns.front(), sheet.inner, sheet.colors);
            }
            if (scene) {
                sheet.draw({kPictureMargin, sheet.y}, *scene);
                sheet.y += scene->height + 12;
            }
            drawTable(sheet, table);
        }
        return sheet.end(16, filesOf(*run->run));
    };
}

Drawing memoryDrawing(const RunViewPtr& run, std::shared_ptr<const AllocationHistory> history,
                      std::int64_t moment, Scheme scheme)
{
    return [run, history, moment, scheme](QPainter& painter, double width) {
        Sheet sheet(painter, width, scheme);
        const Theme& colors = sheet.colors;
        const AllocatorMap map = mapAt(*history, moment);
        sheet.title(shownText(run->run->title));
        sheet.say(2, memorySentence(*history, map), colors.text);
        sheet.y += 8;
        paintMemoryCurve(painter, *history, QRectF(kPictureMargin, sheet.y, sheet.inner, kCurveHeight),
                         moment, std::nullopt, colors);
        sheet.y += kCurveHeight + 8;
        double legend = 0;
        sheet.draw({kPictureMargin, sheet.y},
                   [&] { legend = paintMemoryLegend(painter, *history, sheet.inner, colors); });
        sheet.y += legend + 12;
        const std::vector<MapRow> rows = layOutMap(map, sheet.inner);
        const double height = rows.empty() ? 0 : std::min(kTallestMap, rows.back().rect.bottom() + 4);
        const QRectF seen(0, 0, sheet.inner, height);
        sheet.draw({kPictureMargin, sheet.y}, [&] {
            painter.setClipRect(seen);
            paintMap(painter, *history, map, rows, seen, std::nullopt, colors);
        });
        sheet.y += height;
        return sheet.end(12, filesOf(*run->run));
    };
}

} // namespace shardscope::app
