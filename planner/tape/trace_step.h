// SPDX-License-Identifier: GPL-3.0-or-later
// The exact memory trace of a training step: the model's operations through a symbolic autograd and a model
// of the allocator. What it predicts is what torch.cuda's memory statistics show. Derivation and sources:
// docs/memory_model.md.
#pragma once

#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/memory_trace.h"
#include "core/plan/plan.h"
#include "planner/tape/megatron/megatron_rank.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::planner::tape {

/// Traces a step of the fullest rank of \p model under \p plan on \p hardware. The plan's implementation and
/// kernels choose whose operations are traced. Errors: NotSupported where no operation list exists for the
/// combination.
[[nodiscard]] core::Result<core::MemoryTrace>
traceStep(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan);

/// Whether one rank of many is traced, and not a whole model.
[[nodiscard]] bool runsRanks(const core::Plan& plan);

/// Whether so many micro-batches of \p plan are in flight that a trace takes a tenth of a second.
[[nodiscard]] bool takesLong(const core::Plan& plan);

/// Bytes that the driver of a device has for the allocator, beside what the framework takes; none: not
/// known, or laid out by a compiler.
[[nodiscard]] std::optional<std::int64_t> roomOf(const core::HardwareSpec& hardware, const core::Plan& plan);

/// The same as traceStep for one rank of every stage of the pipeline, in order, or of those stages that can
/// be the fullest. Many micro-batches look at \p task: Cancelled.
[[nodiscard]] core::Result<std::vector<core::MemoryTrace>>
traceRanks(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan,
           Ranks which, Steps steps = Steps::UntilTheyRepeat, const core::Task& task = {});

} // namespace shardscope::planner::tape
