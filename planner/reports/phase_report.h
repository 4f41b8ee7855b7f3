// SPDX-License-Identifier: GPL-3.0-or-later
// Phased execution part by part, ready for tables and a heat map.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "core/report/report.h"

#include <cstdint>

namespace shardscope::planner {

/// How stage \p stage of \p plan runs in phases. Tables: "phases" (one row for each phase: what is resident,
/// what streams in and out in a step, computing, whether it hides the streaming) and "phase_matrix" (phase,
/// layer, bytes resident of weights, gradients and activations: only cells that hold something, rows ordered
/// by phase, then layer). Errors: those of evaluate(); NotSupported where the plan has no phases, or the
/// model no layers; OutOfRange for a stage the plan does not have; Cancelled once \p task is stopped.
[[nodiscard]] core::Result<core::Report> phaseReport(const core::ModelSpec& model,
                                                     const core::HardwareSpec& hardware,
                                                     const core::Plan& plan, std::int64_t stage = 0,
                                                     const core::Task& task = {});

} // namespace shardscope::planner
