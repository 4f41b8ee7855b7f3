// SPDX-License-Identifier: GPL-3.0-or-later
// Memory and traffic of two sides beside each other: by owner and over time, by group and kind.
#pragma once

#include "app/session/compare/difference.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// One owner at both peaks. A side that does not tell of it has none.
struct OwnerDifference {
    core::Purpose owner = core::Purpose::Weights;
    std::vector<core::Purpose> with; ///< a plan's, that a recording does not tell apart from it
    std::optional<double> a;         ///< bytes
    std::optional<double> b;
};
/// The owners of which either side holds something, in the order of core::Purpose.
[[nodiscard]] std::vector<OwnerDifference> ownerDifferences(const SideDifference& difference);
/// How the owners of a side are told: a name of profiler::OwnersFrom.
[[nodiscard]] std::string ownersFrom(const DifferenceSide& side);

/// What one rank sends in one step, on both sides.
struct TrafficDifference {
    profiler::GroupAxis axis = profiler::GroupAxis::Unknown;
    std::string kind;
    std::int64_t ranks = 0; ///< of the group; 0: nobody tells
    std::optional<double> aMessages;
    std::optional<double> bMessages;
    std::optional<double> aBytes;
    std::optional<double> bBytes;
};
/// Most bytes first.
[[nodiscard]] std::vector<TrafficDifference> trafficDifferences(const SideDifference& difference);
/// All bytes of both; none: a side tells of none.
[[nodiscard]] std::optional<std::pair<double, double>> trafficBytes(const SideDifference& difference);
/// What a plan puts on the wire, with messages where its simulation \p laid them out one by one.
[[nodiscard]] std::vector<profiler::TrafficSum> plannedTraffic(const core::Evaluation& evaluation,
                                                               const std::vector<profiler::TrafficSum>& laid);

[[nodiscard]] core::Table memoryTable(const SideDifference& difference);
/// The most in each twentieth of the step (of what was recorded, where no step is known).
[[nodiscard]] core::Table memoryOverTimeTable(const SideDifference& difference);
[[nodiscard]] core::Table trafficTable(const SideDifference& difference);
/// What each side holds over time, on one axis: seconds since the step's begin.
[[nodiscard]] std::vector<core::Series> memorySeries(const SideDifference& difference);

} // namespace shardscope::app
