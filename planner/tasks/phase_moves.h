// SPDX-License-Identifier: GPL-3.0-or-later
// What each phase of a phased plan loads and stores, as the closed form's streaming divides.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/tasks/plan_work.h"

#include <vector>

namespace shardscope::planner {

/// The moves of each of \p stages. Empty if the plan has no phases, or if other state streams over the same
/// link (the streaming then follows the passes).
[[nodiscard]] std::vector<PhaseMoves> phaseMoves(const core::ModelSpec& model,
                                                 const core::HardwareSpec& hardware, const core::Plan& plan,
                                                 const std::vector<StageStep>& stages);

} // namespace shardscope::planner
