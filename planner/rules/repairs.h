// SPDX-License-Identifier: GPL-3.0-or-later
// What a framework has in the place of what it lacks.
#pragma once

#include "planner/framework/framework.h"

namespace shardscope::planner {

/// Whether what \p plan shares out over its replicas is a way that \p facts know.
[[nodiscard]] bool sharesAsItCan(const core::Plan& plan, const FrameworkFacts& facts);
/// How the state lives elsewhere, in every way that it can be read.
[[nodiscard]] Set<Offload> movedAs(const core::Residency& residency);

/// Drops axes that the framework has not: their devices become replicas, with the global batch if they divide
/// it, else with as many samples each.
void useItsAxes(core::Plan& plan, const FrameworkFacts& facts);
/// Makes the order one forward, one backward, or one that the framework has.
void useItsSchedule(core::Plan& plan, const FrameworkFacts& facts);
/// The nearest stage that shards no less than the plan does, else the one that shards most.
void shardAsItCan(core::Plan& plan, const FrameworkFacts& facts);
/// Moves whatever must move together; if that cannot be, moves nothing.
void moveAsItCan(core::Plan& plan, const FrameworkFacts& facts);

} // namespace shardscope::planner
