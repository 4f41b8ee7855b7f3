// SPDX-License-Identifier: GPL-3.0-or-later
// Where the optimizer runs.
#pragma once

#include "core/plan/plan.h"
#include "planner/formula/symbols.h"
#include "planner/framework/framework.h"

namespace shardscope::planner {

/// Whether the processors of the node update what lives in their memory (arXiv:2101.06840, section 4), so
/// that only gradients and new weights travel: DeepSpeed, Megatron-LM (core/optimizer/cpu_offloading,
/// HybridDeviceOptimizer) and FSDP2 (CPUOffloadPolicy). Others stream the state through the device.
[[nodiscard]] inline bool updatesOnHost(const core::Plan& plan)
{
    return factsOf(plan).habits.updatesOnHost && plan.phases == 0 &&
           (plan.residency.optimizer == core::Tier::Host || plan.residency.optimizer == core::Tier::Nvme);
}

/// Which share of the optimizer's state lies where its residency says (DeepSpeed, offload_optimizer ratio;
/// Megatron-LM, --optimizer-offload-fraction).
template <class N>
[[nodiscard]] Count<N> offloadedShare(const core::Plan& plan)
{
    return N::leaf(core::Number{static_cast<double>(plan.offloadedPercent) / 100}, W_("offloaded_share"),
                   core::SourceKind::Given, "/offloaded_percent");
}

} // namespace shardscope::planner
