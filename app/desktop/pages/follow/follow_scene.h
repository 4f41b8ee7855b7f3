// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a running job over time, with the plan as a band beneath them and marks where findings began.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/follow/follower.h"
#include "app/session/follow/step_series.h"

#include <optional>
#include <vector>

namespace shardscope::app {

struct FollowedJob {
    StepSeries steps;
    std::optional<FollowedPlan> plan;
    std::vector<FollowFinding> findings;
};

/// Height in seconds, width by the steps' numbers.
[[nodiscard]] Scene followScene(const FollowedJob& job, double width, const Theme& theme);

} // namespace shardscope::app
