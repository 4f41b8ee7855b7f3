// SPDX-License-Identifier: GPL-3.0-or-later
// What programs can that train recommenders alone: how tables are placed is no key of a plan of layers.
#pragma once

#include "core/base/text_mark.h"
#include "planner/framework/framework.h"
#include "planner/framework/replicated.h"

namespace shardscope::planner {

inline constexpr Abilities kRecommendersCan{
    .transformers = false,
    .axes = {{}, W_("%1 trains recommenders alone")},
    .shards = {{Shards::Whole}, W_("%1 keeps weights, gradients and optimizer whole")},
    .schedules = {{}, W_("%1 has no pipelines")},
    .offloads = {{Offload::Nothing}, W_("%1 offloads nothing")}};

/// The perceptrons under PyTorch's DistributedDataParallel.
inline constexpr Habits kPerceptronsReplicated{
    .replicaBuckets = true, .gradients = kReplicatedGradients, .updatedWeights = When::Never};

} // namespace shardscope::planner
