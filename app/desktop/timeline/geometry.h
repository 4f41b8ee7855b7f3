// SPDX-License-Identifier: GPL-3.0-or-later
// Timeline + viewport -> boxes, labels, ticks, curves. A value: the same one feeds the screen, PNG, SVG and
// PDF.
#pragma once

#include "app/desktop/timeline/run_view.h"
#include "app/desktop/timeline/text_meter.h"
#include "app/desktop/timeline/track_layout.h"
#include "core/timeline/fold.h"

#include <QPointF>
#include <QRectF>

#include <vector>

namespace shardscope::app {

/// What part of the content is seen. x counts from the left end of the time axis (right of the lane headers),
/// y from the first row below the ruler, both in pixels at 1x.
struct TimelineViewport {
    core::TimeWindow time;
    double top = 0; ///< content y of the first visible pixel row
    double height = 0;
};

struct SliceBox {
    QRectF rect;
    std::uint32_t row = 0;   ///< the slice, or the longest of the folded ones
    std::uint32_t count = 1; ///< 1: a slice of its own
    std::uint8_t color = 0;  ///< entry of the colouring
};

struct SliceLabel {
    std::uint32_t box = 0; ///< index of its box
    QString text;
};

struct Tick {
    double x = 0;
    QString label; ///< empty: a line only
    bool major = false;
};

struct RowHeader {
    std::size_t row = 0; ///< of the layout
    double top = 0;
    double height = 0;
    double busyShare = -1; ///< of the visible time; below 0: not applicable
};

struct CounterShape {
    std::size_t row = 0;
    QRectF area;
    std::vector<QPointF> line; ///< steps, left to right
};

struct StepBand {
    double left = 0;
    double right = 0;
    std::uint32_t step = 0;
};

struct TimelineGeometry {
    double width = 0;
    double height = 0;
    double pinnedHeight = 0; ///< the rows above do not scroll, and cover what would be seen through them
    /// Where the pinned rows' part of each list begins: they come last, being on top.
    struct Starts {
        std::size_t headers = 0, boxes = 0, labels = 0, counters = 0;
    } pinned;
    ColoringPtr coloring;
    std::vector<RowHeader> headers;
    std::vector<SliceBox> boxes;
    std::vector<SliceLabel> labels;
    std::vector<CounterShape> counters;
    std::vector<Tick> ticks;
    std::vector<StepBand> steps;
};

/// The cost follows the pixels, not the slices (core::foldLane). Without \p coloring, by class.
[[nodiscard]] TimelineGeometry buildGeometry(const RunView& run, const TrackLayout& layout,
                                             const TimelineViewport& viewport, const TextMeter& meter,
                                             const ColoringPtr& coloring = nullptr);

/// Two levels: minor ticks at least 90 px apart at 1, 2 or 5 times a power of ten, and a major one every ten
/// of the next power. Labels count from \p origin.
[[nodiscard]] std::vector<Tick> rulerTicks(const core::TimeWindow& window, std::int64_t origin);

/// Where an arrow of \p flow starts and ends; none where a lane is folded away or a slice unknown.
struct FlowCurve {
    QPointF from;
    QPointF to;
};
[[nodiscard]] std::optional<FlowCurve> flowCurve(const RunView& run, const TrackLayout& layout,
                                                 const TimelineViewport& viewport, const core::Flow& flow);
/// The box of one slice in the viewport, whether folded or not; none where its lane is folded away.
[[nodiscard]] std::optional<QRectF> sliceRect(const RunView& run, const TrackLayout& layout,
                                              const TimelineViewport& viewport, core::SliceId slice);
/// The slice under a point of the viewport; the nearest within two pixels where slices are narrower than
/// that.
[[nodiscard]] std::optional<core::SliceId> sliceAt(const RunView& run, const TrackLayout& layout,
                                                   const TimelineViewport& viewport, QPointF point);

} // namespace shardscope::app
