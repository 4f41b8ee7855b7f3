// SPDX-License-Identifier: GPL-3.0-or-later
// What a graph that is compiled for IPUs can and does, whichever of Graphcore's programs describes it: PopXL
// builds PopART's intermediate representation, which PopART's transforms then go through.
#pragma once

#include "core/base/text_mark.h"
#include "planner/framework/framework.h"

namespace shardscope::planner {

constexpr Abilities ipuAbilities()
{
    Abilities can;
    can.axes.what = kAllButSecond;
    can.shards.what = {Shards::Any}; // replicated tensor sharding by tensor
    can.schedules.what = kEverySchedule;
    // popart/willow/include/popart/sessionoptions.hpp, ExecutionPhaseSettings; popxl-addons,
    // docs/phased_execution.md
    can.schedules.what.add(core::Schedule::Phased);
    can.offloads.what = {Offload::Any};                     // tensor locations, on chip or off
    can.cuts = {Cut::UnevenStages,                          // each layer is put on its IPU
                Cut::SomeRecompute, Cut::RecomputeByStage}; // recomputation by operation
    can.adapters = false;
    return can;
}

inline constexpr Habits kIpuHabits{.layers = LayerCode::Graph,
                                   .tape = TracedAs::PopArt,
                                   .masksFromSeed = true, // willow/src/transforms/randomsetup.cpp
                                   .stashesInCycles = true,
                                   .loadsPhases = true,
                                   .sends = Sends::InTurn, // supersteps: compute, then exchange
                                   .inside = Transport::Ipu,
                                   .between = Transport::Ipu};

inline constexpr double kIpuClosedFormError = 0.146;

} // namespace shardscope::planner
