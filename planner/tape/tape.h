// SPDX-License-Identifier: GPL-3.0-or-later
// The exact walk of a training step: the model's operations through a symbolic autograd and a model of the
// allocator. What it predicts is what torch.cuda's memory statistics show. Derivation and sources:
// docs/memory_model.md.
#pragma once

#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::planner::tape {

enum class StepPhase : std::uint8_t { Setup, Forward, Backward, Optimizer };

/// One change of what is allocated, in the order of the step.
struct MemoryEvent {
    std::int64_t delta = 0;     ///< bytes, as the allocator charges them
    const char* operation = ""; ///< "softmax", "linear", ...
    std::uint32_t module = 0;   ///< index into TapeResult::modules
    core::Purpose purpose = core::Purpose::Activations;
    StepPhase phase = StepPhase::Forward;
};

/// What a step in the steady state (state repeats from the third step on) shows. Bytes.
struct TapeResult {
    std::int64_t weights = 0;                      ///< elements x width
    std::int64_t gradients = 0;                    ///< elements x width
    std::int64_t optimizer = 0;                    ///< slots and step counters, elements x width
    std::int64_t weightsAllocated = 0;             ///< after the model was built, buffers included
    std::int64_t weightsAndOptimizerAllocated = 0; ///< between steps, without the batch
    std::int64_t activationsAfterForward = 0;
    double activationsPerLayer = 0; ///< the layers' share of it, divided by the layers
    std::int64_t atStepBegin = 0;   ///< where the curve starts
    std::int64_t peak = 0;
    std::int64_t peakReserved = 0;
    std::size_t peakEvent = 0; ///< index of the event after which the peak stands
    std::vector<std::pair<core::Purpose, std::int64_t>> atPeak; ///< adds up to peak
    std::vector<MemoryEvent> curve;
    std::vector<std::string> modules; ///< "", "layer 0", ...
};

/// Walks a step of \p model under \p plan on \p hardware. The plan's implementation and kernels choose whose
/// operations are walked. Errors: NotSupported where no operation list exists for the combination.
[[nodiscard]] core::Result<TapeResult> walkStep(const core::ModelSpec& model,
                                                const core::HardwareSpec& hardware, const core::Plan& plan);

} // namespace shardscope::planner::tape
