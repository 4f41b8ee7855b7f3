// SPDX-License-Identifier: GPL-3.0-or-later
// Which tracks and counters stand together, in which order, and what words a filter may find in them.
#pragma once

#include "app/desktop/timeline/track_layout.h"

#include <string>
#include <vector>

namespace shardscope::app {

struct TrackGroup {
    GroupRow row;
    std::vector<std::uint32_t>
        tracks; ///< a rank's accelerators first, else in the order that the file asks for
    std::vector<std::uint32_t> counters; ///< in the order of the timeline
};

/// Tracks without slices are left out. A counter goes to the process it belongs to; where another grouping
/// has no place for it, to a group of its own. Groups of each of several jobs stand together; what was
/// drawn out of other rows stands last of its process.
[[nodiscard]] std::vector<TrackGroup> groupTracks(const core::Timeline& timeline, Grouping grouping,
                                                  const RunPlaces& places = {});
/// The track that stands for \p tracks when they are folded: of an accelerator before a host's, then the one
/// with most slices in its outermost lane, then the first.
[[nodiscard]] std::uint32_t standIn(const core::Timeline& timeline, const std::vector<std::uint32_t>& tracks);

/// What a filter looks at: "rank 3 GPU 0 stream 7".
[[nodiscard]] std::string trackWords(const core::Timeline& timeline, std::uint32_t track);
[[nodiscard]] std::string counterWords(const core::Timeline& timeline, std::uint32_t counter);
/// Whether \p words holds every blank-separated word of \p filter, without regard to the case of ASCII
/// letters.
[[nodiscard]] bool passes(const std::string& words, const std::string& filter);

} // namespace shardscope::app
