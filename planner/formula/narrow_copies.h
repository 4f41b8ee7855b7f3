// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of weights in the 8 or 4 bits that products read.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/plan/plan.h"
#include "planner/formula/symbols.h"

#include <algorithm>
#include <cstdint>

namespace shardscope::planner {

inline constexpr auto kNarrowCopies =
    "NVIDIA/TransformerEngine, pytorch/module/base.py, get_weight_workspace; csrc/quantizer.cpp";

/// Whether products take 8-bit operands in any order (nvte_is_non_tn_fp8_gemm_supported: Blackwell and later,
/// which are told here by their engine of 4 bits).
[[nodiscard]] inline bool takesAnyOrder(const core::HardwareSpec& hardware)
{
    return std::ranges::any_of(hardware.engines,
                               [](const core::Engine& engine) { return engine.dtype == core::Dtype::Nvfp4; });
}

/// How often a layer's matrices stand in their products' format beside the weights themselves. Transformer
/// Engine casts them with the first micro-batch and keeps them for the others: by rows for forward and by
/// columns for backward, or once where \p anyOrder will do and the whole tensor has one scale. Weights that
/// are cut over ranks are cast as they are gathered.
[[nodiscard]] inline std::int64_t narrowCopies(bool anyOrder, const core::Plan& plan)
{
    if (!narrowOperands(plan) || plan.sharding.weights > 1)
        return 0;
    const core::Dtype dtype = computeDtype(plan);
    return (anyOrder && dtype == core::Dtype::Fp8 ? 1 : 2) - (plan.precision.weights == dtype ? 1 : 0);
}

} // namespace shardscope::planner
