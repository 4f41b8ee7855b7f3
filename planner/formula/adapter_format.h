// SPDX-License-Identifier: GPL-3.0-or-later
// How the libraries run low-rank adapters beside frozen weights.
#pragma once

#include "core/plan/plan.h"
#include "planner/formula/symbols.h"
#include "planner/framework/framework.h"

namespace shardscope::planner {

/// Hugging Face's peft keeps adapters in fp32 beside 16-bit weights, so that each casts its input and its sum
/// (tuners_utils.py, cast_adapter_dtype; tuners/lora/layer.py, Linear.forward). A gradient has its
/// parameter's format. fully_shard computes with all weights in one.
[[nodiscard]] inline bool adaptersInFp32(const core::Plan& plan)
{
    return plan.adapters.any() && factsOf(plan).habits.adaptersFp32 &&
           core::widthOf(plan.precision.gradients) > core::widthOf(streamDtype(plan));
}

/// Whether adapters drop some of their input: Megatron's where the plan drops, peft's not (LoraConfig,
/// lora_dropout 0).
[[nodiscard]] inline bool adaptersDrop(const core::Plan& plan)
{
    return plan.adapters.any() && plan.dropout && factsOf(plan).habits.adaptersDrop;
}

} // namespace shardscope::planner
