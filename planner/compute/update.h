// SPDX-License-Identifier: GPL-3.0-or-later
// Time of the optimizer's update, and of what sharded parameters copy around their collectives.
#pragma once

#include "planner/compute/kernels.h"
#include "planner/formula/host_update.h"
#include "planner/formula/plan_parts.h"

#include <cstddef>

namespace shardscope::planner {

/// Gradients and state are read, state, master and weights written once by the rank of \p stage: the update
/// is bound by memory, the device's or that of the host.
template <class N>
[[nodiscard]] Duration<N> optimizerTime(const PlanParts<N>& parts, std::size_t stage,
                                        const DeviceClock<N>& clock);

/// PyTorch's fused optimizer collects every parameter tensor before its first kernel.
template <class N>
[[nodiscard]] Duration<N> optimizerHost(const PlanParts<N>& parts, const Stage& stage,
                                        const DeviceClock<N>& clock);

/// What FSDP2 copies around its collectives (torch/distributed/fsdp/_fully_shard/_fsdp_collectives.py):
/// shards cast and packed, the gathered buffer split into parameters; in backward also gradients packed and
/// cast.
template <class N>
struct ShardCopies {
    Duration<N> forward;
    Duration<N> backward;
};
template <class N>
[[nodiscard]] ShardCopies<N> shardCopies(const PlanParts<N>& parts, const Stage& stage,
                                         const DeviceClock<N>& clock);

} // namespace shardscope::planner
