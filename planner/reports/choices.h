// SPDX-License-Identifier: GPL-3.0-or-later
// Keep activations, compute them again or move them; keep gathered tensors
// or gather them again. What each costs, where they break even, and the cheapest that fits.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "core/report/report.h"

namespace shardscope::planner {

struct ActivationChoices {
    core::Report report;
    core::Plan cheapest;
};

/// Tables: "choices" (a row for each combination of recompute, memory of activations, gathered inputs and
/// sharded weights after forward that \p plan allows: step, peak, what it holds elsewhere, whether it fits,
/// which is cheapest) and "break_even" (a row for each kind of layer and of activation: bytes, operations and
/// seconds of computing it again, seconds over the link, the link's rate at which both cost the same, the
/// cheaper one). Errors: those of evaluate(); NotSupported without layers or in phased execution, which
/// recomputes always.
/// With them the cheapest: \p plan with the combination of the shortest step among those that fit; where none
/// fits, of the smallest peak. Cancelled where \p task was stopped.
[[nodiscard]] core::Result<ActivationChoices> activationChoices(const core::ModelSpec& model,
                                                                const core::HardwareSpec& hardware,
                                                                const core::Plan& plan,
                                                                const core::Task& task = {});

/// The cheapest alone. Errors: those of activationChoices().
[[nodiscard]] core::Result<core::Plan>
cheapestActivations(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan);

} // namespace shardscope::planner
