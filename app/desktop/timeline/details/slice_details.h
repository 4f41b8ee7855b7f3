// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of one slice, and of all slices in a selected area, as tables.
#pragma once

#include "app/desktop/timeline/marks.h"
#include "app/desktop/timeline/run_view.h"
#include "core/report/table.h"

#include <vector>

namespace shardscope::app {

/// property, value: duration, begin, own time, track, class, and its arrows.
[[nodiscard]] core::Table sliceTable(const RunView& run, core::SliceId slice);
/// argument, value: one row for each member of \p json, nested objects by their path ("Input Dims/0"). Text
/// that is no JSON object is one row.
[[nodiscard]] core::Table argumentTable(const std::string& json);
/// What such a text names as the slice's derivation; empty: nothing.
[[nodiscard]] std::string derivationKeyIn(const std::string& json);
/// Sums over the slices that touch \p area, clipped to it, exact in nanoseconds: by name (name, class, count,
/// total, mean, longest), by class (class, count, total, share), by track (rank, track, count, busy time of
/// its outermost lane, share). Each by total, then name.
struct AreaTables {
    core::Table names;
    core::Table classes;
    core::Table tracks;
    core::Table counters; ///< samples, lowest, highest, mean weighted by time
};
[[nodiscard]] core::Result<AreaTables> areaTables(const RunView& run, const SelectedArea& area,
                                                  const core::Task& task);

/// One flag for each name: whether it holds \p text, without regard to case. Empty for an empty text.
[[nodiscard]] std::vector<bool> namesContaining(const RunView& run, const QString& text);
/// The slices whose name matches, by begin, then row.
[[nodiscard]] core::Result<std::vector<core::SliceId>>
matchingSlices(const RunView& run, const std::vector<bool>& matches, const core::Task& task);

} // namespace shardscope::app
