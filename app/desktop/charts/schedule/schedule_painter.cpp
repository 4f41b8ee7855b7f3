// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/schedule/schedule_painter.h"

#include "app/desktop/charts/hatching.h"
#include "app/desktop/charts/scene.h"
#include "app/desktop/timeline/coloring.h"
#include "app/session/text/messages.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <set>

namespace shardscope::app {
namespace {

using planner::ActionKind;

constexpr double kPalerChunk = 0.3;

QColor recomputeColor() { return colorOf(core::StepPart::Recompute); }

void paintTicks(QPainter& painter, const ScheduleGeometry& geometry, double bottom, const Theme& theme)
{
    painter.setFont(interfaceFont(TypeSize::Small));
    for (const ScheduleTick& tick : geometry.ticks) {
        painter.setPen(theme.line);
        painter.drawLine(QPointF(tick.x, kScheduleRuler - 6), QPointF(tick.x, bottom));
        painter.setPen(theme.textDim);
        painter.drawText(QRectF(tick.x - 60, 0, 120, kScheduleRuler - 6), Qt::AlignCenter, tick.label);
    }
}

void paintBoxes(QPainter& painter, const ScheduleGeometry& geometry, const Theme& theme)
{
    for (const ScheduleBox& box : geometry.boxes) {
        const QColor fill = box.oddChunk ? paler(colorOf(box.kind), kPalerChunk, theme) : colorOf(box.kind);
        painter.fillRect(box.rect, fill);
        if (box.folded || box.rect.height() < 8)
            continue;
        // The gradient of the weights is told by a stripe, a pair by both of its colours.
        const double stripe = std::floor(box.rect.height() / 4);
        if (box.kind == ActionKind::WeightGradient)
            painter.fillRect(
                QRectF(box.rect.left(), box.rect.bottom() - stripe, box.rect.width(), stripe / 2),
                theme.panel);
        if (box.kind == ActionKind::Overlapped)
            painter.fillRect(QRectF(box.rect.left(), box.rect.center().y(), box.rect.width(),
                                    box.rect.bottom() - box.rect.center().y()),
                             colorOf(ActionKind::Backward));
    }
}

void paintStrips(QPainter& painter, const ScheduleGeometry& geometry, const Theme& theme)
{
    for (const ScheduleStrip& strip : geometry.strips) {
        painter.fillRect(strip.rect, strip.recompute ? recomputeColor() : colorOf(strip.operation));
        if (strip.recompute && strip.rect.width() > 3)
            hatch(painter, strip.rect, colorOf(core::StepPart::Forward), 5, Hatching::Rising);
    }
    painter.setPen(theme.panel);
    for (const ScheduleStrip& strip : geometry.strips) {
        if (strip.label.isEmpty())
            continue;
        painter.setPen(inkOn(colorOf(strip.operation)));
        painter.drawText(strip.rect, Qt::AlignCenter, strip.label);
    }
}

void paintLabels(QPainter& painter, const ScheduleGeometry& geometry, const Theme& theme)
{
    for (const ScheduleBox& box : geometry.boxes) {
        if (box.label.isEmpty())
            continue;
        painter.setPen(
            inkOn(box.oddChunk ? paler(colorOf(box.kind), kPalerChunk, theme) : colorOf(box.kind)));
        painter.drawText(box.rect, Qt::AlignCenter, box.label);
    }
}

void paintCurve(QPainter& painter, const ScheduleCurve& curve, const QColor& fill, const Theme& theme)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(curve.outline);
    painter.setPen(theme.line);
    painter.drawLine(curve.area.bottomLeft(), curve.area.bottomRight());
    if (curve.limitY >= 0) {
        painter.setPen(QPen(theme.bad, 1, Qt::DashLine));
        painter.drawLine(QPointF(curve.area.left(), curve.limitY), QPointF(curve.area.right(), curve.limitY));
    }
    painter.setPen(theme.textDim);
    painter.drawText(QRectF(0, curve.area.top(), curve.area.left() - 6, curve.area.height()),
                     Qt::AlignRight | Qt::AlignVCenter, curve.name);
    painter.drawText(QRectF(curve.area.right() + 4, curve.area.top(), kScheduleIdle - 4, curve.area.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, curve.most);
}

void paintBand(QPainter& painter, const ScheduleBand& band, const Theme& theme)
{
    painter.setFont(interfaceFont(TypeSize::Body, Weight::Strong));
    painter.setPen(theme.text);
    painter.drawText(band.caption, Qt::AlignLeft | Qt::AlignVCenter, band.title);
    const double title = textWidth(band.title, TypeSize::Body, Weight::Strong) + 12;
    painter.setFont(interfaceFont(TypeSize::Small));
    painter.setPen(theme.textDim);
    if (!band.problem.isEmpty()) {
        painter.drawText(
            QRectF(0, band.caption.bottom(), band.caption.width(), band.bottom - band.caption.bottom()),
            Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, band.problem);
        return;
    }
    painter.drawText(
        band.caption.adjusted(title, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(painter.font()).elidedText(band.figures, Qt::ElideRight, band.caption.width() - title));
    const double line = QFontMetricsF(painter.font()).height();
    for (const ScheduleRow& row : band.rows) {
        if (row.name.isEmpty())
            continue;
        const double height = std::max(line, row.rect.height()); // of thin rows beside those beneath
        painter.drawText(QRectF(0, row.rect.top(), row.rect.left() - 6, height),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, row.name);
        painter.drawText(QRectF(row.rect.right() + 4, row.rect.top(), kScheduleIdle - 4, height),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, row.idle);
    }
    if (!band.idle.area.isEmpty())
        paintCurve(painter, band.idle, theme.line, theme);
    if (!band.held.area.isEmpty())
        paintCurve(painter, band.held, colorOf(core::Purpose::Activations), theme);
}

void paintArrow(QPainter& painter, const QRectF& from, const QRectF& to, const QColor& color, double width)
{
    const QPointF begin(from.right(), from.center().y());
    const QPointF end(to.left(), to.center().y());
    painter.setPen(QPen(color, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawLine(begin, end);
    painter.setBrush(color);
    painter.setPen(Qt::NoPen);
    painter.drawEllipse(end, width + 1.5, width + 1.5);
}

} // namespace

QColor colorOf(ActionKind kind)
{
    switch (kind) {
    case ActionKind::Forward:
    case ActionKind::Overlapped: return colorOf(core::StepPart::Forward);
    case ActionKind::InputGradient:
    case ActionKind::Backward: return colorOf(core::StepPart::Backward);
    case ActionKind::WeightGradient: break;
    }
    return weightGradientColor();
}

void paintSchedules(QPainter& painter, const ScheduleGeometry& geometry, const Theme& theme)
{
    painter.save();
    paintTicks(painter, geometry, geometry.height, theme);
    paintBoxes(painter, geometry, theme);
    painter.setFont(interfaceFont(TypeSize::Small));
    paintStrips(painter, geometry, theme);
    paintLabels(painter, geometry, theme);
    for (const ScheduleBand& band : geometry.bands)
        paintBand(painter, band, theme);
    painter.restore();
}

void paintScheduleMarks(QPainter& painter, const ScheduleGeometry& geometry, const ScheduleMarks& marks,
                        const Theme& theme)
{
    painter.save();
    if (marks.playheadX >= 0) {
        QColor veil = theme.panel;
        veil.setAlphaF(0.75F);
        for (const ScheduleBand& band : geometry.bands) {
            if (band.rows.empty())
                continue;
            const double x = std::max(marks.playheadX, band.rows.front().rect.left());
            const double right = band.rows.front().rect.right();
            if (x < right)
                painter.fillRect(QRectF(x, band.rows.front().rect.top(), right - x,
                                        band.bottom - band.rows.front().rect.top()),
                                 veil);
        }
        painter.setPen(QPen(theme.accent, 2));
        painter.drawLine(QPointF(marks.playheadX, kScheduleRuler - 8),
                         QPointF(marks.playheadX, geometry.height));
    }
    if (marks.chosenBand && *marks.chosenBand < geometry.bands.size()) {
        const ScheduleBand& band = geometry.bands[*marks.chosenBand];
        const double title = textWidth(band.title, TypeSize::Body, Weight::Strong);
        painter.fillRect(QRectF(0, band.caption.bottom() - 2, title, 2), theme.accent);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t index = 0; index < marks.waitsFor.size(); ++index) {
        const bool last = index == marks.lastToEnd;
        paintArrow(painter, marks.waitsFor[index], marks.current, last ? theme.accent : theme.textDim,
                   last ? 2 : 1);
        painter.setPen(QPen(last ? theme.accent : theme.textDim, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(marks.waitsFor[index]);
    }
    if (!marks.current.isEmpty()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(marks.current);
    }
    painter.restore();
}

void paintScheduleRuler(QPainter& painter, const ScheduleGeometry& geometry, const ScheduleMarks& marks,
                        const Theme& theme)
{
    painter.save();
    const double right = geometry.bands.empty() ? 0 : geometry.bands.front().caption.width();
    painter.fillRect(QRectF(0, 0, right, kScheduleRuler), theme.panel);
    paintTicks(painter, geometry, kScheduleRuler, theme);
    if (marks.playheadX >= 0) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawLine(QPointF(marks.playheadX, kScheduleRuler - 8),
                         QPointF(marks.playheadX, kScheduleRuler));
    }
    painter.restore();
}

std::vector<std::pair<QColor, QString>> scheduleLegend(const std::vector<ShownSchedule>& shown)
{
    std::set<ActionKind> kinds;
    std::set<core::OpClass> operations;
    std::set<core::OpClass> stripes; // of supersteps
    bool recompute = false;
    for (const ShownSchedule& one : shown) {
        if (!one.chart)
            continue;
        const bool lanes = !one.chart->rows.empty();
        for (const auto& rank : one.chart->schedule.order.ranks) {
            for (const planner::Action& action : rank) {
                if (!lanes)
                    kinds.insert(action.kind);
            }
        }
        for (const auto& rank : one.chart->extras) {
            for (const ScheduleExtra& extra : rank) {
                recompute = recompute || extra.recompute;
                if (extra.superstep)
                    stripes.insert(extra.operation);
                else if (!extra.recompute)
                    operations.insert(extra.operation);
            }
        }
    }
    const std::pair<ActionKind, const char*> passes[] = {
        {ActionKind::Forward, N_("F  forward")},
        {ActionKind::Backward, N_("B  backward")},
        {ActionKind::InputGradient, N_("I  input gradient")},
        {ActionKind::WeightGradient, N_("W  weight gradient")},
        {ActionKind::Overlapped, N_("FB  forward with a backward")}};
    std::vector<std::pair<QColor, QString>> legend;
    for (const auto& [kind, text] : passes) {
        if (kinds.count(kind) != 0)
            legend.emplace_back(colorOf(kind), translated(text));
    }
    if (recompute)
        legend.emplace_back(recomputeColor(), translated(N_("hatched: recomputing")));
    for (const core::OpClass operation : operations)
        legend.emplace_back(colorOf(operation),
                            QStringLiteral("%1  %2").arg(QString(QLatin1Char(core::opClassLetter(operation))),
                                                         operationName(operation)));
    const std::pair<core::OpClass, const char*> supersteps[] = {
        {core::OpClass::MatrixProduct, N_("stripe above: supersteps compute")},
        {core::OpClass::Idle, N_("they wait for the slowest")},
        {core::OpClass::PointToPoint, N_("they exchange")}};
    for (const auto& [operation, text] : supersteps) {
        if (stripes.count(operation) != 0)
            legend.emplace_back(colorOf(operation), translated(text));
    }
    return legend;
}

} // namespace shardscope::app
