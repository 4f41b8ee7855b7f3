// SPDX-License-Identifier: GPL-3.0-or-later
// Where a job hung, told by the flight recorders of its ranks: which collective of which group did not end,
// who did not come to it, and who of those waits nowhere else.
#pragma once

#include "profiler/analyze/input/rank_input.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::profiler {

/// The first collective of a group that some rank began and did not complete.
struct StuckCollective {
    std::uint32_t group = 0; ///< of Collectives::groups
    std::int64_t sequence = 0;
    CollectiveKind kind = CollectiveKind::Other; ///< what most of those who came called
    std::vector<std::uint32_t> waiting;          ///< calls of those who came and are not done; by rank
    std::vector<std::uint32_t> done;             ///< calls of those whose device completed it
    std::vector<std::uint32_t> other;  ///< calls that differ in kind or, where all must send alike, in bytes
    std::vector<std::int32_t> missing; ///< ranks of the group with a dump that never issued it
    std::vector<std::int32_t> unknown; ///< ranks of the group without a dump
};

struct Hang {
    std::vector<StuckCollective> stuck; ///< who began to wait first comes first
    /// Ranks that somebody waits for and that wait in no collective themselves: where to look. Ascending.
    std::vector<std::int32_t> culprits;
    /// Ranks that wait for each other in different groups, in the order in which each waits for the next;
    /// empty: none.
    std::vector<std::int32_t> circle;
};

/// "0, 2, 5", the first eight of many.
[[nodiscard]] std::string ranksText(const std::vector<std::int32_t>& ranks);

/// One call's state, as the recorder wrote it: "scheduled", "started", "completed", "".
[[nodiscard]] std::vector<std::string> callStates(const AnalysisInput& input, const Collectives& collectives,
                                                  const core::Task& task);

/// \p states of each call.
[[nodiscard]] Hang findHang(const AnalysisInput& input, const Collectives& collectives,
                            const std::vector<std::string>& states);

} // namespace shardscope::profiler
