// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA: embeddings on parameter servers, updated as their gradients arrive; perceptrons in step.
#include "planner/framework/recommenders/recommenders.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {

// persia/distributed.py, get_default_distributed_option: DistributedDataParallel (Bagua by choice).
constinit const FrameworkFacts kPersia{
    .which = core::Framework::Persia,
    .title = "PERSIA",
    .can = kRecommendersCan,
    .defaults = {.state = core::FormatRule::AsWeights,
                 .weights = core::Dtype::Fp32,
                 .source = "PersiaML/PERSIA, persia/distributed.py, persia/ctx.py; pytorch, torch/optim"},
    .habits = kPerceptronsReplicated};

} // namespace shardscope::planner
