// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch's fully_shard over the layers of a library's modules.
#include "core/base/text_mark.h"
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

} // namespace
} // namespace fsdp2

constinit const FrameworkFacts kFsdp2{.which = core::Framework::Fsdp2,
                                      .title = "FSDP2",
                                      .family = Family::FullyShard,
                                      .can = kFullyShardedCan,
                                      .defaults = fsdp2::defaults(),
                                      .habits = kFullyShardedHabits,
                                      .rules = kFullyShardedRules,
                                      .adapt = fullyShardedAdapt,
                                      .closedFormError = 0.113};

} // namespace shardscope::planner
