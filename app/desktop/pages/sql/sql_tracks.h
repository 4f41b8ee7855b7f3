// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of SQL as rows of the timeline.
#pragma once

#include "app/desktop/timeline/debug_track.h"
#include "core/report/table.h"

namespace shardscope::app {

/// Whether \p answer can be shown on the timeline: whole numbers in columns "ts" and "dur".
[[nodiscard]] bool tellsSpans(const core::Table& answer);
/// One row for each span: from "ts" for "dur" ns, called as "name" says, on the track that "track" names,
/// where there are such columns. Rows without a ts are left out. Null where \p answer tells no spans.
[[nodiscard]] DebugTrackPtr debugTrackOf(const core::Table& answer, const QString& title);

} // namespace shardscope::app
