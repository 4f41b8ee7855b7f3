// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's table functions about how slices lie to each other: what is around one and in one, what arrows lead
// to and come from, and where a track has none.
#pragma once

#include "profiler/sql/tables/function_tables.h"

namespace shardscope::profiler::sql {

/// ancestor_slice(of): the slices around one, innermost first;
/// descendant_slice(of): the slices and instants in one, at any depth, by id;
/// following_flow(of), preceding_flow(of): slices that arrows lead to from one, or from which they lead to
/// it, over any number of arrows, the nearest first; gap(track, longer_than): times within a track's first
/// and last slice that none covers.
[[nodiscard]] std::span<const TableFunction> relationFunctions();

} // namespace shardscope::profiler::sql
