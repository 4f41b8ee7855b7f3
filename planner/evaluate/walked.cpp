// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/evaluate/walked.h"

#include "planner/evaluate/evaluate.h"
#include "planner/tape/tape.h"

namespace shardscope::planner {

core::Result<core::MemoryWalk> walkMemory(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                          const core::Plan& plan)
{
    return tape::walkStep(model, hardware, plan);
}

core::Result<core::Evaluation> evaluateWalked(const core::ModelSpec& model,
                                              const core::HardwareSpec& hardware, const core::Plan& plan)
{
    SHARDSCOPE_TRY(core::Evaluation evaluation, evaluate(model, hardware, plan, Detail::Plain));
    const auto walk = walkMemory(model, hardware, plan);
    if (!walk.ok())
        return evaluation;
    const auto put = [&](const char* key, auto bytes) {
        evaluation.figures.named(key) = static_cast<double>(bytes);
    };
    // Of a rank of many, the closed form's figures of state stand for the fullest class.
    if (plan.implementation == core::Implementation::PopArt ||
        (plan.implementation == core::Implementation::Megatron && plan.kernels == core::Kernels::Fused)) {
        put("peak_bytes", walk->peak);
        put("peak_reserved_bytes", walk->peakReserved);
        return evaluation;
    }
    put("activation_bytes_after_forward", walk->activationsAfterForward);
    put("activation_bytes_per_layer", walk->activationsPerLayer);
    if (!walk->wholeModel)
        return evaluation;
    put("weights_bytes", walk->weights);
    put("gradient_bytes", walk->gradients);
    put("optimizer_bytes", walk->optimizer);
    put("weights_allocated_bytes", walk->weightsAllocated);
    put("weights_plus_optimizer_bytes", walk->weightsAndOptimizerAllocated);
    put("peak_bytes", walk->peak);
    put("peak_reserved_bytes", walk->peakReserved);
    return evaluation;
}

} // namespace shardscope::planner
