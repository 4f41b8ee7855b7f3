// SPDX-License-Identifier: GPL-3.0-or-later
// What costs time in a run, each kind found by one function of the ranks' times.
#pragma once

#include "profiler/analyze/overview/overview.h"
#include "profiler/analyze/time/rank_time.h"

#include <map>
#include <span>

namespace shardscope::profiler {

/// A share of a step: a finding below it is within what recording itself costs.
inline constexpr double kWorthSaying = 0.01;

struct CostInput {
    const AnalysisInput& input;
    const AnalysisOptions& options;
    std::span<const RankTime> ranks;
    double stepSeconds = 0; ///< that costs are shares of
    /// What is left of each part's idle time without the recorder (UnrecordedStep::idleKept); none: all.
    const std::map<std::size_t, std::vector<float>>& idleKept;
    /// When parts of a pipeline wait for their neighbours: told as its bubble, and as nothing else.
    const std::map<std::size_t, core::IntervalSet>& bubbles;

    /// What of \p set is not in the bubble of \p rank.
    [[nodiscard]] core::IntervalSet outsideBubble(const RankTime& rank, const core::IntervalSet& set) const;
};
/// The bubbles of \p ranks, by part; none where they are no pipeline. Errors: Cancelled.
[[nodiscard]] core::Result<std::map<std::size_t, core::IntervalSet>>
bubblesOf(const AnalysisInput& input, std::span<const RankTime> ranks, const AnalysisOptions& options,
          const core::Task& task);
using CostFindings = std::vector<CostFinding>;

/// \p more: %3 and following of its sentence. What comes before, the time a step and its share of the step,
/// follows once all findings are known.
[[nodiscard]] CostFinding costFinding(std::string kind, double secondsPerStep, Confidence confidence,
                                      std::vector<std::string> more = {});
/// A span of \p rank without a slice.
[[nodiscard]] Evidence evidenceOf(const CostInput& cost, const RankTime& rank, const core::Interval& time);
[[nodiscard]] Evidence evidenceOf(const AnalysisInput& input, std::uint32_t row);

/// How many spans show a finding.
inline constexpr std::size_t kEvidence = 5;
/// The longest of them, longest first.
void longestFirst(std::vector<Evidence>& evidence);
/// The longest of \p times, \p most ns in all.
[[nodiscard]] core::IntervalSet longestOf(core::IntervalSet times, std::int64_t most);
/// Mean over all ranks of what some of them spend.
[[nodiscard]] double meanOver(const CostInput& cost, double sum);

// Errors of all: Cancelled.
/// The devices' idle time, by what held the next work back.
[[nodiscard]] core::Result<CostFindings> idleCosts(const CostInput& cost, const core::Task& task);
/// Communication and copies while nothing computes.
[[nodiscard]] core::Result<CostFindings> exposedCosts(const CostInput& cost, const core::Task& task);
/// Operations that only move memory: chains that one kernel could do, and those far from what the device's
/// memory could do.
[[nodiscard]] core::Result<CostFindings> memoryBoundCosts(const CostInput& cost, const core::Task& task);
/// Operations far from what the device named by the options could do; none where none is named.
[[nodiscard]] core::Result<CostFindings> slowKernelCosts(const CostInput& cost, const core::Task& task);
/// Pipelines that run empty, and ranks that the others wait for; \p idle: what idleCosts gave.
[[nodiscard]] core::Result<CostFindings> rankCosts(const CostInput& cost, const CostFindings& idle,
                                                   const core::Task& task);
/// Copies far from what their link could do; none where no device is named.
[[nodiscard]] core::Result<CostFindings> slowCopyCosts(const CostInput& cost, const core::Task& task);
/// Collectives far from what their link could do, from when their last rank has come; none where no device is
/// named, or where a rank, its host or its bytes are not known.
[[nodiscard]] core::Result<CostFindings> slowCollectiveCosts(const CostInput& cost, const core::Task& task);

/// What never ended, as the flight recorders of a hung job tell it.
[[nodiscard]] core::Result<CostFindings> hangCosts(const CostInput& cost, const core::Task& task);
/// Memory that ran out, as snapshots of allocators tell it.
[[nodiscard]] core::Result<CostFindings> memoryCosts(const CostInput& cost, const core::Task& task);

} // namespace shardscope::profiler
