// SPDX-License-Identifier: GPL-3.0-or-later
// A plan of a recommender as planner::evaluate answers it: the perceptrons replicated, the tables placed
// (ZionEX).
#pragma once

#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/plan.h"
#include "planner/recommender/zionex/zionex_step.h"

namespace shardscope::planner {

/// What a sharded step is asked beside its plan.
struct ZionexOptions {
    std::int64_t readersPerDevice = 0; ///< 0: as many as hide the reading
    bool torchRecCosts = false;
    bool pipelined = true; ///< and the plan's consistency.prefetch
    double hotRows = 0;
    double deviceReserve = 0.15;
};

/// How \p plan runs its step on \p hardware: batch of a device, compute type, wire types, input pipeline;
/// rates of the machine's calibration that holds for it.
[[nodiscard]] core::Result<ZionexSettings> zionexSettings(const core::ModelSpec& model,
                                                          const core::HardwareSpec& hardware,
                                                          const core::Plan& plan,
                                                          const ZionexOptions& options = {});

/// Finds by trying the fewest devices that suffice where \p devices do not, and says so in the verdict's
/// remedy; a remedy that does not suffice names how many were tried in vain.
void proveMoreDevices(const core::Recommender& model, const core::HardwareSpec& hardware,
                      const ZionexSettings& settings, std::int64_t devices, core::Verdict& verdict);

/// The answer for a step that is there already.
[[nodiscard]] core::Result<core::Evaluation> evaluatePlaced(const core::ModelSpec& model,
                                                            const core::HardwareSpec& hardware,
                                                            const core::Plan& plan, const ZionexStep& step,
                                                            bool explained);

/// Memory by purpose and tier of the fullest device, step, communication, verdict. \p explained: with
/// derivations. Errors: NotSupported (tensor, pipeline or context parallelism, sharded dense state,
/// offloading: the tables move instead; asynchronous consistency: see evaluatePersia), and those of
/// zionexStep.
[[nodiscard]] core::Result<core::Evaluation> evaluateRecommender(const core::ModelSpec& model,
                                                                 const core::HardwareSpec& hardware,
                                                                 const core::Plan& plan, bool explained);

} // namespace shardscope::planner
