// SPDX-License-Identifier: GPL-3.0-or-later
// What a recorded run measured of the figures that a plan is predicted by.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "profiler/profiler.h"

#include <map>
#include <string>

namespace shardscope::app {

/// Seconds of one step, means over the ranks that computed, by the names that planner::predictedFigure
/// knows: "step_seconds"; "computing_seconds", with the gaps that the device leaves between kernels already
/// launched; "products_seconds" and "optimizer_seconds", the sums of kernels of these classes;
/// "exposed_communication_seconds". What a run does not have is absent.
/// Errors: Cancelled; NotSupported where no device's kernels or no steps were recorded.
[[nodiscard]] core::Result<std::map<std::string, double>>
measuredSeconds(const profiler::AnalysisInput& input, const core::Task& task = {});

} // namespace shardscope::app
