// SPDX-License-Identifier: GPL-3.0-or-later
// The column of names left of the lanes.
#include "app/desktop/number_text.h"
#include "app/desktop/timeline/painter.h"

#include <QCoreApplication>
#include <QPainterPath>

namespace shardscope::app {
namespace {

constexpr double kArrowColumn = 18;

QString textOf(const RunView& run, core::NameId id)
{
    if (!id.valid())
        return {};
    const std::string_view text = run.timeline().names().text(id);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void paintArrow(QPainter& painter, QPointF center, bool collapsed, const QColor& color)
{
    QPainterPath arrow;
    if (collapsed) {
        arrow.moveTo(center + QPointF(-2, -4));
        arrow.lineTo(center + QPointF(3, 0));
        arrow.lineTo(center + QPointF(-2, 4));
    } else {
        arrow.moveTo(center + QPointF(-4, -2));
        arrow.lineTo(center + QPointF(0, 3));
        arrow.lineTo(center + QPointF(4, -2));
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(arrow);
    painter.restore();
}

void paintProcess(QPainter& painter, const RowHeader& header, const LayoutRow& row, const ProcessRow& process,
                  const Theme& theme)
{
    painter.setFont(interfaceFont(TypeSize::Small, Weight::Strong));
    painter.setPen(theme.text);
    QString name = QString::fromStdString(process.name);
    if (process.rank >= 0)
        name = QCoreApplication::translate("TrackHeader", "Rank %1: %2").arg(process.rank).arg(name);
    const QRectF area(kArrowColumn, header.top, metrics::kLaneHeader - kArrowColumn - 4, header.height);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(name, Qt::ElideMiddle, static_cast<int>(area.width())));
    paintArrow(painter, {kArrowColumn / 2, header.top + header.height / 2}, row.collapsed, theme.textDim);
}

void paintTrack(QPainter& painter, const RowHeader& header, const LayoutRow& row, const RunView& run,
                const Theme& theme)
{
    const core::Track& track = run.timeline().tracks()[row.track.index()];
    painter.setFont(interfaceFont(TypeSize::Small));
    QString share = header.busyShare >= 0 ? percentString(header.busyShare, 0) : QString();
    if (track.multiplicity > 1)
        share.prepend(QStringLiteral("\u00d7%1 ").arg(track.multiplicity));
    const double shareWidth = painter.fontMetrics().horizontalAdvance(share) + 8;
    QString name = textOf(run, track.thread);
    if (name.isEmpty())
        name = textOf(run, track.threadKey);
    const double lineHeight = std::min(header.height, 22.0);
    const QRectF nameArea(kArrowColumn, header.top, metrics::kLaneHeader - kArrowColumn - shareWidth - 4,
                          lineHeight);
    painter.setPen(theme.text);
    painter.drawText(
        nameArea, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(name, Qt::ElideMiddle, static_cast<int>(nameArea.width())));
    painter.setPen(theme.textDim);
    painter.drawText(QRectF(0, header.top, metrics::kLaneHeader - 8, lineHeight),
                     Qt::AlignRight | Qt::AlignVCenter, share);
    if (row.collapsible)
        paintArrow(painter, {kArrowColumn / 2, header.top + lineHeight / 2}, row.collapsed, theme.textDim);
}

void paintCounterName(QPainter& painter, const RowHeader& header, const LayoutRow& row, const RunView& run,
                      const Theme& theme)
{
    const core::CounterTrack& counter = run.timeline().counterTracks()[row.counter];
    const RunView::Extent extent = run.counterExtent[row.counter];
    painter.setFont(interfaceFont(TypeSize::Small));
    const double width = metrics::kLaneHeader - kArrowColumn - 8;
    const auto line = [&](double top, const QString& text, const QColor& color) {
        painter.setPen(color);
        painter.drawText(QRectF(kArrowColumn, header.top + top, width, 18), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideMiddle, static_cast<int>(width)));
    };
    const QString series = textOf(run, counter.series);
    const QString name = textOf(run, counter.name);
    line(2, series.isEmpty() || series == name ? name : name + QStringLiteral(" \u00b7 ") + series,
         theme.text);
    line(19,
         QCoreApplication::translate("TrackHeader", "%1 to %2")
             .arg(quantityString(extent.low, core::kNumber), quantityString(extent.high, core::kNumber)),
         theme.textDim);
}

} // namespace

void paintHeaders(QPainter& painter, const TimelineGeometry& geometry, const RunView& run,
                  const TrackLayout& layout, const Theme& theme)
{
    painter.fillRect(QRectF(0, 0, metrics::kLaneHeader, geometry.height), theme.panel);
    for (const RowHeader& header : geometry.headers) {
        const LayoutRow& row = layout.rows()[header.row];
        if (row.kind == RowKind::Process)
            painter.fillRect(QRectF(0, header.top, metrics::kLaneHeader, header.height), theme.raised);
        painter.fillRect(QRectF(0, header.top + header.height - 1, metrics::kLaneHeader, 1), theme.line);
        switch (row.kind) {
        case RowKind::Process:
            paintProcess(painter, header, row, layout.processes()[row.process], theme);
            break;
        case RowKind::Track: paintTrack(painter, header, row, run, theme); break;
        case RowKind::Counter: paintCounterName(painter, header, row, run, theme); break;
        }
    }
    painter.fillRect(QRectF(metrics::kLaneHeader - 1, 0, 1, geometry.height), theme.line);
}

} // namespace shardscope::app
