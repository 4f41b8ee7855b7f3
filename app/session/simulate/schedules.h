// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule alone, as scripts and both front ends ask for it: from options to a timed schedule, and to the
// contract's JSON (section 7).
#pragma once

#include "core/report/table.h"
#include "planner/simulate.h"

#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// A schedule by name, or a file in the form of PyTorch's pipelining.
struct ScheduleCall {
    std::string name;
    std::string file;
    std::string costs; ///< "F=1,I=1,W=1[,B=2][,OV=3][,comm=0]"
    /// pipeline, micro-batches, virtual-stages, group-size, activation-limit, extra-warm-up as written
    std::vector<std::pair<std::string, std::string>> options;
};

/// Errors: NumberMalformed, OutOfRange, UnknownKey at the option; those of the file and the schedule;
/// Cancelled.
[[nodiscard]] core::Result<planner::ScheduleCosts> parseScheduleCosts(const std::string& text);
[[nodiscard]] core::Result<planner::TimedSchedule> simulateSchedule(const ScheduleCall& call,
                                                                    const core::Task& task = {});

/// Errors: Cancelled.
[[nodiscard]] core::Result<std::string> scheduleJson(const planner::TimedSchedule& schedule,
                                                     const core::Task& task = {});
/// One row for each rank: busy, idle, first start, last end, peaks.
[[nodiscard]] core::Table scheduleTable(const planner::TimedSchedule& schedule);

} // namespace shardscope::app
