// SPDX-License-Identifier: GPL-3.0-or-later
// The allocator's own account of a plan, for those outside the planner.
#pragma once

#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/memory_trace.h"
#include "core/plan/plan.h"

namespace shardscope::planner {

/// MemoryTrace::framework, which the evaluation counts under its own purpose.
[[nodiscard]] std::int64_t besideTensors(const core::HardwareSpec& hardware, const core::Plan& plan);

/// What the allocator of one device shows over a step, operation by operation (docs/memory_model.md): takes
/// milliseconds. Errors: NotSupported where the memory trace has no operations for the combination.
[[nodiscard]] core::Result<core::MemoryTrace>
traceMemory(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan);

} // namespace shardscope::planner
