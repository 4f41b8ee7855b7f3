// SPDX-License-Identifier: GPL-3.0-or-later
// Why tables do not fit.
#pragma once

#include "planner/recommender/placement/placement_attempt.h"
#include "planner/recommender/placement/roomy_choice.h"

namespace shardscope::planner {

/// What \p attempt, which does not fit, lacks, and what would help. \p least: what any placement needs.
[[nodiscard]] core::Violation shortage(const PlacementTrial& trial, const LeastMemory& least,
                                       const PlacementAttempt& attempt);

} // namespace shardscope::planner
