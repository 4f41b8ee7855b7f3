// SPDX-License-Identifier: GPL-3.0-or-later
// Graphcore PopART: an ONNX graph with its backward made by PopART, compiled for IPUs.
#include "planner/framework/ipu_programs.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {
namespace popart {
namespace {

/// Tensors cut in two dimensions are a program's own collectives over groups of replicas, which PopXL has.
core::Framework program(const core::Plan& plan)
{
    return plan.axes.tensorSecond > 1 ? core::Framework::PopXl : core::Framework::PopArt;
}

} // namespace
} // namespace popart

constinit const FrameworkFacts kPopArt{.which = core::Framework::PopArt,
                                       .title = "PopART",
                                       .family = Family::Ipu,
                                       .can = ipuAbilities(),
                                       .defaults = {.source = "Graphcore examples, PopART"},
                                       .habits = kIpuHabits,
                                       .runs = popart::program,
                                       .closedFormError = kIpuClosedFormError};

} // namespace shardscope::planner
