// SPDX-License-Identifier: GPL-3.0-or-later
// Which devices of two sides are each other's, where each is in the plan's mesh, and how that was told.
#pragma once

#include "app/session/compare/difference.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// "tensor,context,replica,pipeline", as ranks are numbered, the fastest axis first; axes that are left out
/// follow. Errors: UnknownName, Inconsistent where one comes twice.
[[nodiscard]] core::Result<std::vector<core::MeshAxis>> rankOrder(const std::string& text);

/// What somebody may say there of a recording beside a plan: every order of the axes that have several ranks.
/// Empty where one axis has or none, or neither side is a plan.
[[nodiscard]] std::vector<std::string> rankOrders(const SideDifference& difference);

/// The place in the plan's mesh of the devices of a pair; nothing where neither side has a mesh.
[[nodiscard]] profiler::RankPlace placeOfPair(const SideDifference& difference, std::size_t pair);
/// "t0 c1 e0 r3 p2", without axes of one rank; empty: not told.
[[nodiscard]] std::string placeText(const SideDifference& difference, const profiler::RankPlace& place);

/// Ranks of both, their place and how it was told; devices where they are numbered; steps.
[[nodiscard]] core::Table pairsTable(const SideDifference& difference);

} // namespace shardscope::app
