// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients that are not there while all activations are.
#pragma once

#include "core/plan/plan.h"
#include "planner/formula/gathered_logits.h"
#include "planner/framework/framework.h"

namespace shardscope::planner {

/// Gradients of this plan come into being while backward frees what it read, and are gone before the next
/// micro-batch (torch.optim, zero_grad, set_to_none) or its partition alone is kept: they need not stand
/// beside all that forward left.
[[nodiscard]] inline bool gradientsGrowInBackward(const core::Plan& plan)
{
    switch (factsOf(plan).habits.gradientLife) {
    case GradientLife::Growing: return true;
    case GradientLife::GrowingOnce: return plan.batch.microBatches == 1;
    case GradientLife::GrowingWhole: // a tensor each, made by the first backward
        return gathersLogits(plan) && plan.batch.microBatches <= plan.axes.pipeline;
    case GradientLife::Standing: break;
    }
    return false;
}

} // namespace shardscope::planner
