// SPDX-License-Identifier: GPL-3.0-or-later
// From a plan that somebody has to the best one, part by part of the step, as a waterfall.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/search/plan_search_answer.h"

namespace shardscope::app {

/// Times are of one sample, so that plans of different batches stand beside each other. Empty without parts.
[[nodiscard]] Scene whyScene(const WhyNot& why, double width, const Theme& theme);

} // namespace shardscope::app
