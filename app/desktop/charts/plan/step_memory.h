// SPDX-License-Identifier: GPL-3.0-or-later
// What a device's allocator holds over a training step, by purpose: the memory trace of a plan as stacked
// areas.
#pragma once

#include "app/desktop/charts/scene.h"
#include "core/plan/memory_trace.h"

#include <array>
#include <cstdint>
#include <vector>

namespace shardscope::app {

inline constexpr std::size_t kPurposes = 9;

/// The fullest moment among some neighbouring events of a memory trace.
struct StepMemoryColumn {
    std::array<std::int64_t, kPurposes> held{}; ///< bytes, by core::Purpose
    std::int64_t total = 0;
    std::size_t event = 0; ///< of the memory trace, after which this stands
};

/// Memory of a step with what the framework takes beside the tensors, as the bars and the verdict have it.
struct StepMemory {
    std::vector<StepMemoryColumn> columns; ///< as many events each, in the order of the step
    std::int64_t peak = 0;
};

/// \p trace in at most \p columns. What each purpose holds when the step begins follows from what it holds at
/// the peak and the changes up to there.
[[nodiscard]] StepMemory foldTrace(const core::MemoryTrace& trace, std::size_t columns);

/// \p capacity: bytes of the device, drawn where the curve comes near it.
[[nodiscard]] Scene stepMemoryScene(const core::MemoryTrace& trace, double capacity, double width,
                                    const Theme& theme);

/// "forward", "backward" … in the reader's language.
[[nodiscard]] QString phaseName(core::StepPhase phase);

} // namespace shardscope::app
