// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that run whole layers again in backward, or nothing. Those that take parts of a layer (Megatron
// Core's modules, user code around fully_shard, remat policies, IPUs' graphs) have no such rule.
#pragma once

#include "core/base/text_mark.h"
#include "planner/framework/framework.h"

namespace shardscope::planner {

/// Whether some parts of a layer run again and the others are kept.
[[nodiscard]] constexpr bool recomputesParts(const core::Plan& plan)
{
    return plan.recompute != core::Recompute::None && plan.recompute != core::Recompute::Full;
}

inline constexpr Rule kWholeLayersAgain{
    .where = "/recompute",
    .reads = {Key::Recompute},
    .asks = [](const core::Plan& plan) { return recomputesParts(plan); },
    .may = [](const core::Plan& plan, const FrameworkFacts&) { return !recomputesParts(plan); },
    .sentence = [](const FrameworkFacts&) { return W_("%1 recomputes whole layers or nothing"); },
    .repair = [](core::Plan& plan, const FrameworkFacts&) { plan.recompute = core::Recompute::Full; }};

/// The rules of programs that have no other rule of their own.
inline constexpr Rule kWholeLayersRules[]{kWholeLayersAgain};

} // namespace shardscope::planner
