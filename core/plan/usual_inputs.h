// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the gathered inputs of tensor-parallel layers where a plan does not say it.
#pragma once

#include "core/plan/plan.h"

namespace shardscope::core {

/// With sequence parallelism Megatron-LM and Transformer Engine keep a rank's own rows and gather them again
/// in backward (arXiv:2205.05198, section 4.2.2; Megatron-LM, tensor_parallel/layers.py), nanotron too
/// (tp_recompute_allgather, on by default). Layers of separate operations keep what they were given.
[[nodiscard]] inline GatheredInputs usualGatheredInputs(Implementation implementation, Kernels kernels)
{
    const bool again = implementation == Implementation::Nanotron ||
                       (core::isMegatron(implementation) && kernels == Kernels::Fused);
    return again ? GatheredInputs::Regathered : GatheredInputs::Saved;
}

} // namespace shardscope::core
