// SPDX-License-Identifier: GPL-3.0-or-later
// What costs time in a run, each kind found by one function of the ranks' times.
#pragma once

#include "profiler/analyze/overview/overview.h"
#include "profiler/analyze/time/rank_time.h"

#include <span>

namespace shardscope::profiler {

struct CostInput {
    const AnalysisInput& input;
    const AnalysisOptions& options;
    std::span<const RankTime> ranks;
    double stepSeconds = 0; ///< mean over the ranks
};
using CostFindings = std::vector<CostFinding>;

/// %1 and %2 of every sentence: the time a step, and its share of the step.
[[nodiscard]] CostFinding costFinding(const CostInput& cost, std::string kind, double secondsPerStep,
                                      Confidence confidence, std::vector<std::string> more = {});
/// A span of \p rank without a slice.
[[nodiscard]] Evidence evidenceOf(const CostInput& cost, const RankTime& rank, const core::Interval& time);
[[nodiscard]] Evidence evidenceOf(const AnalysisInput& input, std::uint32_t row);

/// How many spans show a finding.
inline constexpr std::size_t kEvidence = 5;
/// The longest of them, longest first.
void longestFirst(std::vector<Evidence>& evidence);
/// Mean over all ranks of what some of them spend.
[[nodiscard]] double meanOver(const CostInput& cost, double sum);

// Errors of all: Cancelled.
/// The devices' idle time, by what held the next work back.
[[nodiscard]] core::Result<CostFindings> idleCosts(const CostInput& cost, const core::Task& task);
/// Communication and copies while nothing computes.
[[nodiscard]] core::Result<CostFindings> exposedCosts(const CostInput& cost, const core::Task& task);
/// Chains of element-wise kernels that one kernel could do.
[[nodiscard]] core::Result<CostFindings> unfusedCosts(const CostInput& cost, const core::Task& task);
/// Operations far from what the device named by the options could do; none where none is named.
[[nodiscard]] core::Result<CostFindings> slowKernelCosts(const CostInput& cost, const core::Task& task);
/// Steps that take longer than the others.
[[nodiscard]] core::Result<CostFindings> slowStepCosts(const CostInput& cost, const core::Task& task);
/// Ranks that the others wait for, and pipelines that run empty.
[[nodiscard]] core::Result<CostFindings> rankCosts(const CostInput& cost, const core::Task& task);

/// What never ended, as the flight recorders of a hung job tell it.
[[nodiscard]] core::Result<CostFindings> hangCosts(const CostInput& cost, const core::Task& task);

} // namespace shardscope::profiler
