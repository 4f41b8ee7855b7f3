// SPDX-License-Identifier: GPL-3.0-or-later
// The first request of a plan for which the device's allocator finds no room: which, how large, and what is
// free.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/io/value.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/memory_trace.h"

#include <QString>

#include <optional>

namespace shardscope::app {

/// Traces the first stage that has a failing request, with AllocationShortage's curve. None if every request
/// finds room or the plan is not traced (planner::traceStages).
[[nodiscard]] std::optional<core::MemoryTrace> failingStage(const core::ModelSpec& model,
                                                            const core::HardwareSpec& hardware,
                                                            const core::Evaluation& evaluation);
/// "The first request without room: 96 MiB in forward (layer 3, linear) of stage 0; 120 MiB are free in
/// pieces, the largest of 64 MiB, and 8 MiB beside them." Empty where \p trace's all find room.
[[nodiscard]] QString failingRequestText(const core::MemoryTrace& trace);
/// The same as a document: "rank_class", "request_bytes", "inside_bytes", "largest_bytes", "outside_bytes",
/// "fragmented", "phase", "module", "operation". Null where there is none.
[[nodiscard]] core::Value failingRequestDocument(const std::optional<core::MemoryTrace>& trace);

} // namespace shardscope::app
