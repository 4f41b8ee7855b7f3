// SPDX-License-Identifier: GPL-3.0-or-later
// Plans that a search found: what each costs against what it does.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/recommender/recommender_search.h"

namespace shardscope::app {

/// One dot for each plan, coloured by the memory of its fullest device: cost an hour, or devices where a
/// price is missing, against the rate, both logarithmic. A spot's path is the plan's number among \p plans;
/// the one that equals \p current is ringed.
[[nodiscard]] Scene searchScene(const std::vector<FoundPlan>& plans, const core::Plan& current, double width,
                                const Theme& theme);
/// "16 devices, 512 each; vectors fp16, gradients int8, all-reduce fp16, computing in tf32".
[[nodiscard]] QString foundPlanText(const planner::SearchHit& hit);

} // namespace shardscope::app
