// SPDX-License-Identifier: GPL-3.0-or-later
// What each phase of a phased plan loads and stores, as the closed form's streaming divides.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/tasks/plan_work.h"

#include <vector>

namespace shardscope::planner {

/// Of each of \p stages of the transformer of \p evaluation; empty where the plan has no phases, or where
/// other state streams over the same link (the streaming then follows the passes).
[[nodiscard]] std::vector<PhaseMoves> phaseMoves(const core::ModelSpec& model,
                                                 const core::HardwareSpec& hardware, const core::Plan& plan,
                                                 const std::vector<StageStep>& stages);

} // namespace shardscope::planner
