// SPDX-License-Identifier: GPL-3.0-or-later
// Run + layout + viewport -> what a frame shows. Paints nothing, so everything here is tested by value.
#pragma once

#include "app/desktop/timeline/geometry.h"
#include "app/desktop/timeline/marks.h"
#include "app/desktop/timeline/run_view.h"
#include "app/desktop/timeline/text_meter.h"
#include "app/desktop/timeline/track_layout.h"
#include "core/timeline/fold.h"

#include <optional>

namespace shardscope::app {

/// What part of the content is seen. x counts from the left end of the time axis (right of the lane headers),
/// y from the first row below the ruler, both in pixels at 1x.
struct TimelineViewport {
    core::TimeWindow time;
    double top = 0; ///< content y of the first visible pixel row
    double height = 0;
};

/// The cost follows the pixels, not the slices (core::foldLane). Without \p coloring, by class. \p matches:
/// as TimelineMarks::matches.
[[nodiscard]] TimelineGeometry buildGeometry(const RunView& run, const TrackLayout& layout,
                                             const TimelineViewport& viewport, const TextMeter& meter,
                                             const ColoringPtr& coloring = nullptr,
                                             const std::vector<bool>& matches = {});
/// What lies over the lanes; flows whose ends are not both known and unfolded are left out.
[[nodiscard]] MarksGeometry buildMarks(const RunView& run, const TrackLayout& layout,
                                       const TimelineViewport& viewport, const TimelineMarks& marks);

/// Colours of \p coloring that occur, with what they stand for, in at most three lines of \p width.
[[nodiscard]] LegendGeometry buildLegend(const RunView& run, const Coloring& coloring, double width,
                                         const TextMeter& meter);

/// The box of one slice in the viewport, whether folded or not; none where its lane is folded away.
[[nodiscard]] std::optional<QRectF> sliceRect(const RunView& run, const TrackLayout& layout,
                                              const TimelineViewport& viewport, core::SliceId slice);
/// A slice of a debug track, likewise.
struct DebugSlice {
    DebugTrackPtr debug;
    core::SliceId slice;
};
[[nodiscard]] std::optional<DebugSlice> debugSliceAt(const TrackLayout& layout,
                                                     const TimelineViewport& viewport, QPointF point);
/// The slice under a point of the viewport; the nearest within two pixels where slices are narrower than
/// that.
[[nodiscard]] std::optional<core::SliceId> sliceAt(const RunView& run, const TrackLayout& layout,
                                                   const TimelineViewport& viewport, QPointF point);

} // namespace shardscope::app
