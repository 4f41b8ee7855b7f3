// SPDX-License-Identifier: GPL-3.0-or-later
// Where a frame shows what the reader measured and wrote.
#pragma once

#include "app/desktop/timeline/geometry_builder.h"

namespace shardscope::app {

/// Lines and boxes of the notes of \p marks, boxes apart from each other. Those out of sight, by time or on
/// lanes that are folded away, have none.
void addNotes(const TrackLayout& layout, const TimelineViewport& viewport, const TimelineMarks& marks,
              MarksGeometry& geometry);
/// "12.4 ms", behind the words where there are some.
[[nodiscard]] QString noteText(const TimelineNote& note);

} // namespace shardscope::app
