// SPDX-License-Identifier: GPL-3.0-or-later
// A report, and an allocator's memory, on one sheet.
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plot.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/export/picture_text.h"
#include "app/desktop/memory/memory_pictures.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/widgets/report_view.h"
#include "app/session/text/messages.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kPlotHeight = 240;
constexpr double kCurveHeight = 260;
constexpr std::size_t kMostRows = 20;
constexpr double kRow = 20;
constexpr double kTallestMap = 900;

/// The first rows of a table; what is left out is said.
double drawTable(QPainter& painter, double y, double width, const core::Table& table, const Theme& colors)
{
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
    const double squeeze = std::min(1.0, width / std::max(1.0, all));
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
    line([&](std::size_t column) { return translated(table.columns[column].title); }, colors.textDim);
    painter.fillRect(QRectF(kPictureMargin, y - 1, std::min(all, width), 1), colors.line);
    for (std::size_t row = 0; row < rows; ++row)
        line([&](std::size_t column) { return cellString(table, row, column); }, colors.text);
    if (const int more = static_cast<int>(table.rows.size() - rows); more > 0)
        y = writeText(painter, kPictureMargin, y + 2, width, font, colors.textDim,
                      QCoreApplication::translate("ReportPicture", "%n more row(s)", nullptr, more));
    return y;
}

QString filesOf(const core::Run& run)
{
    QStringList files;
    for (const core::RunSource& source : run.sources) {
        if (!source.file.empty()) // else simulated
            files << QString::fromStdString(source.file.filename().string());
    }
    if (files.size() > 3)
        files = QStringList{files[0], files[1], QStringLiteral("…")};
    return files.join(QStringLiteral(", "));
}

} // namespace

Drawing reportDrawing(const RunViewPtr& run, std::shared_ptr<const core::Report> report, Scheme scheme)
{
    return [run, report, scheme](QPainter& painter, double width) {
        const Theme& colors = theme(scheme);
        const double inner = width - 2 * kPictureMargin;
        const QFont heading = interfaceFont(TypeSize::Heading, Weight::Strong);
        double y =
            writeText(painter, kPictureMargin, kPictureMargin, inner,
                      interfaceFont(TypeSize::Title, Weight::Strong), colors.text, translated(report->title));
        y = writeText(painter, kPictureMargin, y + 2, inner, interfaceFont(TypeSize::Body), colors.textDim,
                      QString::fromStdString(run->run->title)) +
            8;
        for (const core::Finding& finding : report->findings)
            y = writeText(painter, kPictureMargin, y + 4, inner, interfaceFont(TypeSize::Body), colors.text,
                          findingSentence(finding));
        for (const auto& series : plotsOf(*report)) {
            painter.save();
            painter.translate(kPictureMargin, y + 16);
            paintPlot(painter, layOutPlot(series, {inner, kPlotHeight}), colors);
            painter.restore();
            y += kPlotHeight + 24;
        }
        for (const core::Table& table : report->tables) {
            y = writeText(painter, kPictureMargin, y + 16, inner, heading, colors.text,
                          translated(table.title)) +
                8;
            if (const auto columns = barColumns(table); !columns.empty()) {
                const TableBars bars = tableBars(table, columns.front(), inner);
                painter.save();
                painter.translate(kPictureMargin, y);
                paintTableBars(painter, bars, colors);
                painter.restore();
                y += bars.height + 12;
            }
            y = drawTable(painter, y, inner, table, colors);
        }
        return writeText(painter, kPictureMargin, y + 16, inner, interfaceFont(TypeSize::Small),
                         colors.textDim, filesOf(*run->run) + QStringLiteral(". ") + programLine()) +
               kPictureMargin / 2;
    };
}

Drawing memoryDrawing(const RunViewPtr& run, std::shared_ptr<const AllocationHistory> history,
                      std::int64_t moment, Scheme scheme)
{
    return [run, history, moment, scheme](QPainter& painter, double width) {
        const Theme& colors = theme(scheme);
        const double inner = width - 2 * kPictureMargin;
        const AllocatorMap map = mapAt(*history, moment);
        double y = writeText(painter, kPictureMargin, kPictureMargin, inner,
                             interfaceFont(TypeSize::Title, Weight::Strong), colors.text,
                             QString::fromStdString(run->run->title));
        y = writeText(painter, kPictureMargin, y + 2, inner, interfaceFont(TypeSize::Body), colors.text,
                      memorySentence(*history, map)) +
            8;
        paintMemoryCurve(painter, *history, QRectF(kPictureMargin, y, inner, kCurveHeight), moment,
                         std::nullopt, colors);
        y += kCurveHeight + 8;
        painter.save();
        painter.translate(kPictureMargin, y);
        y += paintMemoryLegend(painter, *history, inner, colors) + 12;
        painter.restore();
        const std::vector<MapRow> rows = layOutMap(map, inner);
        const double height = rows.empty() ? 0 : std::min(kTallestMap, rows.back().rect.bottom() + 4);
        painter.save();
        painter.translate(kPictureMargin, y);
        painter.setClipRect(QRectF(0, 0, inner, height));
        paintMap(painter, *history, map, rows, QRectF(0, 0, inner, height), std::nullopt, colors);
        painter.restore();
        return writeText(painter, kPictureMargin, y + height + 12, inner, interfaceFont(TypeSize::Small),
                         colors.textDim, filesOf(*run->run) + QStringLiteral(". ") + programLine()) +
               kPictureMargin / 2;
    };
}

} // namespace shardscope::app
