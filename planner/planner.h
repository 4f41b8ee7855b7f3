// SPDX-License-Identifier: GPL-3.0-or-later
// The facade of the planner: what a plan comes to. Pure functions of model, hardware and plan.
#pragma once

#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/plan.h"

namespace shardscope::planner {

/// With derivations (for the panel) or without (for search and sweeps): same numbers, bit for bit.
enum class Detail { Explained, Plain };

/// Memory, step time, communication and verdict of \p plan. An infeasible plan is a verdict; an error is only what
/// makes evaluation meaningless (a model form the planner cannot evaluate, hardware without an engine).
[[nodiscard]] core::Result<core::Evaluation> evaluate(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                                      const core::Plan& plan, Detail detail = Detail::Explained);

} // namespace shardscope::planner
