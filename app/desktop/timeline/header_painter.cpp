// SPDX-License-Identifier: GPL-3.0-or-later
// The column of names left of the lanes.
#include "app/desktop/base/number_text.h"
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

void paintGroup(QPainter& painter, const RowHeader& header, const LayoutRow& row, const TrackLayout& layout,
                const Theme& theme)
{
    painter.setFont(interfaceFont(TypeSize::Small, Weight::Strong));
    painter.setPen(theme.text);
    const GroupRow& group = layout.groups()[row.group];
    const QString share = header.busyShare >= 0 ? percentString(header.busyShare, 0) : QString();
    const double shareWidth = share.isEmpty() ? 0 : painter.fontMetrics().horizontalAdvance(share) + 8;
    const QRectF area(kArrowColumn, header.top, metrics::kLaneHeader - kArrowColumn - shareWidth - 4,
                      header.height);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(groupTitle(group, layout.grouping()), Qt::ElideMiddle,
                                                      static_cast<int>(area.width())));
    if (!share.isEmpty()) {
        painter.setFont(interfaceFont(TypeSize::Small));
        painter.setPen(theme.textDim);
        painter.drawText(QRectF(0, header.top, metrics::kLaneHeader - 8, header.height),
                         Qt::AlignRight | Qt::AlignVCenter, share);
    }
    paintArrow(painter, {kArrowColumn / 2, header.top + header.height / 2}, row.collapsed, theme.textDim);
}

void paintTrack(QPainter& painter, const RowHeader& header, const LayoutRow& row, const RunView& run,
                const TrackLayout& layout, const Theme& theme)
{
    const core::Track& track = run.timeline().tracks()[row.track.index()];
    painter.setFont(interfaceFont(TypeSize::Small));
    QString share = header.busyShare >= 0 ? percentString(header.busyShare, 0) : QString();
    if (track.multiplicity > 1)
        share.prepend(QStringLiteral("\u00d7%1 ").arg(track.multiplicity));
    const double shareWidth = painter.fontMetrics().horizontalAdvance(share) + 8;
    const bool toldByGroup =
        !row.pinned && (layout.grouping() == Grouping::Process || layout.grouping() == Grouping::Rank);
    const QString name = trackTitle(run, row.track, !toldByGroup);
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

QString groupTitle(const GroupRow& group, Grouping grouping)
{
    const auto words = [](const char* text) { return QCoreApplication::translate("TrackHeader", text); };
    const QString name = QString::fromStdString(group.name);
    if (!name.isEmpty())
        return group.rank < 0
                   ? name
                   : words(QT_TRANSLATE_NOOP("TrackHeader", "Rank %1: %2")).arg(group.rank).arg(name);
    switch (grouping) {
    case Grouping::Rank:
        return group.value < 0 ? words(QT_TRANSLATE_NOOP("TrackHeader", "Rank unknown"))
                               : words(QT_TRANSLATE_NOOP("TrackHeader", "Rank %1")).arg(group.value);
    case Grouping::Kind:
        return group.value == 1 ? words(QT_TRANSLATE_NOOP("TrackHeader", "Accelerators"))
                                : words(QT_TRANSLATE_NOOP("TrackHeader", "Hosts"));
    case Grouping::Pipeline:
    case Grouping::Tensor:
    case Grouping::Replica:
        if (group.value < 0)
            return words(QT_TRANSLATE_NOOP("TrackHeader", "No place in the mesh"));
        if (grouping == Grouping::Pipeline)
            return words(QT_TRANSLATE_NOOP("TrackHeader", "Pipeline stage %1")).arg(group.value);
        if (grouping == Grouping::Tensor)
            return words(QT_TRANSLATE_NOOP("TrackHeader", "Tensor shard %1")).arg(group.value);
        return words(QT_TRANSLATE_NOOP("TrackHeader", "Replica %1")).arg(group.value);
    case Grouping::Process:
    case Grouping::Thread: break;
    }
    return words(QT_TRANSLATE_NOOP("TrackHeader", "(no name)"));
}

QString trackTitle(const RunView& run, core::TrackId id, bool withRank)
{
    const core::Track& track = run.timeline().tracks()[id.index()];
    QString name = textOf(run, track.thread);
    if (name.isEmpty())
        name = textOf(run, track.threadKey);
    if (withRank && track.rank >= 0)
        return QStringLiteral("R%1 \u00b7 %2").arg(track.rank).arg(name);
    return name;
}

void paintHeaders(QPainter& painter, const TimelineGeometry& geometry, const RunView& run,
                  const TrackLayout& layout, const Theme& theme)
{
    painter.fillRect(QRectF(0, 0, metrics::kLaneHeader, geometry.height), theme.panel);
    for (std::size_t index = 0; index < geometry.headers.size(); ++index) {
        const RowHeader& header = geometry.headers[index];
        const LayoutRow& row = layout.rows()[header.row];
        if (row.kind == RowKind::Group || row.pinned)
            painter.fillRect(QRectF(0, header.top, metrics::kLaneHeader, header.height),
                             row.pinned ? theme.panel : theme.raised);
        painter.fillRect(QRectF(0, header.top + header.height - 1, metrics::kLaneHeader, 1), theme.line);
        switch (row.kind) {
        case RowKind::Group: paintGroup(painter, header, row, layout, theme); break;
        case RowKind::Track: paintTrack(painter, header, row, run, layout, theme); break;
        case RowKind::Counter: paintCounterName(painter, header, row, run, theme); break;
        }
        if (row.pinned) // a bar at the edge: pinned is told by more than its place
            painter.fillRect(QRectF(0, header.top, 3, header.height - 1), theme.accent);
    }
    if (layout.pinnedRows() > 0)
        painter.fillRect(QRectF(0, geometry.pinnedHeight - 2, metrics::kLaneHeader, 2), theme.line);
    painter.fillRect(QRectF(metrics::kLaneHeader - 1, 0, 1, geometry.height), theme.line);
}

} // namespace shardscope::app
