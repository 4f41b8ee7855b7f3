// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of which a log tells how long they took, and nothing of what ran in them.
#pragma once

#include "profiler/analyze/input/input.h"
#include "profiler/analyze/input/measured_steps.h"

#include <vector>

namespace shardscope::profiler {

/// Whether each of \p input's ranks holds anything that ran, and not only what a log tells of it. If no rank
/// does, all count: their steps are all that is known.
[[nodiscard]] std::vector<bool> ranksThatCount(const AnalysisInput& input);

/// A log may tell of one step in ten, and what lies between those is other steps: the window of steps that
/// are only told is as long as they are together.
void windowOfToldSteps(const AnalysisInput& input, std::size_t part, MeasuredSteps& steps);

} // namespace shardscope::profiler
