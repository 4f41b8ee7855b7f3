// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs the ends of arrows by id and finds the slices they belong to.
#pragma once

#include "core/timeline/timeline_builder.h"

#include <span>
#include <vector>

namespace shardscope::core {

/// The arrows of \p ends: within (source, category, id), by time, each Begin or Step leads to the following
/// Steps and Ends. A lone Begin and End belong together even where clocks put the End first. \p sources: the
/// source of each end; tracks and categories are numbered as in \p timeline (a track that it has not:
/// invalid). Ordered by time.
[[nodiscard]] std::vector<Flow> bindFlows(const Timeline& timeline, std::span<const std::uint32_t> sources,
                                          const std::vector<FlowRow>& ends, LayoutTally& tally);

} // namespace shardscope::core
