// SPDX-License-Identifier: GPL-3.0-or-later
// Graphcore PopART and PopXL: a graph that is compiled for IPUs.
#include "core/base/text_mark.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {
namespace popart {
namespace {

constexpr Abilities abilities()
{
    Abilities can;
    can.axes.what = kAllButSecond;
    can.axes.what.add(Axis::TensorSecond); // PopXL (Graphcore examples, GPT-3 175B)
    can.shards.what = {Shards::Any};       // replicated tensor sharding by tensor
    can.schedules.what = kEverySchedule;
    can.schedules.what.add(core::Schedule::Phased);         // Graphcore PopXL examples, GPT-3 175B
    can.offloads.what = {Offload::Any};                     // tensor locations, on chip or off
    can.cuts = {Cut::UnevenStages,                          // each layer is put on its IPU
                Cut::SomeRecompute, Cut::RecomputeByStage}; // recomputation by operation
    can.adapters = false;
    return can;
}

} // namespace
} // namespace popart

constinit const FrameworkFacts kPopArt{
    .which = core::Framework::PopArt,
    .title = "PopART",
    .can = popart::abilities(),
    .defaults = {.source = "Graphcore examples, PopART"},
    .habits = {.layers = LayerCode::Graph,
               .tape = TracedAs::PopArt,
               .masksFromSeed = true, // willow/src/transforms/randomsetup.cpp
               .stashesInCycles = true,
               .loadsPhases = true,
               .sends = Sends::InTurn, // supersteps: compute, then exchange
               .inside = Transport::Ipu,
               .between = Transport::Ipu}};

} // namespace shardscope::planner
