// SPDX-License-Identifier: GPL-3.0-or-later
// What the allocator shows over a step, stage by stage, as curves and
// tables.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/memory_trace.h"
#include "core/plan/plan.h"
#include "core/report/report.h"

#include <optional>
#include <vector>

namespace shardscope::planner {

/// traceMemory() for one rank of every pipeline stage, in order. Errors: those of traceMemory(),
/// and Cancelled once \p task is stopped.
[[nodiscard]] core::Result<std::vector<core::MemoryTrace>> traceStages(const core::ModelSpec& model,
                                                                       const core::HardwareSpec& hardware,
                                                                       const core::Plan& plan,
                                                                       const core::Task& task = {});

/// The heap of one stage, under a plan's own setting or the other one.
struct HeapCase {
    std::optional<bool> contiguous; ///< gradients reduced out of a buffer made beforehand; none: the program
                                    ///< has no such setting
    core::MemoryTrace trace;
};
/// The first stage with a request that finds no room, else the one that reserves most; where the program can
/// make a gradient buffer beforehand (DeepSpeed's contiguous_gradients) with it and then without. Errors:
/// those of traceStages().
[[nodiscard]] core::Result<std::vector<HeapCase>> heapCases(const core::ModelSpec& model,
                                                            const core::HardwareSpec& hardware,
                                                            const core::Plan& plan,
                                                            const core::Task& task = {});

/// The traces as a report, all bytes with what the framework takes beside the tensors, as evaluate() has
/// them. Series: bytes held over the step of every stage, in seconds: each pass of the step takes its
/// predicted time, spread evenly over its events (where the step cannot be timed, one second an event).
/// Tables: "memory_peaks" (one row for each stage: peak, where it stands, what the allocator reserved and how
/// much of that is lost to fragmentation), "memory_at_peak" (stage, purpose, bytes), "memory_elsewhere"
/// (stage, tier, purpose, bytes) and, for DeepSpeed, "memory_contiguous" (reserved with and without a
/// gradient buffer made beforehand). Errors: those of traceMemory() and evaluate().
[[nodiscard]] core::Result<core::Report>
memoryReport(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan);

} // namespace shardscope::planner
