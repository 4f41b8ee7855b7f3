// SPDX-License-Identifier: GPL-3.0-or-later
// One rank of Megatron-Core with fused kernels through a step of its pipeline schedule.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/memory_walk.h"
#include "core/plan/plan.h"
#include "planner/tape/device_traits.h"

namespace shardscope::planner::tape {

/// The rank that needs most: embedding on the first stage, head on the last, 1F1B's micro-batches in flight
/// between.
[[nodiscard]] core::MemoryWalk walkMegatronRanks(const core::Transformer& shape, const DeviceTraits& traits,
                                                 const core::Plan& plan);

} // namespace shardscope::planner::tape
