// SPDX-License-Identifier: GPL-3.0-or-later
// The allocator simulation of the step in the place of the closed forms, wherever it covers the plan: then it
// is what bars, verdict, fixes and searches' finalists rest on. What the closed forms said stays beside it.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "planner/tape/trace_step.h"

namespace shardscope::planner {

/// Makes \p evaluation, which has the closed forms' memory, say what the memory trace of its plan shows: of
/// every stage, or (Ranks::Fullest) of those that can be the fullest, the others being no fuller. Its verdict
/// is made anew. Where the plan cannot be traced, or \p task is stopped, MemoryBreakdown::untraced says why
/// and the closed forms stand.
void letAllocatorDecide(const core::ModelSpec& model, const core::HardwareSpec& hardware, tape::Ranks which,
                        core::Evaluation& evaluation, const core::Task& task = {});

} // namespace shardscope::planner
