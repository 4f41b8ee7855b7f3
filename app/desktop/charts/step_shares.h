// SPDX-License-Identifier: GPL-3.0-or-later
// How the time of a run's step divides, as one bar.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/trace/overview_texts.h"

namespace shardscope::app {

/// The parts side by side, as wide as they are long, with their names, times and shares; below, where there
/// are several ranks, the same of each of them on one scale: of many, those that compute longest and
/// shortest.
[[nodiscard]] Scene stepSharesScene(const profiler::Overview& overview, double width, const Theme& theme);

/// What a finding costs of a step: a bar on the scale of the whole step, and the time and its share in words.
[[nodiscard]] Scene costScene(const profiler::CostFinding& finding, double stepSeconds, double width,
                              const Theme& theme);

} // namespace shardscope::app
