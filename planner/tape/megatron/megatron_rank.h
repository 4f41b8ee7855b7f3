// SPDX-License-Identifier: GPL-3.0-or-later
// One rank of Megatron-Core with fused kernels through a step of its pipeline schedule.
#pragma once

#include "core/base/task.h"
#include "core/model/model_spec.h"
#include "core/plan/memory_trace.h"
#include "core/plan/plan.h"
#include "planner/tape/allocator/device_traits.h"
#include "planner/tape/allocator/settling.h"

#include <vector>

namespace shardscope::planner::tape {

enum class Ranks { Fullest, EveryStage };

/// One rank of each stage, or of those stages whose ranks can need most: embedding on the first, head on the
/// last, the schedule's micro-batches in flight between. Schedules: 1F1B, GPipe, interleaved, zero-bubble
/// (ZB-H1, whose peak is 1F1B's: arXiv:2401.10241, section 2.3). Where \p task is stopped on the way they are
/// of no use.
[[nodiscard]] std::vector<core::MemoryTrace> traceMegatronRanks(const core::Transformer& shape,
                                                                const DeviceTraits& traits,
                                                                const core::Plan& plan, Ranks which,
                                                                Steps steps, const core::Task& task = {});

} // namespace shardscope::planner::tape
