// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a TimelineGeometry. It decides nothing: what is where was decided by buildGeometry.
#pragma once

#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/geometry.h"

#include <QPainter>

#include <optional>
#include <vector>

namespace shardscope::app {

/// What the user pointed at; drawn over the geometry or by dimming the rest.
struct TimelineMarks {
    core::SliceId selected;
    core::SliceId hovered;
    std::vector<std::uint32_t> flows; ///< indices of the flows to draw
    std::vector<bool> matches;        ///< by name; empty: no search, nothing is dimmed
    std::optional<std::pair<std::int64_t, std::int64_t>> area; ///< selected time, ns
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
/// Colours and names of the classes that occur, in one line of \p width; returns the height used.
double paintLegend(QPainter& painter, const RunView& run, double width, const Theme& theme);

/// "matrix product" in the reader's language.
[[nodiscard]] QString operationName(core::OpClass operation);
/// The classes that occur in the run, in the order of the look's table.
[[nodiscard]] std::vector<core::OpClass> classesOf(const RunView& run);

} // namespace shardscope::app
