// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA Merlin HugeCTR.
#include "planner/framework/recommenders/recommenders.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {

// Release notes of v3.1: "MLP fusions - Fused GEMM + Relu + Bias fprop and GEMM + dRelu + bgrad bprop"; with
// use_mixed_precision, products are in 16 bits, and pooled vectors and their gradients leave embeddings as
// such.
constinit const FrameworkFacts kHugeCtr{
    .which = core::Framework::HugeCtr,
    .title = "HugeCTR",
    .can = kRecommendersCan,
    .defaults = {.source = "NVIDIA-Merlin/HugeCTR, use_mixed_precision"},
    .habits = {.gradients = {.when = When::AfterLast, .unit = Unit::Whole},
               .updatedWeights = When::Never,
               .fusesPerceptrons = true,
               .pooledAsSent = true}};

} // namespace shardscope::planner
