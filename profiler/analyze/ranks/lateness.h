// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds the other ranks up: told by step and by majority, from the work that each rank does and from who
// comes last to collectives; the warm-up is told apart, and ranks that are not in the run are not forgotten.
#pragma once

#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/time/rank_time.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace shardscope::profiler {

/// A rank that stands out in \c agreeing of \c steps counted steps, or several that do so together (a node
/// whose devices are throttled), always fewer than half of all.
struct Standout {
    std::size_t part = 0;           ///< into AnalysisInput::ranks(); of several the one that stands out most
    std::vector<std::size_t> alike; ///< the others, ascending
    std::size_t agreeing = 0;
    std::size_t steps = 0;
    double factor = 1;                ///< of work: of the median of the others, over all counted steps
    std::int64_t waitedFor = 0;       ///< of lateness: sum of the others' waits in the counted steps
    std::int64_t waited = 0;          ///< of lateness: all waits in the counted steps
    std::vector<std::uint32_t> worst; ///< rows of its calls that were waited for longest
    /// When others waited for it in collectives, in the counted steps, by part.
    std::map<std::size_t, core::IntervalSet> waits;

    [[nodiscard]] bool always() const { return agreeing == steps; }
    [[nodiscard]] bool holds(std::size_t one) const
    {
        return one == part || std::ranges::find(alike, one) != alike.end();
    }
};

struct Lateness {
    std::optional<Standout> work; ///< computes longer than the others
    std::optional<Standout> late; ///< comes last to collectives
    std::size_t steps = 0;        ///< counted; 1 where none were found
    std::size_t warmUp = 0;       ///< steps at the beginning whose waits are no measure of the others
    std::int64_t warmUpWaits = 0;
    std::vector<std::int32_t> absent; ///< ranks of the world that are not in the run
    /// Waits in collectives that somebody absent came last to.
    std::int64_t waitedForAbsent = 0;
    std::map<std::size_t, core::IntervalSet> waitsForAbsent; ///< by part
    std::vector<std::uint32_t> absentCalls;                  ///< rows that show it, longest first
};

/// What the longest of \p slow computes a step longer than the longest of the others, seconds.
[[nodiscard]] double longerThanOthers(std::span<const RankTime> times, const Standout& slow);
/// What a step would be shorter by if \p slow computed no longer than the longest of the others, seconds:
/// that much, as far as it shows. All end together: while one still computes, the others communicate and
/// nothing else.
[[nodiscard]] double lostToWork(std::span<const RankTime> times, const Standout& slow);

/// Ranks of the world that the files name and that none of them holds.
[[nodiscard]] std::vector<std::int32_t> absentRanks(const AnalysisInput& input);

/// \p times: of all ranks.
[[nodiscard]] Lateness latenessOf(const AnalysisInput& input, const RankInput& ranks,
                                  std::span<const RankTime> times);

} // namespace shardscope::profiler
