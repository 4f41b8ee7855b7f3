// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA Merlin HugeCTR.
#include "core/base/text_mark.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {

constinit const FrameworkFacts kHugeCtr{
    .which = core::Framework::HugeCtr,
    .title = "HugeCTR",
    .can = {.transformers = false,
            .axes = {{}, W_("%1 trains recommenders alone")},
            .shards = {{Shards::Whole}, W_("%1 keeps weights, gradients and optimizer whole")},
            .schedules = {{}, W_("%1 has no pipelines")},
            .offloads = {{Offload::Nothing}, W_("%1 offloads nothing")}},
    .defaults = {.source = "NVIDIA-Merlin/HugeCTR"},
    .habits = {.gradients = {.when = When::AfterLast, .unit = Unit::Whole}, .updatedWeights = When::Never}};

} // namespace shardscope::planner
