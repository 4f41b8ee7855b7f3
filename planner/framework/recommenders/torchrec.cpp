// SPDX-License-Identifier: GPL-3.0-or-later
// TorchRec: tables sharded by its planner, everything else replicated.
#include "planner/framework/recommenders/recommenders.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {

// distributed/model_parallel.py, DefaultDataParallelWrapper: DistributedDataParallel of the parameters that
// are not sharded, gradient_as_bucket_view; embeddings are updated in their backward (FusedOptimizerModule).
constinit const FrameworkFacts kTorchRec{
    .which = core::Framework::TorchRec,
    .title = "TorchRec",
    .can = kRecommendersCan,
    .defaults = {.state = core::FormatRule::AsWeights,
                 .weights = core::Dtype::Fp32,
                 .source = "pytorch/torchrec, distributed/model_parallel.py; pytorch, torch/optim"},
    .habits = kPerceptronsReplicated};

} // namespace shardscope::planner
