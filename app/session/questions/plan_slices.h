// SPDX-License-Identifier: GPL-3.0-or-later
// What replicas share and what slice each of them keeps: replicated tensor sharding (rts for weights, rts'
// for the optimizer's state), which GPUs' programs call ZeRO or FSDP.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/report/table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::app {

/// One kind of tensor on a device of the first stage.
struct SlicedTensor {
    core::Purpose purpose = core::Purpose::Weights;
    std::int64_t cut = 1; ///< replicas that share one copy
    core::Bytes used;     ///< by all replicas alike
    core::Bytes kept;     ///< by one
};

struct PlanSlices {
    std::int64_t parts = 1; ///< that one copy of the model lies in: t·p
    std::int64_t replicas = 1;
    bool phased = false;
    std::vector<SlicedTensor> tensors; ///< weights, gradients, optimizer state
    /// What replicas send each other in a step: as the plan has it.
    std::vector<core::CommunicationEntry> messages;
};

/// Errors: Inconsistent for one replica alone; those of planner::evaluate.
[[nodiscard]] core::Result<PlanSlices> planSlices(const core::ModelSpec& model,
                                                  const core::HardwareSpec& hardware,
                                                  const core::Evaluation& evaluation,
                                                  const core::Task& task = {});
/// One row for each kind of tensor.
[[nodiscard]] core::Table sliceTable(const PlanSlices& slices);

} // namespace shardscope::app
