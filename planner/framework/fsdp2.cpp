// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch's fully_shard over the layers of a library's modules.
#include "core/base/text_mark.h"
#include "planner/framework/fully_sharded.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {

constinit const FrameworkFacts kFsdp2{.which = core::Framework::Fsdp2,
                                      .title = "FSDP2",
                                      .can = kFullyShardedCan,
                                      .defaults = {.kernels = core::Kernels::Separate,
                                                   .source = "pytorch, torch/distributed/fsdp/_fully_shard"},
                                      .habits = kFullyShardedHabits,
                                      .rules = kFullyShardedRules,
                                      .adapt = fullyShardedAdapt};

} // namespace shardscope::planner
