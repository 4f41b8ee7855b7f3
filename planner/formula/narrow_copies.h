// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of weights in the 8 or 4 bits that products read.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/plan/plan.h"
#include "planner/formula/symbols.h"

#include <algorithm>

namespace shardscope::planner {

inline constexpr auto kNarrowCopies =
    "NVIDIA/TransformerEngine, pytorch/module/base.py, get_weight_workspace; csrc/quantizer.cpp";

/// How often a layer's matrices stand in their products' format beside the weights themselves. Transformer
/// Engine casts them with the first micro-batch and keeps them for the others: by rows for forward and by
/// columns for backward, but where products take an 8-bit operand in any order (Blackwell and later:
/// nvte_is_non_tn_fp8_gemm_supported; told by their 4-bit engine) and the whole tensor has one scale. Weights
/// that are cut over ranks are cast as they are gathered.
[[nodiscard]] inline double narrowCopies(const core::HardwareSpec& hardware, const core::Plan& plan)
{
    if (!narrowOperands(plan) || plan.sharding.weights > 1)
        return 0;
    const core::Dtype dtype = computeDtype(plan);
    const bool anyOrder =
        dtype == core::Dtype::Fp8 && std::ranges::any_of(hardware.engines, [](const core::Engine& engine) {
            return engine.dtype == core::Dtype::Nvfp4;
        });
    return (anyOrder ? 1 : 2) - (plan.precision.weights == dtype ? 1 : 0);
}

} // namespace shardscope::planner
