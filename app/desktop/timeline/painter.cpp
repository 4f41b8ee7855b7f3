// SPDX-License-Identifier: GPL-3.0-or-later
// Integer rectangles without a pen: what a raster engine fills fastest.
#include "app/desktop/timeline/painter.h"

#include "app/desktop/base/number_text.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

QColor blended(const QColor& color, const QColor& towards, float share)
{
    return QColor::fromRgbF(color.redF() + (towards.redF() - color.redF()) * share,
                            color.greenF() + (towards.greenF() - color.greenF()) * share,
                            color.blueF() + (towards.blueF() - color.blueF()) * share);
}

/// Fill and ink of a colour, and of the same when a search dims it.
struct FillColors {
    QColor fill, ink, dimFill, dimInk;
};

std::vector<FillColors> fillColors(const Coloring& coloring, const Theme& theme)
{
    std::vector<FillColors> colors;
    for (const Coloring::Entry& entry : coloring.entries()) {
        const QColor dimFill = blended(entry.fill, theme.page, 0.78F);
        colors.push_back({entry.fill, inkOn(entry.fill), dimFill, theme.textDim});
    }
    return colors;
}

bool dimmed(const TimelineMarks& marks, const RunView& run, std::uint32_t row)
{
    return !marks.matches.empty() && !marks.matches[run.timeline().name()[row].index()];
}

/// Half-open ranges of a geometry's lists: the rows that scroll, or the pinned ones.
struct Part {
    TimelineGeometry::Starts from, to;
    QRectF clip;
};

Part scrollingPart(const TimelineGeometry& geometry)
{
    return {{},
            geometry.pinned,
            QRectF(0, geometry.pinnedHeight, geometry.width,
                   std::max(0.0, geometry.height - geometry.pinnedHeight))};
}

Part pinnedPart(const TimelineGeometry& geometry)
{
    return {
        geometry.pinned,
        {geometry.headers.size(), geometry.boxes.size(), geometry.labels.size(), geometry.counters.size()},
        QRectF(0, 0, geometry.width, geometry.pinnedHeight)};
}

void paintBoxes(QPainter& painter, const TimelineGeometry& geometry, const Part& part, const RunView& run,
                const TimelineMarks& marks, const std::vector<FillColors>& colors)
{
    for (std::size_t index = part.from.boxes; index < part.to.boxes; ++index) {
        const SliceBox& box = geometry.boxes[index];
        const FillColors& color = colors[box.color];
        painter.fillRect(box.rect, dimmed(marks, run, box.row) ? color.dimFill : color.fill);
    }
}

void paintBoxesAsPicture(QPainter& painter, const TimelineGeometry& geometry, const Part& part,
                         const RunView& run, const TimelineMarks& marks,
                         const std::vector<FillColors>& colors)
{
    constexpr double kRasterScale = 2; // sharp on paper at the usual sizes
    QImage image(QSizeF(geometry.width * kRasterScale, geometry.height * kRasterScale).toSize(),
                 QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    image.setDevicePixelRatio(kRasterScale);
    QPainter raster(&image);
    paintBoxes(raster, geometry, part, run, marks, colors);
    raster.end();
    painter.drawImage(QPointF(0, 0), image);
}

void paintCounters(QPainter& painter, const TimelineGeometry& geometry, const Part& part, const Theme& theme)
{
    for (std::size_t index = part.from.counters; index < part.to.counters; ++index) {
        const CounterShape& counter = geometry.counters[index];
        QPainterPath path;
        path.moveTo(counter.area.left(), counter.area.bottom());
        for (const QPointF& point : counter.line)
            path.lineTo(point);
        path.lineTo(counter.area.right(), counter.area.bottom());
        path.closeSubpath();
        QColor fill = theme.accent;
        fill.setAlphaF(0.25F);
        painter.fillPath(path, fill);
        painter.setPen(QPen(theme.accent, 1));
        painter.drawPolyline(counter.line.data(), static_cast<int>(counter.line.size()));
    }
}

void paintRowGrounds(QPainter& painter, const TimelineGeometry& geometry, const Part& part,
                     const TrackLayout& layout, const Theme& theme)
{
    for (std::size_t index = part.from.headers; index < part.to.headers; ++index) {
        const RowHeader& header = geometry.headers[index];
        const bool group = layout.rows()[header.row].kind == RowKind::Group;
        const QRectF area(0, header.top, geometry.width, header.height);
        if (group)
            painter.fillRect(area, theme.raised);
        painter.fillRect(QRectF(0, header.top + header.height - 1, geometry.width, 1), theme.line);
    }
}

void paintPart(QPainter& painter, const TimelineGeometry& geometry, const Part& part, const RunView& run,
               const TrackLayout& layout, const TimelineMarks& marks, const Theme& theme, bool asPicture)
{
    paintRowGrounds(painter, geometry, part, layout, theme);
    for (const StepBand& step : geometry.steps) {
        if (step.left >= 0)
            painter.fillRect(QRectF(step.left, part.clip.top(), 1, part.clip.height()), theme.line);
    }
    const auto colors = fillColors(*geometry.coloring, theme);
    if (asPicture)
        paintBoxesAsPicture(painter, geometry, part, run, marks, colors);
    else
        paintBoxes(painter, geometry, part, run, marks, colors);
    painter.setFont(interfaceFont(TypeSize::Small));
    for (std::size_t index = part.from.labels; index < part.to.labels; ++index) {
        const SliceLabel& label = geometry.labels[index];
        const SliceBox& box = geometry.boxes[label.box];
        const FillColors& color = colors[box.color];
        painter.setPen(dimmed(marks, run, box.row) ? color.dimInk : color.ink);
        painter.drawText(box.rect.adjusted(4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         label.text);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintCounters(painter, geometry, part, theme);
    painter.restore();
}

/// The selected area, on the rows of its tracks only.
void paintArea(QPainter& painter, const TrackLayout& layout, const TimelineViewport& viewport,
               const SelectedArea& area, const Theme& theme)
{
    const double left = core::timeToPixel(viewport.time, area.begin);
    const double right = core::timeToPixel(viewport.time, area.end);
    if (area.tracks.empty())
        painter.fillRect(QRectF(left, 0, right - left, viewport.height), theme.selection);
    const double firstY = std::max(0.0, viewport.top) + layout.pinnedHeight();
    const auto& rows = layout.rows();
    const std::size_t scrolled = layout.rowAt(firstY).value_or(rows.size());
    for (std::size_t index = 0; index < rows.size() && !area.tracks.empty(); ++index) {
        if (index == layout.pinnedRows())
            index = std::max(index, scrolled);
        if (index >= rows.size() || layout.seenY(rows[index].top, viewport.top) > viewport.height)
            break;
        const LayoutRow& row = rows[index];
        if (row.lanesShown > 0 && std::binary_search(area.tracks.begin(), area.tracks.end(), row.track))
            painter.fillRect(QRectF(left, layout.seenY(row.top, viewport.top), right - left, row.height),
                             theme.selection);
    }
    painter.fillRect(QRectF(left, 0, 1, viewport.height), theme.accent);
    painter.fillRect(QRectF(right - 1, 0, 1, viewport.height), theme.accent);
}

} // namespace

void paintLanes(QPainter& painter, const TimelineGeometry& geometry, const RunView& run,
                const TrackLayout& layout, const TimelineMarks& marks, const Theme& theme,
                std::size_t rasteriseAbove)
{
    const bool asPicture = rasteriseAbove > 0 && geometry.boxes.size() > rasteriseAbove;
    if (layout.pinnedRows() == 0) {
        paintPart(painter, geometry, scrollingPart(geometry), run, layout, marks, theme, asPicture);
        return;
    }
    for (const Part& part : {scrollingPart(geometry), pinnedPart(geometry)}) {
        painter.save();
        painter.setClipRect(part.clip, Qt::IntersectClip);
        paintPart(painter, geometry, part, run, layout, marks, theme, asPicture);
        painter.restore();
    }
    painter.fillRect(QRectF(0, geometry.pinnedHeight - 2, geometry.width, 2), theme.line);
}

void paintMarks(QPainter& painter, const RunView& run, const TrackLayout& layout,
                const TimelineViewport& viewport, const TimelineMarks& marks, const Theme& theme)
{
    if (marks.area)
        paintArea(painter, layout, viewport, *marks.area, theme);
    const auto outline = [&](core::SliceId slice, const QColor& color, double width) {
        const auto rect = slice.valid() ? sliceRect(run, layout, viewport, slice) : std::nullopt;
        if (!rect)
            return;
        QRectF shown = *rect;
        shown.setLeft(std::max(shown.left(), -width));
        shown.setRight(std::min(shown.right(), viewport.time.width + width));
        if (shown.left() >= shown.right())
            return;
        painter.setPen(QPen(color, width));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(shown);
    };
    outline(marks.hovered, theme.textDim, 1);
    outline(marks.selected, theme.accent, 2);

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const std::uint32_t index : marks.flows) {
        const auto curve = flowCurve(run, layout, viewport, run.timeline().flows()[index]);
        if (!curve)
            continue;
        const QPointF from = curve->from;
        const QPointF to = curve->to;
        const double bend = std::clamp(std::abs(to.x() - from.x()) / 2, 16.0, 120.0);
        QPainterPath path(from);
        path.cubicTo(from + QPointF(bend, 0), to - QPointF(bend, 0), to);
        painter.setPen(QPen(theme.text, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
        QPainterPath head(to);
        head.lineTo(to + QPointF(-7, -3.5));
        head.lineTo(to + QPointF(-7, 3.5));
        head.closeSubpath();
        painter.fillPath(head, theme.text);
    }
    painter.restore();
}

namespace {

/// The steps' names over their spans, where no major label is in the way.
void paintStepNames(QPainter& painter, const TimelineGeometry& geometry, const RunView& run,
                    const Theme& theme)
{
    const QFontMetrics metrics = painter.fontMetrics();
    painter.setPen(theme.accent);
    for (const StepBand& step : geometry.steps) {
        const double left = std::max(step.left, 0.0);
        const double right = std::min(step.right, geometry.width);
        const QString text = run.label[run.timeline().steps()[step.step].name.index()];
        const double width = metrics.horizontalAdvance(text);
        if (right - left < width + 8)
            continue;
        const QRectF area((left + right - width) / 2, 0, width + 2, kRulerHeight / 2);
        const auto inTheWay = [&](const Tick& tick) {
            return tick.major && tick.x < area.right() + 4 &&
                   tick.x + metrics.horizontalAdvance(tick.label) + 12 > area.left();
        };
        if (std::none_of(geometry.ticks.begin(), geometry.ticks.end(), inTheWay))
            painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

/// Whether the first tick's label, pinned to the edge, would run into the next major one.
bool pinnedGivesWay(const TimelineGeometry& geometry, double width)
{
    const auto major = [](const Tick& tick) { return tick.major; };
    const auto first = geometry.ticks.begin();
    const auto next = std::find_if(first + 1, geometry.ticks.end(), major);
    return next != geometry.ticks.end() && next->x < first->x + width + 12;
}

} // namespace

void paintRuler(QPainter& painter, const TimelineGeometry& geometry, const RunView& run, const Theme& theme)
{
    painter.fillRect(QRectF(0, 0, geometry.width, kRulerHeight), theme.panel);
    painter.fillRect(QRectF(0, kRulerHeight - 1, geometry.width, 1), theme.line);
    painter.setFont(interfaceFont(TypeSize::Small));
    const double half = kRulerHeight / 2;
    for (std::size_t index = 0; index < geometry.ticks.size(); ++index) {
        const Tick& tick = geometry.ticks[index];
        const double top = tick.major ? 0 : half;
        const double lineTop = tick.major ? 4 : half + 6;
        painter.fillRect(QRectF(tick.x, lineTop, 1, kRulerHeight - lineTop), theme.line);
        const double width = painter.fontMetrics().horizontalAdvance(tick.label);
        if (index == 0 && tick.major && pinnedGivesWay(geometry, width))
            continue;
        painter.setPen(tick.major ? theme.text : theme.textDim);
        painter.drawText(QRectF(tick.x + 4, top, width + 4, half), Qt::AlignLeft | Qt::AlignVCenter,
                         tick.label);
    }
    paintStepNames(painter, geometry, run, theme);
}

double paintLegend(QPainter& painter, const RunView& run, const Coloring& coloring, double width,
                   const Theme& theme)
{
    constexpr double kLine = 18;
    constexpr int kMostLines = 3;
    painter.setFont(interfaceFont(TypeSize::Small));
    double x = 0;
    double y = 0;
    if (coloring.by() == ColorBy::Name) {
        painter.setPen(theme.textDim);
        painter.drawText(QRectF(0, 0, width, kLine), Qt::AlignLeft | Qt::AlignVCenter,
                         QCoreApplication::translate(
                             "Coloring", "The same name has the same colour; other names may share it."));
        return kLine;
    }
    for (const Coloring::Entry& entry : coloring.entries()) {
        if (coloring.by() == ColorBy::Operation &&
            std::find(run.classes.begin(), run.classes.end(), entry.operation) == run.classes.end())
            continue;
        const QString name = entryText(run, coloring, entry);
        const double needed = 18 + painter.fontMetrics().horizontalAdvance(name) + 16;
        if (x > 0 && x + needed > width) {
            if (y >= (kMostLines - 1) * kLine) {
                painter.setPen(theme.textDim);
                painter.drawText(QRectF(x - 8, y, 16, kLine), Qt::AlignVCenter, QString(QChar(0x2026)));
                break;
            }
            x = 0;
            y += kLine;
        }
        painter.fillRect(QRectF(x, y + 3, 12, 12), entry.fill);
        painter.setPen(theme.text);
        painter.drawText(QRectF(x + 18, y, needed, kLine), Qt::AlignLeft | Qt::AlignVCenter, name);
        x += needed;
    }
    return y + kLine;
}

} // namespace shardscope::app
