// SPDX-License-Identifier: GPL-3.0-or-later
// The column of names left of the lanes: what it says of each row, shortened to fit.
#pragma once

#include "app/desktop/timeline/geometry.h"
#include "app/desktop/timeline/run_view.h"
#include "app/desktop/timeline/text_meter.h"
#include "app/desktop/timeline/track_layout.h"

namespace shardscope::app {

/// "Rank 3: GPU 0", "Accelerators", "Pipeline stage 2" in the reader's language.
[[nodiscard]] QString groupTitle(const GroupRow& group, Grouping grouping);
/// The same with the planner's words for what is simulated.
[[nodiscard]] QString groupTitle(const RunView& run, const GroupRow& group, Grouping grouping);
/// The thread's or stream's name, with its rank where the group does not tell it.
[[nodiscard]] QString trackTitle(const RunView& run, core::TrackId track, bool withRank);

/// Adds name, multiplicity, busy share and arrow of \p row, seen at \p top, to the headers of \p pane.
/// \p busyShare: of the visible time; below 0: not applicable.
void addRowHeader(const RunView& run, const TrackLayout& layout, const LayoutRow& row, double top,
                  double busyShare, const TextMeter& meter, TimelinePane& pane);

} // namespace shardscope::app
