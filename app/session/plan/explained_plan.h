// SPDX-License-Identifier: GPL-3.0-or-later
// A plan with derivations and remedies, for workers that can be stopped.
#pragma once

#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/memory_trace.h"
#include "core/plan/plan.h"

#include <vector>

namespace shardscope::app {

/// planner::explain(). Errors: those of evaluate, and Cancelled.
[[nodiscard]] core::Result<core::Evaluation> explainedPlan(const core::ModelSpec& model,
                                                           const core::HardwareSpec& hardware,
                                                           const core::Plan& plan, const core::Task& task);

/// planner::tracedStages(): what the allocator shows of each stage over a step.
[[nodiscard]] core::Result<std::vector<core::MemoryTrace>> tracedStages(const core::ModelSpec& model,
                                                                        const core::HardwareSpec& hardware,
                                                                        const core::Plan& plan,
                                                                        const core::Task& task);

} // namespace shardscope::app
