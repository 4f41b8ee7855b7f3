// SPDX-License-Identifier: GPL-3.0-or-later
// How the best plan's rate goes with one key: a curve over numbers with its knee, bars over words.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/search/search_solvers.h"

namespace shardscope::app {

[[nodiscard]] Scene sweepScene(const Sweep& sweep, double width, const Theme& theme);

/// What each axis is worth around the best plan, one small picture an axis: bars as high as the step is long,
/// at the best plan's global batch; hatched where it does not fit, cut where it is more than twice the best.
[[nodiscard]] Scene axesScene(const std::vector<AxisWorth>& axes, double width, const Theme& theme);

} // namespace shardscope::app
