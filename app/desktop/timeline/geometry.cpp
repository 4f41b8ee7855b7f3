// SPDX-License-Identifier: GPL-3.0-or-later
// Builds what a frame shows, lane by lane.
#include "app/desktop/timeline/geometry.h"

#include "app/desktop/number_text.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kGapAbove = 4.0; ///< slices wider than this keep a pixel's gap to the next (look: Timeline)
constexpr double kLabelPadding = 4.0; ///< a label is drawn only with this to spare
constexpr double kNarrowestLabel = 28.0;
constexpr std::size_t kMostLabels = 2000;
constexpr double kLeastTickDistance = 90.0;

void addLane(const RunView& run, const TrackLayout& layout, const TimelineViewport& viewport,
             core::LaneId lane, const TextMeter& meter, std::vector<core::FoldedBox>& scratch,
             TimelineGeometry& geometry)
{
    const auto laneTop = layout.laneTop(lane);
    if (!laneTop)
        return;
    const double top = *laneTop - viewport.top;
    const double full = layout.rowHeight() - 1;
    if (top + full < 0 || top > viewport.height)
        return;
    scratch.clear();
    core::foldLane(run.timeline(), lane, viewport.time, scratch);
    for (const core::FoldedBox& folded : scratch) {
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
        geometry.boxes.push_back({rect, folded.row, folded.count, run.operation[folded.row]});
        if (folded.count == 1 && width >= kNarrowestLabel && full >= 14 &&
            geometry.labels.size() < kMostLabels) {
            const core::NameId name = run.timeline().name()[folded.row];
            QString text = meter.fitted(run.label[name.index()], width - 2 * kLabelPadding);
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

void addCounter(const RunView& run, const LayoutRow& row, std::size_t rowIndex,
                const TimelineViewport& viewport, TimelineGeometry& geometry)
{
    const core::CounterTrack& counter = run.timeline().counterTracks()[row.counter];
    const auto samples = run.timeline().counterSamples().subspan(counter.begin, counter.count);
    const RunView::Extent extent = run.counterExtent[row.counter];
    const double span = extent.high > extent.low ? extent.high - extent.low : 1.0;
    CounterShape shape;
    shape.row = rowIndex;
    shape.area = QRectF(0, row.top - viewport.top + 4, viewport.time.width, row.height - 8);
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
    geometry.counters.push_back(std::move(shape));
}

} // namespace

TimelineGeometry buildGeometry(const RunView& run, const TrackLayout& layout,
                               const TimelineViewport& viewport, const TextMeter& meter)
{
    TimelineGeometry geometry;
    geometry.width = viewport.time.width;
    geometry.height = viewport.height;
    geometry.ticks = rulerTicks(viewport.time, run.timeline().begin());
    std::vector<core::FoldedBox> scratch;
    const auto& rows = layout.rows();
    for (std::size_t index = layout.rowAt(std::max(0.0, viewport.top)).value_or(rows.size());
         index < rows.size(); ++index) {
        const LayoutRow& row = rows[index];
        if (row.top > viewport.top + viewport.height)
            break;
        RowHeader header{index, row.top - viewport.top, row.height, -1};
        if (row.kind == RowKind::Track) {
            const core::Track& track = run.timeline().tracks()[row.track.index()];
            header.busyShare = busyShare(run.timeline(), track, viewport.time);
            for (std::uint32_t lane = 0; lane < row.lanesShown; ++lane)
                addLane(run, layout, viewport, core::LaneId(track.firstLane + lane), meter, scratch,
                        geometry);
        } else if (row.kind == RowKind::Counter) {
            addCounter(run, row, index, viewport, geometry);
        }
        geometry.headers.push_back(header);
    }
    const auto steps = run.timeline().steps();
    for (std::uint32_t step = 0; step < steps.size(); ++step) {
        const double left = core::timeToPixel(viewport.time, steps[step].begin);
        const double right = core::timeToPixel(viewport.time, steps[step].end);
        if (right > 0 && left < viewport.time.width)
            geometry.steps.push_back({left, right, step});
    }
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
    return QRectF(left, *top - viewport.top, std::max(1.0, right - left), layout.rowHeight() - 1);
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
    const auto lane = layout.laneAt(timeline, point.y() + viewport.top);
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
