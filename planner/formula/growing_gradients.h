// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients that are not there while all activations are.
#pragma once

#include "core/plan/plan.h"
#include "planner/formula/gathered_logits.h"

namespace shardscope::planner {

/// Gradients of this plan come into being while backward frees what it read, and are gone before the next
/// micro-batch (torch.optim, zero_grad, set_to_none) or its partition alone is kept: they need not stand
/// beside all that forward left.
[[nodiscard]] inline bool gradientsGrowInBackward(const core::Plan& plan)
{
    switch (plan.implementation) {
    case core::Implementation::DeepSpeed: return true;
    case core::Implementation::HuggingFace:
    case core::Implementation::Torchtitan:
    case core::Implementation::Fsdp2: return plan.batch.microBatches == 1;
    case core::Implementation::MegatronFsdp:
    case core::Implementation::Megatron: // a tensor each, made by the first backward
        return gathersLogits(plan) && plan.batch.microBatches <= plan.axes.pipeline;
    default: return false; // buffers that stand all the time
    }
}

} // namespace shardscope::planner
