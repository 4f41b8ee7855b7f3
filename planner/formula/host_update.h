// SPDX-License-Identifier: GPL-3.0-or-later
// Where the optimizer runs.
#pragma once

#include "core/plan/plan.h"

namespace shardscope::planner {

/// Whether the processors of the node update what lives in their memory (arXiv:2101.06840, section 4), so
/// that only gradients and new weights travel. Others stream the state through the device.
[[nodiscard]] inline bool updatesOnHost(const core::Plan& plan)
{
    return plan.implementation == core::Implementation::DeepSpeed && plan.phases == 0 &&
           (plan.residency.optimizer == core::Tier::Host || plan.residency.optimizer == core::Tier::Nvme);
}

} // namespace shardscope::planner
