// SPDX-License-Identifier: GPL-3.0-or-later
// A plan at each of ZeRO's stages: what a device holds of the model's state for each parameter, and what it
// moves for that.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/report/table.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// What replicas send each other in a step.
struct ZeroMessage {
    core::Transfer operation{};
    double moved = 0;  ///< elements for each parameter
    core::Bytes bytes; ///< handed to the collective
    core::Seconds seconds;
};

struct ZeroStage {
    int stage = 0;
    bool own = false; ///< the plan is cut that far
    bool fits = true;
    // Bytes of a device, all memories, for each parameter that its group works on.
    double weights = 0;
    double gradients = 0;
    double optimizer = 0; ///< master weights too
    core::Bytes state;    ///< the three in all
    core::Bytes peak;     ///< what the device needs with everything else
    core::Bytes capacity;
    double moved = 0; ///< elements a parameter between replicas in a step; an all-reduce moves each twice
    std::vector<ZeroMessage> messages; ///< what that is made of

    [[nodiscard]] double bytes() const { return weights + gradients + optimizer; }
};

/// The stages of ZeRO for the first class of ranks. Errors: those of planner::evaluate.
[[nodiscard]] core::Result<std::vector<ZeroStage>> zeroStages(const core::ModelSpec& model,
                                                              const core::HardwareSpec& hardware,
                                                              const core::Plan& plan,
                                                              const core::Task& task = {});
/// One row for each stage.
[[nodiscard]] core::Table zeroStageTable(const std::vector<ZeroStage>& stages);

} // namespace shardscope::app
