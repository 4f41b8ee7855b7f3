// SPDX-License-Identifier: GPL-3.0-or-later
// How many parameters one rank of Megatron-Core holds, with the vocabulary padded as Megatron-LM pads it.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <cstdint>

namespace shardscope::planner::tape {

/// A stage of the pipeline and its layers.
struct MegatronStage {
    std::int64_t number = 0;
    std::int64_t firstLayer = 0;
    std::int64_t layers = 0;
    bool first = false;
    bool last = false;
    std::int64_t recomputed = 0; ///< layers, the first ones, that are run again in backward
};

/// Experts have gradients and optimizer shards of their own: fewer ranks hold the same ones.
struct MegatronParameters {
    std::int64_t dense = 0;
    std::int64_t experts = 0;
};

/// Rows of the vocabulary on a rank: padded to whole parts of 128 (--make-vocab-size-divisible-by), by
/// nanotron to whole parts alone.
[[nodiscard]] std::int64_t paddedVocabulary(const core::Transformer& shape, const core::Plan& plan);
[[nodiscard]] MegatronParameters megatronParameters(const core::Transformer& shape, const core::Plan& plan,
                                                    const MegatronStage& stage);

} // namespace shardscope::planner::tape
