// SPDX-License-Identifier: GPL-3.0-or-later
// Samples packed into one sequence: attention stays within each of them. Each is taken to be as long as their
// mean; the longer ones have more pairs than the shorter ones lack.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"

namespace shardscope::planner {

/// The part of a sequence's pairs of a query and a key that lie within one sample; 1 where one fills it.
[[nodiscard]] inline double withinSamples(const core::Batch& batch)
{
    return batch.packedLength > 0
               ? static_cast<double>(batch.packedLength) / static_cast<double>(batch.sequenceLength)
               : 1;
}

/// The part of a sequence's pairs that attention computes: within a sample, and within the model's windows.
[[nodiscard]] inline double attendedShare(const core::Transformer& model, const core::Batch& batch)
{
    return withinSamples(batch) * model.attendedShare(static_cast<double>(batch.attendedTokens()));
}

} // namespace shardscope::planner
