// SPDX-License-Identifier: GPL-3.0-or-later
// What makes an attempt at a placement better.
#pragma once

#include "planner/recommender/placement/placement_attempt.h"

#include <vector>

namespace shardscope::planner {

/// Makes room for shards that a choice by time left without any: their tables take the option that \p roomy
/// has for them, then those of the tables that still find none, until all do: \p roomy itself at the latest.
[[nodiscard]] PlacementAttempt makeRoom(const PlacementTrial& trial, std::vector<std::size_t> roomy,
                                        PlacementAttempt attempt);

/// Tries mixes of options for tables of equal copies, all copies at once: moving one at a time never frees
/// the room that another arrangement needs.
void mixCopies(const PlacementTrial& trial, PlacementAttempt& best);

/// Gives a table of the slowest device another option while that helps. Choosing options table by table knows
/// no rounding (15 tables on 14 nodes); this does. The number of trials shrinks with the size of the problem,
/// where rounding hurts less.
void refineOptions(const PlacementTrial& trial, bool tight, PlacementAttempt& best);

} // namespace shardscope::planner
