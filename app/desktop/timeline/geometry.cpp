// SPDX-License-Identifier: GPL-3.0-or-later
// Builds what a frame shows, lane by lane.
#include "app/desktop/timeline/geometry.h"

#include "app/desktop/base/number_text.h"
#include "core/timeline/annotation_tracks.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kGapAbove = 4.0; ///< slices wider than this keep a pixel's gap to the next (look: Timeline)
constexpr double kLabelPadding = 4.0; ///< a label is drawn only with this to spare
constexpr double kNarrowestLabel = 28.0;
constexpr std::size_t kMostLabels = 2000;
constexpr double kLeastTickDistance = 90.0;

/// What every row of a frame is built from.
struct Frame {
    const RunView& run;
    const TrackLayout& layout;
    const TimelineViewport& viewport;
    const TextMeter& meter;
    TimelineGeometry& geometry;
    std::vector<core::FoldedBox> scratch;
};

void addLane(Frame& frame, core::LaneId lane, bool pinned)
{
    const auto laneTop = frame.layout.laneTop(lane);
    if (!laneTop)
        return;
    const TimelineViewport& viewport = frame.viewport;
    TimelineGeometry& geometry = frame.geometry;
    const double top = frame.layout.seenY(*laneTop, viewport.top);
    const double full = frame.layout.rowHeight() - 1;
    if (top + full < (pinned ? 0 : geometry.pinnedHeight) || top > viewport.height)
        return;
    const core::TrackId track = frame.run.timeline().lanes()[lane.index()].track;
    frame.scratch.clear();
    core::foldLane(frame.run.timeline(), lane, viewport.time, frame.scratch);
    for (const core::FoldedBox& folded : frame.scratch) {
        const double left = std::max(folded.left, 0.0);
        const double right = std::min(folded.right, viewport.time.width);
        double width = right - left;
        if (width > kGapAbove)
            width -= 1;
        double height = full;
        if (folded.count > 1)
            height = std::max(2.0, std::round(full * static_cast<double>(folded.occupancy)));
        const QRectF rect(left, top + full - height, std::max(width, 1.0), height);
        const auto box = static_cast<std::uint32_t>(geometry.boxes.size());
        geometry.boxes.push_back(
            {rect, folded.row, folded.count, geometry.coloring->of(frame.run, folded.row, track)});
        if (folded.count == 1 && width >= kNarrowestLabel && full >= 14 &&
            geometry.labels.size() < kMostLabels) {
            const core::NameId name = frame.run.timeline().name()[folded.row];
            QString text = frame.meter.fitted(frame.run.label[name.index()], width - 2 * kLabelPadding);
            if (!text.isEmpty())
                geometry.labels.push_back({box, std::move(text)});
        }
    }
}

/// Busy share of a track in the window: of its outermost lane, which encloses what is nested below.
double busyShare(const core::Timeline& timeline, const core::Track& track, const core::TimeWindow& time)
{
    const std::int64_t from = std::max(time.begin, timeline.begin());
    const std::int64_t to = std::min(time.end, timeline.end());
    if (to <= from)
        return 0;
    return static_cast<double>(timeline.busy(core::LaneId(track.firstLane), from, to)) /
           static_cast<double>(to - from);
}

void addCounter(Frame& frame, const LayoutRow& row, std::size_t rowIndex)
{
    const RunView& run = frame.run;
    const TimelineViewport& viewport = frame.viewport;
    const core::CounterTrack& counter = run.timeline().counterTracks()[row.counter];
    const auto samples = run.timeline().counterSamples().subspan(counter.begin, counter.count);
    const RunView::Extent extent = run.counterExtent[row.counter];
    const double span = extent.high > extent.low ? extent.high - extent.low : 1.0;
    CounterShape shape;
    shape.row = rowIndex;
    shape.area =
        QRectF(0, frame.layout.seenY(row.top, viewport.top) + 4, viewport.time.width, row.height - 8);
    const auto yOf = [&](double value) {
        return shape.area.bottom() - (value - extent.low) / span * shape.area.height();
    };
    const auto earlier = [](std::int64_t ts, const core::CounterSample& sample) { return ts < sample.ts; };
    auto at = std::upper_bound(samples.begin(), samples.end(), viewport.time.begin, earlier);
    double level = at == samples.begin() ? extent.low : std::prev(at)->value;
    shape.line.emplace_back(0, yOf(level));
    // One pixel column at a time, by binary search: its highest sample is looked for among at most 64 of its
    // samples.
    for (double x = 0; x < viewport.time.width && at != samples.end(); x += 1) {
        const std::int64_t until = core::pixelToTime(viewport.time, x + 1);
        const auto next = std::upper_bound(at, samples.end(), until, earlier);
        if (next == at)
            continue;
        double highest = at->value;
        const auto stride = std::max<std::ptrdiff_t>(1, (next - at) / 64);
        for (auto look = at; look < next; look += std::min<std::ptrdiff_t>(stride, next - look))
            highest = std::max(highest, look->value);
        shape.line.emplace_back(x, yOf(level));
        shape.line.emplace_back(x, yOf(highest));
        level = std::prev(next)->value;
        shape.line.emplace_back(x, yOf(level));
        at = next;
    }
    shape.line.emplace_back(viewport.time.width, yOf(level));
    frame.geometry.counters.push_back(std::move(shape));
}

void addRow(Frame& frame, std::size_t index)
{
    const LayoutRow& row = frame.layout.rows()[index];
    RowHeader header{index, frame.layout.seenY(row.top, frame.viewport.top), row.height, -1};
    if (row.lanesShown > 0) {
        const core::Track& track = frame.run.timeline().tracks()[row.track.index()];
        if (!core::isAnnotationTrack(frame.run.timeline(), track)) // named time, not work
            header.busyShare = busyShare(frame.run.timeline(), track, frame.viewport.time);
        for (std::uint32_t lane = 0; lane < row.lanesShown; ++lane)
            addLane(frame, core::LaneId(track.firstLane + lane), row.pinned);
    } else if (row.kind == RowKind::Counter) {
        addCounter(frame, row, index);
    }
    frame.geometry.headers.push_back(header);
}

/// Of many ranks, the steps of the first one: theirs are the same steps, a little earlier or later.
void addSteps(const core::Timeline& timeline, const core::TimeWindow& window, TimelineGeometry& geometry)
{
    const auto steps = timeline.steps();
    for (std::uint32_t step = 0; step < steps.size(); ++step) {
        if (steps[step].rank != steps.front().rank || steps[step].source != steps.front().source)
            continue;
        const double left = core::timeToPixel(window, steps[step].begin);
        const double right = core::timeToPixel(window, steps[step].end);
        if (right > 0 && left < window.width)
            geometry.steps.push_back({left, right, step});
    }
}

} // namespace

TimelineGeometry buildGeometry(const RunView& run, const TrackLayout& layout,
                               const TimelineViewport& viewport, const TextMeter& meter,
                               const ColoringPtr& coloring)
{
    TimelineGeometry geometry;
    geometry.width = viewport.time.width;
    geometry.height = viewport.height;
    geometry.pinnedHeight = layout.pinnedHeight();
    geometry.coloring = coloring ? coloring : run.byOperation;
    geometry.ticks = rulerTicks(viewport.time, run.timeline().begin());
    Frame frame{run, layout, viewport, meter, geometry, {}};
    const auto& rows = layout.rows();
    const double firstY = std::max(0.0, viewport.top) + geometry.pinnedHeight;
    for (std::size_t index = std::max(layout.rowAt(firstY).value_or(rows.size()), layout.pinnedRows());
         index < rows.size() && rows[index].top <= viewport.top + viewport.height; ++index)
        addRow(frame, index);
    geometry.pinned = {geometry.headers.size(), geometry.boxes.size(), geometry.labels.size(),
                       geometry.counters.size()};
    for (std::size_t index = 0; index < layout.pinnedRows(); ++index)
        addRow(frame, index);
    addSteps(run.timeline(), viewport.time, geometry);
    return geometry;
}

std::vector<Tick> rulerTicks(const core::TimeWindow& window, std::int64_t origin)
{
    const double perPixel = static_cast<double>(window.end - window.begin) / window.width;
    std::int64_t step = 1;
    for (std::int64_t power = 1; static_cast<double>(step) < perPixel * kLeastTickDistance; power *= 10) {
        for (const std::int64_t factor : {1, 2, 5}) {
            step = factor * power;
            if (static_cast<double>(step) >= perPixel * kLeastTickDistance)
                break;
        }
        if (power > 1'000'000'000'000'000'000 / 10)
            break;
    }
    std::int64_t major = 10;
    while (major < 5 * step && major < 1'000'000'000'000'000'000)
        major *= 10;

    const auto floorTo = [](std::int64_t value, std::int64_t unit) {
        const std::int64_t quotient = value / unit;
        return (quotient - (value % unit < 0 ? 1 : 0)) * unit;
    };
    std::vector<Tick> ticks;
    const std::int64_t first = window.begin - origin;
    std::int64_t base = first > 0 ? floorTo(first, major) : 0;
    // The major mark left of the window, pinned to the edge, tells what the offsets count from.
    if (first > 0)
        ticks.push_back(
            {std::max(0.0, core::timeToPixel(window, base + origin)), nanosString(base, 9), true});
    for (std::int64_t at = floorTo(first, step) + step; at + origin < window.end; at += step) {
        const double x = core::timeToPixel(window, at + origin);
        if (at % major == 0) {
            base = at;
            ticks.push_back({x, nanosString(at, 9), true});
        } else {
            const QString sign = at < base ? QString(QChar(0x2212)) : QStringLiteral("+");
            ticks.push_back({x, sign + nanosString(std::abs(at - base), 4), false});
        }
    }
    return ticks;
}

std::optional<QRectF> sliceRect(const RunView& run, const TrackLayout& layout,
                                const TimelineViewport& viewport, core::SliceId slice)
{
    const auto top = layout.laneTop(run.timeline().laneOf(slice));
    if (!top)
        return std::nullopt;
    const std::int64_t begin = run.timeline().ts()[slice.index()];
    const double left = core::timeToPixel(viewport.time, begin);
    const double right = core::timeToPixel(viewport.time, begin + run.timeline().dur()[slice.index()]);
    return QRectF(left, layout.seenY(*top, viewport.top), std::max(1.0, right - left),
                  layout.rowHeight() - 1);
}

std::optional<FlowCurve> flowCurve(const RunView& run, const TrackLayout& layout,
                                   const TimelineViewport& viewport, const core::Flow& flow)
{
    if (!flow.from.valid() || !flow.to.valid())
        return std::nullopt;
    const auto from = sliceRect(run, layout, viewport, flow.from);
    const auto to = sliceRect(run, layout, viewport, flow.to);
    if (!from || !to)
        return std::nullopt;
    return FlowCurve{{core::timeToPixel(viewport.time, flow.fromTs), from->center().y()},
                     {core::timeToPixel(viewport.time, flow.toTs), to->center().y()}};
}

std::optional<core::SliceId> sliceAt(const RunView& run, const TrackLayout& layout,
                                     const TimelineViewport& viewport, QPointF point)
{
    const core::Timeline& timeline = run.timeline();
    const auto lane = layout.laneAt(timeline, layout.contentY(point.y(), viewport.top));
    if (!lane)
        return std::nullopt;
    const std::int64_t at = core::pixelToTime(viewport.time, point.x());
    const std::int64_t from = core::pixelToTime(viewport.time, point.x() - 2);
    const std::int64_t to = core::pixelToTime(viewport.time, point.x() + 2);
    const auto [begin, end] = timeline.rowsWithin(*lane, from, std::max(to, from + 1));
    std::optional<core::SliceId> best;
    std::int64_t bestDistance = 0;
    std::int64_t bestDuration = -1;
    // Many slices may share these pixels; the cap keeps a hover cheap, and the longest of the first ones is
    // what shows.
    for (std::uint32_t row = begin; row < std::min(end, begin + 4096); ++row) {
        const std::int64_t sliceBegin = timeline.ts()[row];
        const std::int64_t sliceEnd = sliceBegin + timeline.dur()[row];
        const std::int64_t distance = at < sliceBegin ? sliceBegin - at : at > sliceEnd ? at - sliceEnd : 0;
        if (!best || distance < bestDistance ||
            (distance == bestDistance && timeline.dur()[row] > bestDuration)) {
            best = core::SliceId(row);
            bestDistance = distance;
            bestDuration = timeline.dur()[row];
        }
    }
    return best;
}

} // namespace shardscope::app
