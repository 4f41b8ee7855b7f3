// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of curve and map, the same for the screen and for pictures.
#include "app/desktop/memory/memory_pictures.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plot.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kAxis = 84;   ///< pixels left of the curve
constexpr double kBottom = 24; ///< below it
constexpr double kRowHeight = 20;
constexpr double kRowGap = 3;
constexpr double kNarrowest = 3;

} // namespace

QString categoryName(const AllocationHistory& history, std::size_t category)
{
    const std::string& name = history.categories[category];
    if (name == "…")
        return Words::tr("everything else");
    if (name.empty())
        return history.byCaller ? Words::tr("caller unknown") : Words::tr("no category");
    // A recording's categories are words of ours, a snapshot's are its program's.
    return history.stretches ? translated(name) : shownText(name);
}

QString momentText(const AllocationHistory& history, std::int64_t ts)
{
    if (history.timed)
        return nanosString(ts - history.begin, 6);
    return Words::tr("event %1").arg(integerString(ts - history.begin));
}

void paintMemoryCurve(QPainter& painter, const AllocationHistory& history, QRectF area,
                      std::optional<std::int64_t> moment, std::optional<std::uint32_t> block,
                      const Theme& theme)
{
    painter.save();
    const QRectF plot = area.adjusted(kAxis, 14, -12, -kBottom);
    std::int64_t most = 1;
    for (const CurveColumn& column : history.columns)
        most = std::max({most, column.total, column.reserved});
    const auto yOf = [&](std::int64_t bytes) {
        return plot.bottom() - static_cast<double>(bytes) / static_cast<double>(most) * plot.height();
    };
    const auto xOf = [&](std::int64_t ts) {
        return plot.left() + static_cast<double>(ts - history.begin) /
                                 static_cast<double>(history.end - history.begin) * plot.width();
    };
    painter.setFont(interfaceFont(TypeSize::Small));
    // Ticks in whole binary units: a gibibyte reads better than 1.07 of a billion bytes.
    const double unit = std::pow(1024.0, std::floor(std::log2(static_cast<double>(most)) / 10));
    for (const double tick : roundTicks(0, static_cast<double>(most) / unit, 5)) {
        const double y = yOf(static_cast<std::int64_t>(tick * unit));
        painter.fillRect(QRectF(plot.left(), std::round(y), plot.width(), 1), theme.line);
        painter.setPen(theme.textDim);
        painter.drawText(QRectF(area.left(), y - 9, kAxis - 8, 18), Qt::AlignRight | Qt::AlignVCenter,
                         quantityString(tick * unit, core::kByte));
    }
    const double wide = plot.width() / static_cast<double>(history.columns.size());
    for (std::size_t index = 0; index < history.columns.size(); ++index) {
        const double left = std::floor(plot.left() + static_cast<double>(index) * wide);
        const double right = std::floor(plot.left() + static_cast<double>(index + 1) * wide);
        if (right <= left)
            continue;
        std::int64_t below = 0;
        for (std::size_t category = 0; category < history.columns[index].held.size(); ++category) {
            const std::int64_t held = history.columns[index].held[category];
            if (held > 0)
                painter.fillRect(QRectF(QPointF(left, yOf(below + held)), QPointF(right, yOf(below))),
                                 categoricalColor(category));
            below += held;
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    QPolygonF reserved;
    for (std::size_t index = 0; index < history.columns.size(); ++index) {
        const double y = yOf(history.columns[index].reserved);
        reserved << QPointF(plot.left() + static_cast<double>(index) * wide, y)
                 << QPointF(plot.left() + static_cast<double>(index + 1) * wide, y);
    }
    painter.setPen(QPen(theme.text, 1.5, Qt::DashLine));
    if (!history.stretches || !history.reserved.empty())
        painter.drawPolyline(reserved);
    if (block) {
        const HeldBlock& chosen = history.blocks[*block];
        const double left = xOf(chosen.begin);
        const double right = chosen.end == kEver ? plot.right() : xOf(chosen.end);
        painter.fillRect(QRectF(left, plot.top(), std::max(2.0, right - left), plot.height()),
                         theme.selection);
    }
    const double peakX = xOf(history.peakTs);
    painter.setPen(theme.text);
    painter.setBrush(theme.panel);
    painter.drawEllipse(QPointF(peakX, yOf(history.peak)), 3.5, 3.5);
    const QString peak =
        Words::tr("peak %1").arg(quantityString(static_cast<double>(history.peak), core::kByte));
    const bool flip = peakX > plot.right() - 140;
    painter.drawText(
        QRectF(flip ? peakX - 148 : peakX + 8, std::max(area.top(), yOf(history.peak) - 20), 140, 18),
        (flip ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, peak);
    if (moment) {
        const QLineF cursor(xOf(*moment), plot.top(), xOf(*moment), plot.bottom());
        painter.setPen(QPen(theme.panel, 5));
        painter.drawLine(cursor);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawLine(cursor);
    }
    painter.setPen(theme.textDim);
    painter.drawText(QRectF(plot.left(), plot.bottom() + 4, plot.width() / 2, 18), Qt::AlignLeft,
                     momentText(history, history.begin));
    painter.drawText(QRectF(plot.center().x(), plot.bottom() + 4, plot.width() / 2, 18), Qt::AlignRight,
                     momentText(history, history.end));
    painter.restore();
}

std::vector<MapRow> layOutMap(const AllocatorMap& map, double width)
{
    std::int64_t largest = 1;
    for (const MapSegment& segment : map.segments)
        largest = std::max(largest, segment.bytes);
    std::vector<MapRow> rows;
    const double room = std::max(40.0, width - kMapNames - 12);
    for (std::size_t index = 0; index < map.segments.size(); ++index) {
        const double share = static_cast<double>(map.segments[index].bytes) / static_cast<double>(largest);
        rows.push_back({index, QRectF(kMapNames, 4 + static_cast<double>(index) * (kRowHeight + kRowGap),
                                      std::max(kNarrowest, room * share), kRowHeight)});
    }
    return rows;
}

void paintMap(QPainter& painter, const AllocationHistory& history, const AllocatorMap& map,
              const std::vector<MapRow>& rows, QRectF seen, std::optional<std::uint32_t> block,
              const Theme& theme)
{
    painter.save();
    painter.setFont(interfaceFont(TypeSize::Small));
    for (const MapRow& row : rows) {
        if (row.rect.bottom() < seen.top() || row.rect.top() > seen.bottom())
            continue;
        const MapSegment& segment = map.segments[row.segment];
        painter.setPen(theme.text);
        painter.drawText(QRectF(0, row.rect.top(), 84, row.rect.height()), Qt::AlignRight | Qt::AlignVCenter,
                         quantityString(static_cast<double>(segment.bytes), core::kByte));
        painter.setPen(theme.textDim);
        painter.drawText(QRectF(90, row.rect.top(), kMapNames - 96, row.rect.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         percentString(segment.bytes > 0 ? static_cast<double>(segment.held) /
                                                               static_cast<double>(segment.bytes)
                                                         : 0,
                                       0));
        painter.fillRect(row.rect, theme.raised);
        const double scale = row.rect.width() / static_cast<double>(std::max<std::int64_t>(1, segment.bytes));
        for (const MapBlock& held : segment.blocks) {
            const double left = row.rect.left() + static_cast<double>(held.address - segment.address) * scale;
            const double wide = static_cast<double>(held.bytes) * scale;
            const QRectF rect(left, row.rect.top() + 1, std::max(1.0, wide > 3 ? wide - 1 : wide),
                              row.rect.height() - 2);
            const QColor color = categoricalColor(history.blocks[held.block].category);
            painter.fillRect(rect, color);
            if (held.pending) // let go, but a stream still uses it
                painter.fillRect(QRectF(rect.left(), rect.center().y() - 1, rect.width(), 3), theme.panel);
            if (block && *block == held.block) {
                painter.setPen(QPen(theme.text, 2));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(rect);
            }
        }
        painter.setPen(QPen(theme.line, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(row.rect.adjusted(0, 0, -1, -1));
    }
    painter.restore();
}

double paintMemoryLegend(QPainter& painter, const AllocationHistory& history, double width,
                         const Theme& theme)
{
    constexpr double kLine = 18;
    painter.setFont(interfaceFont(TypeSize::Small));
    double x = 0;
    double y = 0;
    const auto entry = [&](const QString& name, const auto& sign) {
        const double needed = 18 + painter.fontMetrics().horizontalAdvance(name) + 16;
        if (x > 0 && x + needed > width) {
            x = 0;
            y += kLine;
        }
        sign(QRectF(x, y + 3, 12, 12));
        painter.setPen(theme.text);
        painter.drawText(QRectF(x + 18, y, needed, kLine), Qt::AlignLeft | Qt::AlignVCenter, name);
        x += needed;
    };
    for (std::size_t category = 0; category < history.categories.size(); ++category) {
        const QString name =
            painter.fontMetrics().elidedText(categoryName(history, category), Qt::ElideMiddle, 220);
        entry(name, [&](const QRectF& area) { painter.fillRect(area, categoricalColor(category)); });
    }
    entry(Words::tr("reserved from the driver"), [&](const QRectF& area) {
        painter.setPen(QPen(theme.text, 1.5, Qt::DashLine));
        painter.drawLine(QPointF(area.left(), area.center().y()), QPointF(area.right(), area.center().y()));
    });
    entry(Words::tr("free"), [&](const QRectF& area) {
        painter.fillRect(area, theme.raised);
        painter.setPen(theme.line);
        painter.drawRect(area);
    });
    return y + kLine;
}

SceneMaker curveScene(HistoryPtr history, std::int64_t moment)
{
    return [history = std::move(history), moment](double width, const Theme& theme) {
        constexpr double kCurve = 260;
        constexpr double kLegendAt = kCurve + 8;
        QImage unseen(1, 1, QImage::Format_RGB32);
        QPainter measuring(&unseen);
        Scene scene{width, kLegendAt + paintMemoryLegend(measuring, *history, width, theme)};
        scene.byHand = [history, moment, width](QPainter& painter, const Theme& colors) {
            paintMemoryCurve(painter, *history, QRectF(0, 0, width, kCurve), moment, std::nullopt, colors);
            painter.translate(0, kLegendAt);
            paintMemoryLegend(painter, *history, width, colors);
        };
        return scene;
    };
}

SceneMaker mapScene(HistoryPtr history, std::int64_t moment)
{
    return [history = history, map = mapAt(*history, moment)](double width, const Theme&) {
        constexpr double kTallest = 900;
        const std::vector<MapRow> rows = layOutMap(map, width);
        Scene scene{width, rows.empty() ? 0 : std::min(kTallest, rows.back().rect.bottom() + 4)};
        scene.byHand = [history, map, rows, seen = QRectF(0, 0, width, scene.height)](QPainter& painter,
                                                                                      const Theme& theme) {
            painter.setClipRect(seen);
            paintMap(painter, *history, map, rows, seen, std::nullopt, theme);
        };
        return scene;
    };
}

} // namespace shardscope::app
