// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a TimelineGeometry in a theme's colours. It decides nothing: what is where was decided by
// geometry_builder.
#pragma once

#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/geometry.h"

#include <QPainter>

namespace shardscope::app {

/// How a device is given the boxes: one by one, or as one picture where it would keep each (SVG, PDF).
enum class BoxesAs { Rectangles, Picture };

/// Boxes, counters and step lines, with the painter's origin at the top left of the lanes.
void paintLanes(QPainter& painter, const TimelineGeometry& geometry, const Theme& theme,
                BoxesAs boxes = BoxesAs::Rectangles);
/// Selection, hover, area and flow curves.
void paintMarks(QPainter& painter, const MarksGeometry& marks, const Theme& theme);
/// Names, multiplicity and busy share, in a column of metrics::kLaneHeader.
void paintHeaders(QPainter& painter, const TimelineGeometry& geometry, const Theme& theme);
/// Draws two rows of ticks and the steps' names; origin at the left end of the axis, height kRulerHeight.
void paintRuler(QPainter& painter, const TimelineGeometry& geometry, const Theme& theme);
void paintLegend(QPainter& painter, const LegendGeometry& legend, const Theme& theme);

} // namespace shardscope::app
