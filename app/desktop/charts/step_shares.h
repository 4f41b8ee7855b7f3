// SPDX-License-Identifier: GPL-3.0-or-later
// How the time of a run's step divides, as one bar.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/trace/overview_texts.h"

namespace shardscope::app {

/// The parts side by side, as wide as they are long, with their names, times and shares below.
[[nodiscard]] Scene stepSharesScene(const profiler::Overview& overview, double width, const Theme& theme);

} // namespace shardscope::app
