// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens on their way to the experts of a layer: how many rows the busiest rank gets, and what that costs.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/report/table.h"

#include <cstdint>

namespace shardscope::app {

struct ExpertDispatch {
    std::int64_t ranks = 1; ///< that share a layer's experts
    std::int64_t experts = 0;
    std::int64_t perToken = 0;
    double tokens = 0;      ///< of a rank in a micro-batch
    double mean = 0;        ///< rows that a rank gets
    double busiest = 0;     ///< rows that the busiest gets
    core::Seconds exchange; ///< of a rank in a step
    core::Seconds step;
    core::Seconds even; ///< the step if all got as many

    [[nodiscard]] double imbalance() const { return mean > 0 ? busiest / mean : 1; }
};

/// Errors: Inconsistent where no ranks share experts; those of planner::evaluate.
[[nodiscard]] core::Result<ExpertDispatch> expertDispatch(const core::ModelSpec& model,
                                                          const core::HardwareSpec& hardware,
                                                          const core::Evaluation& evaluation,
                                                          const core::Task& task = {});
/// One row.
[[nodiscard]] core::Table dispatchTable(const ExpertDispatch& dispatch);

} // namespace shardscope::app
