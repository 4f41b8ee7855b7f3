// SPDX-License-Identifier: GPL-3.0-or-later
// What the ranks of each stage do in a step, in the evaluator's own numbers: what a simulation is made of.
#pragma once

#include "planner/evaluate/evaluate.h"
#include "planner/formula/what_if.h"
#include "planner/step/step.h"

#include <vector>

namespace shardscope::planner {

/// The step of each stage, changed as \p whatIf asks. \p plan must come from an evaluation. Empty if the
/// model is no transformer.
[[nodiscard]] std::vector<StageStep> stepsByStage(const core::ModelSpec& model,
                                                  const core::HardwareSpec& hardware, const core::Plan& plan,
                                                  Detail detail, const WhatIf& whatIf = {});

} // namespace shardscope::planner
