// SPDX-License-Identifier: GPL-3.0-or-later
// One IPU that runs its stage in phases: what is loaded from Streaming Memory, computed and stored, part by
// part.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/memory_trace.h"
#include "core/plan/plan.h"
#include "planner/formula/phase_cut.h"
#include "planner/tape/autograd/tape.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner::tape {

/// A step of \p stage, which is cut into \p phases. Of each phase's micro-batches the first, one between and
/// the last are traced.
[[nodiscard]] core::MemoryTrace tracePopartPhases(Tape& tape, const core::Transformer& shape,
                                                  const core::HardwareSpec& hardware, const core::Plan& plan,
                                                  const Stage& stage, const std::vector<Phase>& phases);

/// How many passes of each phase a trace goes through.
[[nodiscard]] std::int64_t tracedPassesOfPhase(const core::Plan& plan);

/// The most that stands while each phase of such a trace runs, its update included.
[[nodiscard]] std::vector<std::int64_t> peaksOfPhases(const core::MemoryTrace& trace, const core::Plan& plan);

} // namespace shardscope::planner::tape
