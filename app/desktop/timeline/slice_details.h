// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of one slice, and of all slices in a span of time, as tables.
#pragma once

#include "app/desktop/timeline/run_view.h"
#include "core/report/table.h"

#include <vector>

namespace shardscope::app {

/// property, value: duration, begin, own time, track, class, and its arrows.
[[nodiscard]] core::Table sliceTable(const RunView& run, core::SliceId slice);
/// argument, value: one row a member of \p json, nested objects by their path ("Input Dims/0"). Text that is
/// no JSON object is one row.
[[nodiscard]] core::Table argumentTable(const std::string& json);
/// name, class, count, total, mean, longest of the slices that touch [begin, end), clipped to it; by total,
/// then name.
[[nodiscard]] core::Result<core::Table> summaryTable(const RunView& run, std::int64_t begin, std::int64_t end,
                                                     const core::Task& task);

/// One flag a name: whether it holds \p text, without regard to case. Empty for an empty text.
[[nodiscard]] std::vector<bool> namesContaining(const RunView& run, const QString& text);
/// The slices whose name matches, by begin, then row.
[[nodiscard]] core::Result<std::vector<core::SliceId>>
matchingSlices(const RunView& run, const std::vector<bool>& matches, const core::Task& task);

} // namespace shardscope::app
