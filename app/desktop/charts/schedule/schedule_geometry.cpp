// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/schedule/schedule_geometry.h"

#include "app/desktop/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {

using planner::ActionKind;
using planner::ActionSpan;

QRectF stripRect(const ScheduleChart& chart, const ScheduleExtra& extra, double from, double to,
                 const QRectF& row)
{
    const double room = row.height() > 8 ? 1 : 0;
    if (extra.recompute || extra.optimizer || hasLanes(chart))
        return {from, row.top(), to - from, row.height() - room};
    const double height = std::max(2.0, std::floor(row.height() / 4));
    return {from, extra.superstep ? row.top() : row.bottom() - height - room, to - from, height};
}

std::size_t firstEndingAfter(const std::vector<ActionSpan>& spans, std::size_t from, double time)
{
    const auto found =
        std::upper_bound(spans.begin() + static_cast<std::ptrdiff_t>(from), spans.end(), time,
                         [](double value, const ActionSpan& span) { return value < span.end; });
    return static_cast<std::size_t>(found - spans.begin());
}

double timeToX(const ScheduleFrame& frame, double time)
{
    const double width = std::max(1.0, frame.width - frame.header - kScheduleIdle);
    return frame.header + (time - frame.begin) / (frame.end - frame.begin) * width;
}

double xToTime(const ScheduleFrame& frame, double x)
{
    const double width = std::max(1.0, frame.width - frame.header - kScheduleIdle);
    return frame.begin + (x - frame.header) / width * (frame.end - frame.begin);
}

double endOf(const std::vector<ShownSchedule>& shown)
{
    double end = 0;
    for (const ShownSchedule& one : shown) {
        if (one.chart)
            end = std::max(end, one.chart->end);
    }
    return end > 0 ? end : 1;
}

std::optional<ActionAt> actionAt(const std::vector<ShownSchedule>& shown, const ScheduleFrame& frame,
                                 const ScheduleGeometry& geometry, QPointF point)
{
    for (std::size_t band = 0; band < geometry.bands.size() && band < shown.size(); ++band) {
        const std::vector<ScheduleRow>& rows = geometry.bands[band].rows;
        if (rows.empty() || point.y() < rows.front().rect.top() || point.y() >= rows.back().rect.bottom())
            continue;
        const auto rank =
            std::min(rows.size() - 1,
                     static_cast<std::size_t>((point.y() - rows.front().rect.top()) / frame.rowHeight));
        const std::vector<ActionSpan>& spans = shown[band].chart->schedule.spans[rank];
        const double time = xToTime(frame, point.x());
        const std::size_t index = firstEndingAfter(spans, 0, time);
        if (time < frame.begin || time > frame.end || index >= spans.size() || spans[index].start > time)
            return std::nullopt;
        return ActionAt{band, rank, index};
    }
    return std::nullopt;
}

QRectF rectOf(const std::vector<ShownSchedule>& shown, const ScheduleFrame& frame,
              const ScheduleGeometry& geometry, const ActionAt& at)
{
    const QRectF row = geometry.bands[at.band].rows[at.rank].rect;
    const ActionSpan& span = shown[at.band].chart->schedule.spans[at.rank][at.index];
    const double from = timeToX(frame, span.start);
    return {from, row.top(), std::max(1.0, timeToX(frame, span.end) - from), row.height()};
}

std::optional<StripAt> stripAt(const std::vector<ShownSchedule>& shown, const ScheduleFrame& frame,
                               const ScheduleGeometry& geometry, QPointF point)
{
    const double time = xToTime(frame, point.x());
    if (time < frame.begin || time > frame.end)
        return std::nullopt;
    for (std::size_t band = 0; band < geometry.bands.size() && band < shown.size(); ++band) {
        if (!shown[band].chart || hasLanes(*shown[band].chart))
            continue;
        const std::vector<ScheduleRow>& rows = geometry.bands[band].rows;
        const ScheduleChart& chart = *shown[band].chart;
        for (std::size_t rank = 0; rank < std::min(rows.size(), chart.extras.size()); ++rank) {
            if (!rows[rank].rect.contains(point))
                continue;
            std::optional<StripAt> found;
            for (std::size_t index = 0; index < chart.extras[rank].size(); ++index) {
                const ScheduleExtra& extra = chart.extras[rank][index];
                if (extra.start > time)
                    break;
                const QRectF rect = stripRect(chart, extra, 0, 1, rows[rank].rect);
                if (extra.end > time && point.y() >= rect.top() && point.y() < rect.bottom())
                    found = StripAt{band, rank, index};
            }
            return found;
        }
    }
    return std::nullopt;
}

QRectF rectOf(const std::vector<ShownSchedule>& shown, const ScheduleFrame& frame,
              const ScheduleGeometry& geometry, const StripAt& at)
{
    const ScheduleChart& chart = *shown[at.band].chart;
    const ScheduleExtra& extra = chart.extras[at.rank][at.index];
    const double from = timeToX(frame, extra.start);
    return stripRect(chart, extra, from, std::max(from + 1, timeToX(frame, extra.end)),
                     geometry.bands[at.band].rows[at.rank].rect);
}

std::vector<ActionAt> dependenciesOf(const std::vector<ShownSchedule>& shown, const ActionAt& at)
{
    const ScheduleChart& chart = *shown[at.band].chart;
    const planner::PipelineOrder& order = chart.schedule.order;
    const std::vector<planner::ActionPlace> places =
        hasLanes(chart) ? chart.extras[at.rank][at.index].waitsFor
                        : planner::dependenciesOf(order, order.ranks[at.rank][at.index]);
    std::vector<ActionAt> out;
    out.reserve(places.size());
    for (const planner::ActionPlace& place : places)
        out.push_back({at.band, static_cast<std::size_t>(place.rank), static_cast<std::size_t>(place.index)});
    return out;
}

QString letterOf(ActionKind kind)
{
    switch (kind) {
    case ActionKind::Forward: return QStringLiteral("F");
    case ActionKind::InputGradient: return QStringLiteral("I");
    case ActionKind::WeightGradient: return QStringLiteral("W");
    case ActionKind::Backward: return QStringLiteral("B");
    case ActionKind::Overlapped: break;
    }
    return QStringLiteral("FB");
}

QString scheduleTime(const ScheduleChart& chart, double time)
{
    return chart.seconds ? quantityString(time, core::kSecond) : quantityString(time, core::kNumber);
}

double nextMoment(const std::vector<ShownSchedule>& shown, double time, bool forward)
{
    const double end = endOf(shown);
    double found = forward ? end : 0;
    const double nearly = 1e-9 * end;
    for (const ShownSchedule& one : shown) {
        if (!one.chart)
            continue;
        for (const std::vector<ActionSpan>& spans : one.chart->schedule.spans) {
            const std::size_t at = firstEndingAfter(spans, 0, time - nearly);
            // The action at the moment and its neighbours begin or end next.
            const std::size_t first = at > 0 ? at - 1 : 0;
            for (std::size_t index = first; index < std::min(spans.size(), at + 3); ++index) {
                for (const double moment : {spans[index].start, spans[index].end}) {
                    if (forward && moment > time + nearly)
                        found = std::min(found, moment);
                    else if (!forward && moment < time - nearly)
                        found = std::max(found, moment);
                }
            }
        }
    }
    return found;
}

} // namespace shardscope::app
