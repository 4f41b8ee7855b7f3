// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs the ends of arrows by id and finds the slices they belong to.
#pragma once

#include "core/base/page_vector.h"
#include "core/timeline/build/timeline_builder.h"

namespace shardscope::core {

/// An end of an arrow; track and category are numbered as in the timeline (a track that it has not: invalid).
struct FlowEnd {
    std::int64_t ts;
    std::uint64_t id;
    std::uint64_t args;
    NameId category;
    TrackId track;
    std::uint32_t source;
    FlowPhase phase;
    bool bindNext;
};

/// The arrows of \p ends: within (source, category, id), by time, each Begin or Step leads to the following
/// Steps and Ends. A lone Begin and End belong together even where clocks put the End first. Ordered by time.
[[nodiscard]] PageVector<Flow> bindFlows(const Timeline& timeline, PageVector<FlowEnd>&& ends,
                                         LayoutTally& tally);

} // namespace shardscope::core
