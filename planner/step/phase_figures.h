// SPDX-License-Identifier: GPL-3.0-or-later
// A step's phases as DeepSpeed's own clocks cut them.
#pragma once

#include "core/plan/evaluation.h"
#include "planner/traffic/traffic.h"

#include <vector>

namespace shardscope::planner {

/// For plans under DeepSpeed (runtime/engine.py, wall_clock_breakdown): "backward_and_reduction_seconds",
/// with what of the gradients' reduction backward does not hide, and "update_and_gather_seconds", \p update
/// with the gathering of new weights. "backward_seconds" must be among \p evaluation's figures.
template <class N>
void addPhaseFigures(const core::Plan& plan, const std::vector<Traffic<N>>& traffic,
                     const core::Seconds& update, core::Evaluation& evaluation);

} // namespace shardscope::planner
