// SPDX-License-Identifier: GPL-3.0-or-later
// A plan of a recommender as planner::evaluate answers it: the perceptrons replicated, the tables placed
// (ZionEX).
#pragma once

#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/plan.h"
#include "planner/recommender/zionex_step.h"

namespace shardscope::planner {

/// How \p plan runs \p model's step: batch of a device, compute type, wire types.
[[nodiscard]] core::Result<ZionexSettings> zionexSettings(const core::Plan& plan);

/// Memory by purpose and tier of the fullest device, step, communication, verdict. \p explained: with
/// derivations. Errors: NotSupported (tensor, pipeline or context parallelism, sharded dense state,
/// offloading: the tables move instead), NotBuiltYet (asynchronous consistency: see persiaRate), and those of
/// zionexStep.
[[nodiscard]] core::Result<core::Evaluation> evaluateRecommender(const core::ModelSpec& model,
                                                                 const core::HardwareSpec& hardware,
                                                                 const core::Plan& plan, bool explained);

} // namespace shardscope::planner
