// SPDX-License-Identifier: GPL-3.0-or-later
// What a running job is held against.
#pragma once

#include "app/session/follow/follower.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"

namespace shardscope::app {

/// A plan whose step was timed, with the interval that holds for it.
[[nodiscard]] FollowedPlan followedPlan(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                        const core::Evaluation& evaluation);

} // namespace shardscope::app
