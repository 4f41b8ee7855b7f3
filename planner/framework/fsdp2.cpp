// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch's fully_shard over the layers of a library's modules.
#include "planner/framework/fully_sharded.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {
namespace fsdp2 {
namespace {

constexpr core::FrameworkDefaults defaults()
{
    core::FrameworkDefaults made = kFullyShardedDefaults;
    made.kernels = core::Kernels::Separate;
    return made;
}

/// fully_shard() divides tensors and cuts no experts apart: who trains them so is NeMo AutoModel.
core::Framework started(const core::Plan& plan)
{
    return plan.axes.expert > 1 && plan.axes.tensor == 1 ? core::Framework::AutoModel
                                                         : core::Framework::Fsdp2;
}

} // namespace
} // namespace fsdp2

constinit const FrameworkFacts kFsdp2{
    .which = core::Framework::Fsdp2,
    .title = "FSDP2",
    .family = Family::FullyShard,
    .can = kFullyShardedCan,
    .defaults = fsdp2::defaults(),
    .habits = kFullyShardedHabits,
    .rules = kFullyShardedRules,
    .adapt = fullyShardedAdapt,
    .runs = fsdp2::started,
    .closedFormError = 0.113,
    .call = {.configuration = "accelerate",
             .file = "accelerate.yaml",
             .byAccelerate = true,
             .call = "train.py",
             .source = "huggingface/accelerate, examples/slurm/submit_multinode_fsdp.sh"}};

} // namespace shardscope::planner
