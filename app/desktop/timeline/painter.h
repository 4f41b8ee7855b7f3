// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a TimelineGeometry. It decides nothing: what is where was decided by buildGeometry.
#pragma once

#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/geometry.h"

#include <QPainter>

#include <optional>
#include <vector>

namespace shardscope::app {

/// A span of time on some tracks.
struct SelectedArea {
    std::int64_t begin = 0; ///< ns
    std::int64_t end = 0;
    std::vector<core::TrackId> tracks; ///< ascending; empty: all
    friend bool operator==(const SelectedArea&, const SelectedArea&) = default;
};

/// What the user pointed at; drawn over the geometry or by dimming the rest.
struct TimelineMarks {
    core::SliceId selected;
    core::SliceId hovered;
    std::vector<std::uint32_t> flows; ///< indices of the flows to draw
    std::vector<bool> matches;        ///< by name; empty: no search, nothing is dimmed
    std::optional<SelectedArea> area;
};

inline constexpr double kRulerHeight = 40;

/// Boxes, counters and step lines, with the painter's origin at the top left of the lanes.
/// Above \p rasteriseAbove boxes a vector device gets them as one picture (0: never).
void paintLanes(QPainter& painter, const TimelineGeometry& geometry, const RunView& run,
                const TrackLayout& layout, const TimelineMarks& marks, const Theme& theme,
                std::size_t rasteriseAbove = 0);
/// Selection, hover, area and flow curves.
void paintMarks(QPainter& painter, const RunView& run, const TrackLayout& layout,
                const TimelineViewport& viewport, const TimelineMarks& marks, const Theme& theme);
/// Names, multiplicity and busy share, in a column of metrics::kLaneHeader.
void paintHeaders(QPainter& painter, const TimelineGeometry& geometry, const RunView& run,
                  const TrackLayout& layout, const Theme& theme);
/// Two rows of ticks and the steps' names; origin at the left end of the axis, height kRulerHeight.
void paintRuler(QPainter& painter, const TimelineGeometry& geometry, const RunView& run, const Theme& theme);
/// Colours of \p coloring with what they stand for, in lines of \p width; returns the height used.
double paintLegend(QPainter& painter, const RunView& run, const Coloring& coloring, double width,
                   const Theme& theme);

/// "Rank 3: GPU 0", "Accelerators", "Pipeline stage 2" in the reader's language.
[[nodiscard]] QString groupTitle(const GroupRow& group, Grouping grouping);
/// The thread's or stream's name, with its rank where the group does not tell it.
[[nodiscard]] QString trackTitle(const RunView& run, core::TrackId track, bool withRank);

} // namespace shardscope::app
