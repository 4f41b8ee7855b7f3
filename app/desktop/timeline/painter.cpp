// SPDX-License-Identifier: GPL-3.0-or-later
// Integer rectangles without a pen: what a raster engine fills fastest.
#include "app/desktop/timeline/painter.h"

#include <QImage>
#include <QPainterPath>

#include <algorithm>

namespace shardscope::app {
namespace {

QColor blended(const QColor& color, const QColor& towards, float share)
{
    return QColor::fromRgbF(color.redF() + (towards.redF() - color.redF()) * share,
                            color.greenF() + (towards.greenF() - color.greenF()) * share,
                            color.blueF() + (towards.blueF() - color.blueF()) * share);
}

const QColor& colorOf(ColorRole role, const Theme& theme)
{
    switch (role) {
    case ColorRole::Page: return theme.page;
    case ColorRole::Raised: return theme.raised;
    case ColorRole::Line: return theme.line;
    case ColorRole::Selection: return theme.selection;
    case ColorRole::TextDim: return theme.textDim;
    case ColorRole::Accent: return theme.accent;
    case ColorRole::Text: break;
    }
    return theme.text;
}

void paintFills(QPainter& painter, const std::vector<FilledRect>& fills, const Theme& theme)
{
    for (const FilledRect& fill : fills)
        painter.fillRect(fill.rect, colorOf(fill.color, theme));
}

void paintTexts(QPainter& painter, const std::vector<TextLine>& texts, const Theme& theme)
{
    const QFont regular = interfaceFont(TypeSize::Small);
    const QFont strong = interfaceFont(TypeSize::Small, Weight::Strong);
    for (const TextLine& line : texts) {
        painter.setFont(line.strong ? strong : regular);
        painter.setPen(colorOf(line.color, theme));
        painter.drawText(line.area, Qt::AlignVCenter | (line.right ? Qt::AlignRight : Qt::AlignLeft),
                         line.text);
    }
}

/// Fill and ink of slices, and of those that a search dims.
struct SliceColors {
    QColor fill, ink, dimFill;
};

std::vector<SliceColors> sliceColors(const std::vector<QColor>& fills, const Theme& theme)
{
    std::vector<SliceColors> colors;
    colors.reserve(fills.size());
    for (const QColor& fill : fills)
        colors.push_back({fill, inkOn(fill), blended(fill, theme.panel, 0.78F)});
    return colors;
}

void paintBoxes(QPainter& painter, const TimelinePane& pane, const std::vector<SliceColors>& colors)
{
    for (const SliceBox& box : pane.boxes)
        painter.fillRect(box.rect, box.dimmed ? colors[box.color].dimFill : colors[box.color].fill);
}

void paintBoxesAsPicture(QPainter& painter, const TimelinePane& pane, double width,
                         const std::vector<SliceColors>& colors)
{
    constexpr double kRasterScale = 2; // sharp on paper at the usual sizes
    QImage image(QSizeF(width * kRasterScale, (pane.top + pane.height) * kRasterScale).toSize(),
                 QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    image.setDevicePixelRatio(kRasterScale);
    QPainter raster(&image);
    paintBoxes(raster, pane, colors);
    raster.end();
    painter.drawImage(QPointF(0, 0), image);
}

void paintCounters(QPainter& painter, const std::vector<CounterShape>& counters, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = theme.accent;
    fill.setAlphaF(0.25F);
    painter.setPen(QPen(theme.accent, 1));
    for (const CounterShape& counter : counters) {
        QPainterPath path;
        path.moveTo(counter.area.left(), counter.area.bottom());
        for (const QPointF& point : counter.line)
            path.lineTo(point);
        path.lineTo(counter.area.right(), counter.area.bottom());
        path.closeSubpath();
        painter.fillPath(path, fill);
        painter.drawPolyline(counter.line.data(), static_cast<int>(counter.line.size()));
    }
    painter.restore();
}

void paintArrows(QPainter& painter, const std::vector<FoldArrow>& arrows, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.textDim, 1.5));
    painter.setBrush(Qt::NoBrush);
    for (const FoldArrow& arrow : arrows) {
        const auto at = [&](double x, double y) {
            return arrow.center + (arrow.folded ? QPointF(x, y) : QPointF(y, x));
        };
        painter.drawPolyline(QPolygonF{{at(-2, -4), at(3, 0), at(-2, 4)}});
    }
    painter.restore();
}

/// Draws a line with a head from the corner of the box that is nearest.
void paintNoteArrow(QPainter& painter, const QRectF& box, const QPointF& to, const QColor& color)
{
    const QPointF from(std::clamp(to.x(), box.left() + 8, box.right() - 8),
                       to.y() > box.center().y() ? box.bottom() : box.top());
    const QLineF line(to, from);
    painter.setPen(QPen(color, 1.5));
    painter.drawLine(line);
    QLineF side = line;
    side.setLength(8);
    QPainterPath head(to);
    for (const double turn : {24.0, -24.0}) {
        side.setAngle(line.angle() + turn);
        head.lineTo(side.p2());
    }
    painter.fillPath(head, color);
}

void paintNote(QPainter& painter, const NoteBox& note, const QFont& font, const Theme& theme)
{
    if (note.points)
        paintNoteArrow(painter, note.rect, *note.points, colorOf(note.edge, theme));
    painter.setPen(QPen(colorOf(note.edge, theme), 1));
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(note.rect.adjusted(0.5, 0.5, -0.5, -0.5), metrics::kHalfGrid, metrics::kHalfGrid);
    painter.setBrush(Qt::NoBrush);
    painter.setFont(font);
    painter.setPen(theme.text);
    painter.drawText(note.rect, Qt::AlignCenter, note.lines.join(QLatin1Char('\n')));
}

} // namespace

void paintLanes(QPainter& painter, const TimelineGeometry& geometry, const Theme& theme, BoxesAs boxes)
{
    const auto colors = sliceColors(geometry.fills, theme);
    for (const TimelinePane& pane : geometry.panes) {
        painter.save();
        painter.setClipRect(QRectF(0, pane.top, geometry.width, pane.height), Qt::IntersectClip);
        paintFills(painter, pane.grounds, theme);
        if (boxes == BoxesAs::Picture)
            paintBoxesAsPicture(painter, pane, geometry.width, colors);
        else
            paintBoxes(painter, pane, colors);
        painter.setFont(interfaceFont(TypeSize::Small));
        for (const SliceLabel& label : pane.labels) {
            const SliceBox& box = pane.boxes[label.box];
            painter.setPen(box.dimmed ? theme.textDim : colors[box.color].ink);
            painter.drawText(box.rect.adjusted(4, 0, 0, 0),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, label.text);
        }
        paintCounters(painter, pane.counters, theme);
        paintFills(painter, pane.edges, theme);
        painter.restore();
    }
}

void paintMarks(QPainter& painter, const MarksGeometry& marks, const Theme& theme)
{
    paintFills(painter, marks.fills, theme);
    painter.setBrush(Qt::NoBrush);
    for (const Outline& outline : marks.outlines) {
        painter.setPen(QPen(colorOf(outline.color, theme), outline.width));
        painter.drawRect(outline.rect);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.text, 1.5));
    for (const FlowCurve& flow : marks.flows) {
        QPainterPath path(flow.from);
        path.cubicTo(flow.leaving, flow.arriving, flow.to);
        painter.drawPath(path);
        QPainterPath head(flow.to);
        head.lineTo(flow.to + QPointF(-7, -3.5));
        head.lineTo(flow.to + QPointF(-7, 3.5));
        head.closeSubpath();
        painter.fillPath(head, theme.text);
    }
    const QFont font = interfaceFont(TypeSize::Small);
    for (const NoteBox& note : marks.notes)
        paintNote(painter, note, font, theme);
    painter.restore();
}

void paintHeaders(QPainter& painter, const TimelineGeometry& geometry, const Theme& theme)
{
    painter.fillRect(QRectF(0, 0, metrics::kLaneHeader, geometry.height), theme.page);
    for (const TimelinePane& pane : geometry.panes) {
        painter.save();
        painter.setClipRect(QRectF(0, pane.top, metrics::kLaneHeader, pane.height), Qt::IntersectClip);
        paintFills(painter, pane.headerGrounds, theme);
        paintTexts(painter, pane.headerTexts, theme);
        paintArrows(painter, pane.headerArrows, theme);
        painter.restore();
    }
    painter.fillRect(QRectF(metrics::kLaneHeader - 1, 0, 1, geometry.height), theme.line);
}

void paintRuler(QPainter& painter, const TimelineGeometry& geometry, const Theme& theme)
{
    painter.fillRect(QRectF(0, 0, geometry.width, kRulerHeight), theme.page);
    paintFills(painter, geometry.rulerMarks, theme);
    paintTexts(painter, geometry.rulerTexts, theme);
}

void paintLegend(QPainter& painter, const LegendGeometry& legend, const Theme& theme)
{
    for (const LegendGeometry::Swatch& swatch : legend.swatches)
        painter.fillRect(swatch.rect, swatch.fill);
    paintTexts(painter, legend.texts, theme);
}

} // namespace shardscope::app
