// SPDX-License-Identifier: GPL-3.0-or-later
// Graphcore PopXL with popxl-addons: a program that says itself which tensors are sharded over replicas, wait
// in remote buffers and are reduced over which group.
#include "planner/framework/ipu_programs.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {
namespace popxl {
namespace {

constexpr Abilities abilities()
{
    Abilities can = ipuAbilities();
    // graphcore/examples, nlp/gpt3_175B/popxl/modelling, TP2D
    can.axes.what.add(Axis::TensorSecond);
    return can;
}

} // namespace
} // namespace popxl

constinit const FrameworkFacts kPopXl{
    .which = core::Framework::PopXl,
    .title = "PopXL",
    .family = Family::Ipu,
    .can = popxl::abilities(),
    .defaults = {.source = "graphcore/examples, nlp/gpt3_175B/popxl; graphcore/popxl-addons, transforms"},
    .habits = kIpuHabits,
    .closedFormError = kIpuClosedFormError};

} // namespace shardscope::planner
