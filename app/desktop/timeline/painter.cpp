// SPDX-License-Identifier: GPL-3.0-or-later
// Integer rectangles without a pen: what a raster engine fills fastest.
#include "app/desktop/timeline/painter.h"

#include "app/desktop/number_text.h"

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

/// Fill and ink of a class, and of the same when a search dims it.
struct ClassColors {
    QColor fill, ink, dimFill, dimInk;
};

std::vector<ClassColors> classColors(const Theme& theme)
{
    std::vector<ClassColors> colors;
    for (const core::OpClass operation : core::allOpClasses()) {
        const QColor fill = colorOf(operation);
        const QColor dimFill = blended(fill, theme.page, 0.78F);
        colors.push_back({fill, inkOn(fill), dimFill, theme.textDim});
    }
    return colors;
}

bool dimmed(const TimelineMarks& marks, const RunView& run, std::uint32_t row)
{
    return !marks.matches.empty() && !marks.matches[run.timeline().name()[row].index()];
}

void paintBoxes(QPainter& painter, const TimelineGeometry& geometry, const RunView& run,
                const TimelineMarks& marks, const std::vector<ClassColors>& colors)
{
    for (const SliceBox& box : geometry.boxes) {
        const ClassColors& color = colors[static_cast<std::size_t>(box.operation)];
        painter.fillRect(box.rect, dimmed(marks, run, box.row) ? color.dimFill : color.fill);
    }
}

void paintCounters(QPainter& painter, const TimelineGeometry& geometry, const Theme& theme)
{
    for (const CounterShape& counter : geometry.counters) {
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

void paintRowGrounds(QPainter& painter, const TimelineGeometry& geometry, const TrackLayout& layout,
                     const Theme& theme)
{
    for (const RowHeader& header : geometry.headers) {
        const bool process = layout.rows()[header.row].kind == RowKind::Process;
        const QRectF area(0, header.top, geometry.width, header.height);
        if (process)
            painter.fillRect(area, theme.raised);
        painter.fillRect(QRectF(0, header.top + header.height - 1, geometry.width, 1), theme.line);
    }
}

} // namespace

void paintLanes(QPainter& painter, const TimelineGeometry& geometry, const RunView& run,
                const TrackLayout& layout, const TimelineMarks& marks, const Theme& theme,
                std::size_t rasteriseAbove)
{
    paintRowGrounds(painter, geometry, layout, theme);
    for (const StepBand& step : geometry.steps) {
        if (step.left >= 0)
            painter.fillRect(QRectF(step.left, 0, 1, geometry.height), theme.line);
    }
    const auto colors = classColors(theme);
    if (rasteriseAbove > 0 && geometry.boxes.size() > rasteriseAbove) {
        constexpr double kRasterScale = 2; // sharp on paper at the usual sizes
        QImage image(QSizeF(geometry.width * kRasterScale, geometry.height * kRasterScale).toSize(),
                     QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        image.setDevicePixelRatio(kRasterScale);
        QPainter raster(&image);
        paintBoxes(raster, geometry, run, marks, colors);
        raster.end();
        painter.drawImage(QPointF(0, 0), image);
    } else {
        paintBoxes(painter, geometry, run, marks, colors);
    }
    painter.setFont(interfaceFont(TypeSize::Small));
    for (const SliceLabel& label : geometry.labels) {
        const SliceBox& box = geometry.boxes[label.box];
        const ClassColors& color = colors[static_cast<std::size_t>(box.operation)];
        painter.setPen(dimmed(marks, run, box.row) ? color.dimInk : color.ink);
        painter.drawText(box.rect.adjusted(4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         label.text);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintCounters(painter, geometry, theme);
    painter.restore();
}

void paintMarks(QPainter& painter, const RunView& run, const TrackLayout& layout,
                const TimelineViewport& viewport, const TimelineMarks& marks, const Theme& theme)
{
    if (marks.area) {
        const double left = core::timeToPixel(viewport.time, marks.area->first);
        const double right = core::timeToPixel(viewport.time, marks.area->second);
        painter.fillRect(QRectF(left, 0, right - left, viewport.height), theme.selection);
        painter.fillRect(QRectF(left, 0, 1, viewport.height), theme.accent);
        painter.fillRect(QRectF(right - 1, 0, 1, viewport.height), theme.accent);
    }
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

QString operationName(core::OpClass operation)
{
    using core::OpClass;
    const auto words = [](const char* text) { return QCoreApplication::translate("OperationName", text); };
    switch (operation) {
    case OpClass::MatrixProduct: return words(QT_TRANSLATE_NOOP("OperationName", "matrix product"));
    case OpClass::Attention: return words(QT_TRANSLATE_NOOP("OperationName", "attention"));
    case OpClass::Elementwise: return words(QT_TRANSLATE_NOOP("OperationName", "element-wise, norm"));
    case OpClass::Embedding: return words(QT_TRANSLATE_NOOP("OperationName", "embedding, gather"));
    case OpClass::CollectiveTensor: return words(QT_TRANSLATE_NOOP("OperationName", "collective (tensor)"));
    case OpClass::CollectiveReplica: return words(QT_TRANSLATE_NOOP("OperationName", "collective (replica)"));
    case OpClass::CollectiveExpert: return words(QT_TRANSLATE_NOOP("OperationName", "all-to-all"));
    case OpClass::PointToPoint: return words(QT_TRANSLATE_NOOP("OperationName", "send, receive"));
    case OpClass::Copy: return words(QT_TRANSLATE_NOOP("OperationName", "copy, streaming"));
    case OpClass::Optimizer: return words(QT_TRANSLATE_NOOP("OperationName", "optimizer"));
    case OpClass::Idle: return words(QT_TRANSLATE_NOOP("OperationName", "idle"));
    case OpClass::Host: break;
    }
    return words(QT_TRANSLATE_NOOP("OperationName", "host"));
}

std::vector<core::OpClass> classesOf(const RunView& run)
{
    std::vector<bool> seen(core::kOpClasses);
    for (const core::OpClass operation : run.operation)
        seen[static_cast<std::size_t>(operation)] = true;
    std::vector<core::OpClass> classes;
    for (const core::OpClass operation : core::allOpClasses()) {
        if (seen[static_cast<std::size_t>(operation)])
            classes.push_back(operation);
    }
    return classes;
}

double paintLegend(QPainter& painter, const RunView& run, double width, const Theme& theme)
{
    constexpr double kLine = 18;
    painter.setFont(interfaceFont(TypeSize::Small));
    double x = 0;
    double y = 0;
    for (const core::OpClass operation : classesOf(run)) {
        const QString name =
            QStringLiteral("%1 ").arg(QLatin1Char(core::opClassLetter(operation))) + operationName(operation);
        const double needed = 18 + painter.fontMetrics().horizontalAdvance(name) + 16;
        if (x > 0 && x + needed > width) {
            x = 0;
            y += kLine;
        }
        painter.fillRect(QRectF(x, y + 3, 12, 12), colorOf(operation));
        painter.setPen(theme.text);
        painter.drawText(QRectF(x + 18, y, needed, kLine), Qt::AlignLeft | Qt::AlignVCenter, name);
        x += needed;
    }
    return y + kLine;
}

} // namespace shardscope::app
