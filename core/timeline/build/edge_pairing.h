// SPDX-License-Identifier: GPL-3.0-or-later
// Makes slices of begin and end events: sorted by time first, since files hold them in any order.
#pragma once

#include "core/base/page_vector.h"
#include "core/timeline/build/timeline_builder.h"

#include <vector>

namespace shardscope::core {

/// A begin or an end as it was read.
struct EdgeRow {
    std::int64_t ts;
    std::uint64_t pairId;
    std::uint64_t args;
    NameId name;
    NameId category;
    TrackId track;
    bool begin;
};

struct PairedEdges {
    PageVector<SliceRow> slices;     ///< by end
    PageVector<SliceRow> unfinished; ///< begins without end: their duration is 0 and still to be set
};

/// Pairs within (track, pairId), by ts and then input order. An end with a name takes the innermost open
/// begin of that name, one without takes the innermost; an end that finds none is dropped and noted in \p
/// tally.
[[nodiscard]] PairedEdges pairEdges(const std::vector<EdgeRow>& edges, LayoutTally& tally);

} // namespace shardscope::core
