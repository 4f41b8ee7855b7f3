// SPDX-License-Identifier: GPL-3.0-or-later
// RMS norms where no kernel of one piece is at hand.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/framework/framework.h"

namespace shardscope::planner {

/// Upcast, square, mean, root, product, cast back, product with the weight: kept are the input in fp32 and
/// what the weight is multiplied with.
inline constexpr const char* kWrittenOutNorm = "facebookresearch/llama, llama/model.py, RMSNorm";

/// Whether fused layers of \p plan have such norms. PyTorch has a kernel for a LayerNorm.
[[nodiscard]] inline bool writesNormsOut(const core::Transformer& model, const core::Plan& plan)
{
    return fusedByMegatronCore(plan) && plan.normKernels == core::Kernels::Separate &&
           model.norm == core::NormKind::RmsNorm;
}

} // namespace shardscope::planner
