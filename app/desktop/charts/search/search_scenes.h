// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of what a search of transformer plans answers.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/search/search_solvers.h"

namespace shardscope::app {

/// How the best plan's rate goes with one key: a curve over numbers with its knee, bars over words.
[[nodiscard]] Scene sweepScene(const Sweep& sweep, double width, const Theme& theme);

/// What each axis is worth around the best plan, one small picture for each axis: bars as high as the step is
/// long, at the best plan's global batch; hatched where it does not fit, cut where it is more than twice the
/// best.
[[nodiscard]] Scene axesScene(const std::vector<AxisWorth>& axes, double width, const Theme& theme);

/// Draws the way from a plan that somebody has to the best one, part by part of the step, as a waterfall.
/// Times are of one sample, so that plans of different batches stand beside each other. Empty without parts.
[[nodiscard]] Scene whyScene(const WhyNot& why, double width, const Theme& theme);

} // namespace shardscope::app
