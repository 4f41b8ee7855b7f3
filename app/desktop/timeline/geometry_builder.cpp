// SPDX-License-Identifier: GPL-3.0-or-later
// Builds what a frame shows, lane by lane.
#include "app/desktop/timeline/geometry_builder.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/notes.h"
#include "app/desktop/timeline/row_headers.h"
#include "app/desktop/timeline/ruler.h"
#include "core/base/parallel.h"
#include "core/timeline/annotation_tracks.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <unordered_map>

namespace shardscope::app {
namespace {

constexpr double kNarrowestStep = 12; ///< pixels

constexpr double kGapAbove = 4.0; ///< slices wider than this keep a pixel's gap to the next (look: Timeline)
constexpr double kLabelPadding = 4.0; ///< a label is drawn only with this to spare
constexpr double kNarrowestLabel = 28.0;
constexpr std::size_t kMostLabels = 2000;

/// What every row of a frame is built from.
struct Frame {
    const RunView& run;
    const TrackLayout& layout;
    const TimelineViewport& viewport;
    const TextMeter& meter;
    const Coloring& coloring;
    const std::vector<bool>& matches;
    std::size_t firstDebugFill = 0; ///< of the geometry's fills: kCategoricalColors from there on
    std::size_t labels = 0;
    /// Boxes of the lanes in sight, by lane: made beforehand, several at a time.
    std::unordered_map<std::size_t, std::vector<SliceBox>> boxes;
};

/// How a row of a lane looks.
struct SliceLook {
    std::uint8_t color = 0;
    bool dimmed = false;
};

/// A slice of one \p folded column that looks as most of their time does. If they are many, the longest and a
/// few at even distances speak for the others.
template <class LookOf>
std::uint32_t coveringRow(const core::Timeline& timeline, const core::FoldedBox& folded, LookOf lookOf)
{
    constexpr std::uint32_t kMostAsked = 12;
    struct Share {
        std::uint8_t color;
        std::int64_t time;
        std::uint32_t row; ///< the longest of those asked
    };
    std::array<Share, kMostAsked + 2> shares{};
    std::size_t known = 0;
    const auto add = [&](std::uint32_t row, std::int64_t weight) {
        const std::uint8_t color = lookOf(row).color;
        const auto end = shares.begin() + static_cast<std::ptrdiff_t>(known);
        const auto share =
            std::find_if(shares.begin(), end, [&](const Share& one) { return one.color == color; });
        if (share == end) {
            shares[known++] = {color, timeline.dur()[row] * weight, row};
            return;
        }
        share->time += timeline.dur()[row] * weight;
        if (timeline.dur()[row] > timeline.dur()[share->row])
            share->row = row;
    };
    const std::uint32_t stride = (folded.count + kMostAsked - 1) / kMostAsked;
    add(folded.row, 1);
    for (std::uint32_t row = folded.first; row < folded.first + folded.count; row += stride) {
        if (row != folded.row)
            add(row, stride);
    }
    return std::max_element(shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(known),
                            [](const Share& a, const Share& b) { return a.time < b.time; })
        ->row;
}

double fullHeight(const Frame& frame) { return frame.layout.rowHeight() - 1; }

/// The boxes of \p lane with its top at content y \p laneTop, none where they are out of a pane that begins
/// at \p paneTop; \p lookOf tells of a row. Touches nothing of \p frame: called in several threads.
template <class LookOf>
std::vector<SliceBox> boxesOf(const Frame& frame, const core::Timeline& timeline, core::LaneId lane,
                              double laneTop, double paneTop, LookOf lookOf)
{
    const TimelineViewport& viewport = frame.viewport;
    const double top = frame.layout.seenY(laneTop, viewport.top);
    const double full = fullHeight(frame);
    if (top + full < paneTop || top > viewport.height)
        return {};
    std::vector<core::FoldedBox> columns;
    core::foldLane(timeline, lane, viewport.time, columns);
    std::vector<SliceBox> boxes;
    boxes.reserve(columns.size());
    for (const core::FoldedBox& folded : columns) {
        const double left = std::max(folded.left, 0.0);
        const double right = std::min(folded.right, viewport.time.width);
        double width = right - left;
        if (width > kGapAbove)
            width -= 1;
        double height = full;
        if (folded.count > 1)
            height = std::max(2.0, std::round(full * static_cast<double>(folded.occupancy)));
        const QRectF rect(left, top + full - height, std::max(width, 1.0), height);
        const SliceLook look = lookOf(folded.count > 1 ? coveringRow(timeline, folded, lookOf) : folded.row);
        boxes.push_back({rect, folded.row, folded.count, look.color, look.dimmed});
    }
    return boxes;
}

/// \p labelOf tells of a row.
template <class LabelOf>
void addBoxes(Frame& frame, const std::vector<SliceBox>& boxes, TimelinePane& pane, LabelOf labelOf)
{
    for (const SliceBox& box : boxes) {
        const double width = box.rect.width();
        if (box.count == 1 && width >= kNarrowestLabel && fullHeight(frame) >= 14 &&
            frame.labels < kMostLabels) {
            QString text = frame.meter.fitted(labelOf(box.row), width - 2 * kLabelPadding);
            if (!text.isEmpty()) {
                pane.labels.push_back({static_cast<std::uint32_t>(pane.boxes.size()), std::move(text)});
                ++frame.labels;
            }
        }
        pane.boxes.push_back(box);
    }
}

std::vector<SliceBox> laneBoxes(const Frame& frame, core::LaneId lane, double paneTop)
{
    const auto laneTop = frame.layout.laneTop(lane);
    if (!laneTop)
        return {};
    const core::Timeline& timeline = frame.run.timeline();
    const core::TrackId track = timeline.lanes()[lane.index()].track;
    return boxesOf(frame, timeline, lane, *laneTop, paneTop, [&](std::uint32_t row) {
        return SliceLook{frame.coloring.of(frame.run, row, track),
                         !frame.matches.empty() && !frame.matches[timeline.name()[row].index()]};
    });
}

/// Makes the boxes of \p rows, which lie in a pane that begins at \p paneTop.
void makeBoxes(Frame& frame, std::span<const LayoutRow> rows, double paneTop)
{
    std::vector<core::LaneId> lanes;
    for (const LayoutRow& row : rows) {
        for (std::uint32_t lane = 0; lane < row.lanesShown; ++lane)
            lanes.emplace_back(frame.run.timeline().tracks()[row.track.index()].firstLane + row.firstShown +
                               lane);
    }
    std::vector<std::vector<SliceBox>> made(lanes.size());
    core::parallelFor(lanes.size(), [&](std::size_t at) { made[at] = laneBoxes(frame, lanes[at], paneTop); });
    for (std::size_t at = 0; at < lanes.size(); ++at)
        frame.boxes[lanes[at].index()] = std::move(made[at]);
}

void addLane(Frame& frame, core::LaneId lane, TimelinePane& pane)
{
    const core::Timeline& timeline = frame.run.timeline();
    addBoxes(frame, frame.boxes[lane.index()], pane,
             [&](std::uint32_t row) { return shownSlice(frame.run, timeline.name()[row]); });
}

/// Names have the colours of their classes where the legend is of classes; else equal names have equal ones.
void addDebugRow(Frame& frame, const LayoutRow& row, TimelinePane& pane)
{
    const core::Timeline& timeline = *row.debug->timeline;
    const core::Track& track = timeline.tracks()[row.debugTrack.index()];
    for (std::uint32_t depth = 0; depth < track.laneCount; ++depth)
        addBoxes(
            frame,
            boxesOf(frame, timeline, core::LaneId(track.firstLane + depth),
                    frame.layout.debugLaneTop(row, depth), pane.top,
                    [&](std::uint32_t slice) {
                        const std::size_t name = timeline.name()[slice].index();
                        if (frame.coloring.by() == ColorBy::Operation)
                            return SliceLook{static_cast<std::uint8_t>(row.debug->operations[name]), false};
                        return SliceLook{
                            static_cast<std::uint8_t>(frame.firstDebugFill + name % kCategoricalColors),
                            false};
                    }),
            pane,
            [&](std::uint32_t slice) { return shortName(timeline.names().text(timeline.name()[slice])); });
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

void addCounter(const Frame& frame, const LayoutRow& row, TimelinePane& pane)
{
    const RunView& run = frame.run;
    const TimelineViewport& viewport = frame.viewport;
    const core::CounterTrack& counter = run.timeline().counterTracks()[row.counter];
    const auto samples = run.timeline().counterSamples().subspan(counter.begin, counter.count);
    const RunView::Extent extent = run.counterExtent[row.counter];
    const double span = extent.high > extent.low ? extent.high - extent.low : 1.0;
    CounterShape shape;
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
    pane.counters.push_back(std::move(shape));
}

void addRow(Frame& frame, const LayoutRow& row, TimelinePane& pane)
{
    const core::TimeWindow& time = frame.viewport.time;
    const double top = frame.layout.seenY(row.top, frame.viewport.top);
    if (row.kind == RowKind::Group)
        pane.grounds.push_back({QRectF(0, top, time.width, row.height), ColorRole::Raised});
    pane.grounds.push_back({QRectF(0, top + row.height - 1, time.width, 1), ColorRole::Line});
    double share = -1;
    if (row.lanesShown > 0) {
        const core::Track& track = frame.run.timeline().tracks()[row.track.index()];
        if (!core::isAnnotationTrack(frame.run.timeline(), track)) // named time, not work
            share = busyShare(frame.run.timeline(), track, time);
        for (std::uint32_t lane = 0; lane < row.lanesShown; ++lane)
            addLane(frame, core::LaneId(track.firstLane + row.firstShown + lane), pane);
    } else if (row.kind == RowKind::Counter) {
        addCounter(frame, row, pane);
    } else if (row.kind == RowKind::Debug) {
        addDebugRow(frame, row, pane);
    }
    addRowHeader(frame.run, frame.layout, row, top, share, frame.meter, pane);
}

/// Draws where steps begin, over the grounds of all rows. Steps too narrow to be told apart have no lines,
/// which would cover what lies in them.
void addStepLines(const std::vector<StepBand>& steps, TimelinePane& pane)
{
    for (const StepBand& step : steps) {
        if (step.left >= 0 && step.right - step.left >= kNarrowestStep)
            pane.grounds.push_back({QRectF(step.left, pane.top, 1, pane.height), ColorRole::Line});
    }
}

/// The selected area, on the rows of its tracks only.
void addArea(const TrackLayout& layout, const TimelineViewport& viewport, const SelectedArea& area,
             std::vector<FilledRect>& fills)
{
    const double left = core::timeToPixel(viewport.time, area.begin);
    const double right = core::timeToPixel(viewport.time, area.end);
    const auto add = [&](double x, double top, double width, double height, ColorRole color) {
        fills.push_back({QRectF(x, top, width, height), color});
    };
    if (area.tracks.empty())
        add(left, 0, right - left, viewport.height, ColorRole::Selection);
    const double firstY = std::max(0.0, viewport.top) + layout.pinnedHeight();
    const auto& rows = layout.rows();
    const std::size_t scrolled = layout.rowAt(firstY).value_or(rows.size());
    for (std::size_t index = 0; index < rows.size() && !area.tracks.empty(); ++index) {
        if (index == layout.pinnedRows())
            index = std::max(index, scrolled);
        if (index >= rows.size() || layout.seenY(rows[index].top, viewport.top) > viewport.height)
            break;
        const LayoutRow& row = rows[index];
        if (row.lanesShown > 0 && std::ranges::binary_search(area.tracks, row.track))
            add(left, layout.seenY(row.top, viewport.top), right - left, row.height, ColorRole::Selection);
    }
    add(left, 0, 1, viewport.height, ColorRole::Accent);
    add(right - 1, 0, 1, viewport.height, ColorRole::Accent);
}

/// A curve from where \p flow leaves to where it arrives; none if a lane is folded away or a slice unknown.
std::optional<FlowCurve> flowCurve(const RunView& run, const TrackLayout& layout,
                                   const TimelineViewport& viewport, const core::Flow& flow)
{
    if (!flow.from.valid() || !flow.to.valid())
        return std::nullopt;
    const auto source = sliceRect(run, layout, viewport, flow.from);
    const auto target = sliceRect(run, layout, viewport, flow.to);
    if (!source || !target)
        return std::nullopt;
    const QPointF from(core::timeToPixel(viewport.time, flow.fromTs), source->center().y());
    const QPointF to(core::timeToPixel(viewport.time, flow.toTs), target->center().y());
    const QPointF bend(std::clamp(std::abs(to.x() - from.x()) / 2, 16.0, 120.0), 0);
    return FlowCurve{from, from + bend, to - bend, to};
}

/// The slice of \p lane at pixel \p x, or the nearest within two pixels.
std::optional<core::SliceId> nearestSlice(const core::Timeline& timeline, core::LaneId lane,
                                          const TimelineViewport& viewport, double x)
{
    const std::int64_t at = core::pixelToTime(viewport.time, x);
    const std::int64_t from = core::pixelToTime(viewport.time, x - 2);
    const std::int64_t to = core::pixelToTime(viewport.time, x + 2);
    const auto [begin, end] = timeline.rowsWithin(lane, from, std::max(to, from + 1));
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

constexpr double kPathBand = 4; ///< height of the path's band at the foot of a slice's lane
constexpr double kPathLine = 2;

/// Bands at the feet of the lanes that \p path runs through, thinner where it waits, and lines from track to
/// track; in a thread the nesting says it. Stretches of one pixel are drawn once.
void addPath(const RunView& run, const TrackLayout& layout, const TimelineViewport& viewport,
             const std::vector<PathMarks::Stretch>& path, MarksGeometry& geometry)
{
    const double width = viewport.time.width;
    const core::Timeline& timeline = run.timeline();
    auto at = std::ranges::partition_point(
        path, [&](const PathMarks::Stretch& stretch) { return stretch.end < viewport.time.begin; });
    double lastFoot = 0; // of the lane that the path was on
    core::TrackId lastTrack;
    QRectF band;
    bool bandWaits = false;
    const auto close = [&] {
        if (!band.isEmpty())
            geometry.fills.push_back({band, ColorRole::Text});
        band = {};
    };
    for (; at != path.end() && at->begin < viewport.time.end; ++at) {
        const auto box = sliceRect(run, layout, viewport, at->slice);
        if (!box) {
            lastTrack = {}; // its lane is folded away
            continue;
        }
        const double height = at->wait ? kPathLine : kPathBand;
        const double left = std::clamp(core::timeToPixel(viewport.time, at->begin), 0.0, width);
        const double right = std::clamp(core::timeToPixel(viewport.time, at->end), 0.0, width);
        const QRectF piece(left, box->bottom() - height, std::max(1.0, right - left), height);
        const core::TrackId track = timeline.lanes()[timeline.laneOf(at->slice).index()].track;
        if (lastTrack.valid() && track != lastTrack)
            geometry.fills.push_back({QRectF(left, std::min(lastFoot, box->bottom()), kPathLine,
                                             std::abs(lastFoot - box->bottom())),
                                      ColorRole::Text});
        lastTrack = track;
        lastFoot = box->bottom();
        const bool goesOn = !band.isEmpty() && bandWaits == at->wait &&
                            std::abs(band.bottom() - piece.bottom()) < 1 && piece.left() <= band.right() + 1;
        if (!goesOn)
            close();
        band = goesOn ? band.united(piece) : piece;
        bandWaits = at->wait;
    }
    close();
}

} // namespace

TimelineGeometry buildGeometry(const RunView& run, const TrackLayout& layout,
                               const TimelineViewport& viewport, const TextMeter& meter,
                               const ColoringPtr& coloring, const std::vector<bool>& matches)
{
    TimelineGeometry geometry;
    geometry.width = viewport.time.width;
    geometry.height = viewport.height;
    Frame frame{run, layout, viewport, meter, coloring ? *coloring : *run.byOperation, matches, 0, 0, {}};
    for (const Coloring::Entry& entry : frame.coloring.entries())
        geometry.fills.push_back(entry.fill);
    frame.firstDebugFill = geometry.fills.size();
    for (std::size_t index = 0; index < kCategoricalColors; ++index)
        geometry.fills.push_back(categoricalColor(index));
    const std::vector<StepBand> steps = stepBands(run, viewport.time);
    addRuler(rulerTicks(viewport.time, run.timeline().begin()), steps, meter, geometry);

    const auto& rows = layout.rows();
    const double pinnedHeight = layout.pinnedHeight();
    TimelinePane& scrolling = geometry.panes.emplace_back();
    scrolling.top = pinnedHeight;
    scrolling.height = std::max(0.0, viewport.height - pinnedHeight);
    const double firstY = std::max(0.0, viewport.top) + pinnedHeight;
    const std::size_t first = std::max(layout.rowAt(firstY).value_or(rows.size()), layout.pinnedRows());
    std::size_t last = first;
    while (last < rows.size() && rows[last].top <= viewport.top + viewport.height)
        ++last;
    makeBoxes(frame, std::span(rows).subspan(std::min(first, rows.size()), last - first), scrolling.top);
    for (std::size_t index = first; index < last; ++index)
        addRow(frame, rows[index], scrolling);
    addStepLines(steps, scrolling);
    if (layout.pinnedRows() == 0)
        return geometry;

    TimelinePane& pinned = geometry.panes.emplace_back();
    pinned.height = pinnedHeight;
    makeBoxes(frame, std::span(rows).first(layout.pinnedRows()), pinned.top);
    for (std::size_t index = 0; index < layout.pinnedRows(); ++index)
        addRow(frame, rows[index], pinned);
    addStepLines(steps, pinned);
    pinned.edges.push_back({QRectF(0, pinnedHeight - 2, geometry.width, 2), ColorRole::Line});
    pinned.headerGrounds.push_back({QRectF(0, pinnedHeight - 2, metrics::kLaneHeader, 2), ColorRole::Line});
    return geometry;
}

MarksGeometry buildMarks(const RunView& run, const TrackLayout& layout, const TimelineViewport& viewport,
                         const TimelineMarks& marks)
{
    MarksGeometry geometry;
    if (marks.area)
        addArea(layout, viewport, *marks.area, geometry.fills);
    if (marks.path) {
        for (const std::vector<PathMarks::Stretch>& path : marks.path->paths)
            addPath(run, layout, viewport, path, geometry);
    }
    const auto outline = [&](core::SliceId slice, ColorRole color, double width) {
        auto rect = slice.valid() ? sliceRect(run, layout, viewport, slice) : std::nullopt;
        if (!rect)
            return;
        rect->setLeft(std::max(rect->left(), -width));
        rect->setRight(std::min(rect->right(), viewport.time.width + width));
        if (rect->left() < rect->right())
            geometry.outlines.push_back({*rect, color, width});
    };
    outline(marks.hovered, ColorRole::TextDim, 1);
    outline(marks.selected, ColorRole::Accent, 2);
    for (const std::uint32_t index : marks.flows) {
        if (const auto curve = flowCurve(run, layout, viewport, run.timeline().flows()[index]))
            geometry.flows.push_back(*curve);
    }
    addNotes(layout, viewport, marks, geometry);
    return geometry;
}

LegendGeometry buildLegend(const RunView& run, const Coloring& coloring, double width, const TextMeter& meter)
{
    constexpr double kLine = 18;
    constexpr int kMostLines = 3;
    LegendGeometry legend;
    legend.height = kLine;
    if (coloring.by() == ColorBy::Name) {
        const QString words = QCoreApplication::translate(
            "Coloring", "The same name has the same colour; other names may share it.");
        legend.texts.push_back({QRectF(0, 0, width, kLine), words, ColorRole::TextDim});
        return legend;
    }
    double x = 0;
    double y = 0;
    for (const Coloring::Entry& entry : coloring.entries()) {
        if (coloring.by() == ColorBy::Operation &&
            std::ranges::find(run.classes, entry.operation) == run.classes.end())
            continue;
        const QString name = entryText(run, coloring, entry);
        const double needed = 18 + meter.width(name) + 16;
        if (x > 0 && x + needed > width) {
            if (y >= (kMostLines - 1) * kLine) {
                legend.texts.push_back(
                    {QRectF(x - 8, y, 16, kLine), QString(QChar(0x2026)), ColorRole::TextDim});
                break;
            }
            x = 0;
            y += kLine;
        }
        legend.swatches.push_back({QRectF(x, y + 3, 12, 12), entry.fill});
        legend.texts.push_back({QRectF(x + 18, y, needed, kLine), name});
        x += needed;
    }
    legend.height = y + kLine;
    return legend;
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

std::optional<core::SliceId> sliceAt(const RunView& run, const TrackLayout& layout,
                                     const TimelineViewport& viewport, QPointF point)
{
    const auto lane = layout.laneAt(run.timeline(), layout.contentY(point.y(), viewport.top));
    return lane ? nearestSlice(run.timeline(), *lane, viewport, point.x()) : std::nullopt;
}

std::optional<DebugSlice> debugSliceAt(const TrackLayout& layout, const TimelineViewport& viewport,
                                       QPointF point)
{
    const auto at = layout.debugLaneAt(layout.contentY(point.y(), viewport.top));
    const auto slice = at ? nearestSlice(*at->debug->timeline, at->lane, viewport, point.x()) : std::nullopt;
    return slice ? std::optional(DebugSlice{at->debug, *slice}) : std::nullopt;
}

} // namespace shardscope::app
