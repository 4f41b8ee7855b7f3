// SPDX-License-Identifier: GPL-3.0-or-later
// One IPU of every stage through a step: what stands inside the processor, what waits in Streaming Memory.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/memory_trace.h"
#include "core/plan/plan.h"
#include "planner/tape/allocator/settling.h"

#include <vector>

namespace shardscope::planner::tape {

/// One IPU of every stage of \p model, a transformer, in order. Schedules: 1F1B (PopART's own, with its
/// stashes), GPipe and phases.
[[nodiscard]] std::vector<core::MemoryTrace> tracePopartRanks(const core::ModelSpec& model,
                                                              const core::HardwareSpec& hardware,
                                                              const core::Plan& plan, Steps steps);

} // namespace shardscope::planner::tape
