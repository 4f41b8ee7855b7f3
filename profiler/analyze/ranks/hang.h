// SPDX-License-Identifier: GPL-3.0-or-later
// Where a job hung, told by the flight recorders of its ranks: which collective of which group did not end,
// who called something else there or did not come, and who of those waits nowhere else.
#pragma once

#include "profiler/analyze/ranks/recorded_calls.h"

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
    /// Calls that differ in kind or, where all must send alike, in elements or their type: these wait, too,
    /// where they are not done.
    std::vector<std::uint32_t> other;
    std::vector<std::int32_t> missing; ///< ranks of the group with a dump that never issued it
    std::vector<std::int32_t> unknown; ///< ranks of the group without a dump
    std::vector<std::int32_t> wentOn;  ///< ranks that issued later collectives of the group
};

struct Hang {
    std::vector<StuckCollective> stuck; ///< who began to wait first comes first
    /// Ranks that somebody waits for and that wait in no collective themselves: where to look. Ascending.
    std::vector<std::int32_t> culprits;
    /// Ranks that wait for each other in different groups, in the order in which each waits for the next;
    /// empty: none.
    std::vector<std::int32_t> circle;
};

/// What a hang comes down to: told by the analysis and by the overview in the same words.
struct HangVerdict {
    /// "mismatch": ranks did not call alike, "ahead": they left collectives out or called more of them,
    /// "culprit": ranks did not come and wait nowhere, "gone": no dump tells of ranks, "circle": groups are
    /// used in different orders, "left_behind": some went on and others wait, "transport": all came and
    /// nobody went on.
    std::string key;
    /// Ranks, collective, its number, its group; of "mismatch" and "ahead" also what they called, what the
    /// others called, and the others.
    std::vector<std::string> args;
    std::size_t stuck = 0;               ///< of Hang::stuck
    std::vector<std::uint32_t> evidence; ///< calls
};

/// "0, 2, 5", the first eight of many.
[[nodiscard]] std::string ranksText(const std::vector<std::int32_t>& ranks);
/// The ranks of these calls, ascending.
[[nodiscard]] std::vector<std::int32_t> ranksOfCalls(const Collectives& collectives,
                                                     const std::vector<std::uint32_t>& calls);

/// \p calls: recordedCalls.
[[nodiscard]] Hang findHang(const AnalysisInput& input, const Collectives& collectives,
                            const std::vector<RecordedCall>& calls);
/// \p hang has something stuck.
[[nodiscard]] HangVerdict hangVerdict(const Collectives& collectives, const std::vector<RecordedCall>& calls,
                                      const Hang& hang);

} // namespace shardscope::profiler
