// SPDX-License-Identifier: GPL-3.0-or-later
// A plan with derivations and remedies, worked out where somebody may lose interest.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/memory_trace.h"
#include "core/plan/plan.h"

#include <vector>

namespace shardscope::planner {

/// evaluate() with Detail::Explained. It looks at \p task within each memory trace, its own and those of the
/// plans that it tries for remedies: Cancelled.
[[nodiscard]] core::Result<core::Evaluation> explain(const core::ModelSpec& model,
                                                     const core::HardwareSpec& hardware,
                                                     const core::Plan& plan, const core::Task& task);

/// traceStages(), which looks at \p task: Cancelled.
[[nodiscard]] core::Result<std::vector<core::MemoryTrace>> tracedStages(const core::ModelSpec& model,
                                                                        const core::HardwareSpec& hardware,
                                                                        const core::Plan& plan,
                                                                        const core::Task& task);

} // namespace shardscope::planner
