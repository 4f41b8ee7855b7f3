// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of what is no pipeline: rows of a simulated run, with what each does when.
#pragma once

#include "app/session/simulate/schedule_chart.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// Tracks that are shown together: one row, or as many as what overlaps needs.
struct LaneGroup {
    std::string name;
    /// Process, and what the thread's name begins with; empty: all of the process.
    std::vector<std::pair<std::string, std::string>> tracks;
    std::optional<core::OpClass> operation = {}; ///< what its colour stands for, where the names do not tell
};

/// Adds the rows of \p groups between \p from and \p to seconds; chart's times count from \p from.
void addLaneGroups(const core::Run& run, const std::vector<LaneGroup>& groups, double from, double to,
                   ScheduleChart& chart);
/// Adds all rows of \p run, one above the other, in its last steps but for \p behind, from when the first of
/// these began.
void addLanes(const core::Run& run, std::int64_t behind, ScheduleChart& chart);
/// What the counter \p name of \p process shows, drawn beneath as \p title.
void addLaneCounter(const core::Run& run, const std::string& process, const std::string& name,
                    std::string title, double from, double to, ScheduleChart& chart);

} // namespace shardscope::app
