// SPDX-License-Identifier: GPL-3.0-or-later
// A pipeline's work, step by step and rank by rank, as annotations of micro-batches tell it or, where there
// are none, as the transfers between its stages do.
#pragma once

#include "core/timeline/intervals.h"
#include "profiler/analyze/input/analysis.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace shardscope::profiler {

/// What one rank did in a step.
struct StageTally {
    std::int64_t forward = 0;
    std::int64_t backward = 0;
    std::int64_t waiting = 0;         ///< for the neighbour's data, inside an action
    std::vector<core::Interval> work; ///< in any order; may overlap
    std::size_t stages = 0;           ///< of the model, on this rank; 0: unknown
    std::size_t microBatches = 0;     ///< 0: unknown
    bool split = true;                ///< whether forward and backward are known apart
};

/// One step of all ranks.
struct PipelineStep {
    std::map<std::size_t, StageTally> parts; ///< by index into AnalysisInput::ranks()
    std::int64_t begin = core::kMaxTime;
    std::int64_t end = -core::kMaxTime;
    std::size_t ranks = 0; ///< of one pipeline: there may be several replicas of it
};
/// The name tells which steps of different ranks are the same; empty: the file marks none.
using PipelineSteps = std::map<std::string, PipelineStep>;

/// The step that \p time lies in. Steps that the file does not mark may be the micro-batches themselves: only
/// marks and an optimizer's steps count.
[[nodiscard]] std::string pipelineStepName(const RankSteps& steps, std::int64_t time);

/// Tells steps by annotations of micro-batches, else by transfers. Errors: Cancelled.
[[nodiscard]] core::Result<PipelineSteps> pipelineSteps(const AnalysisInput& input,
                                                        const AnalysisOptions& options,
                                                        const core::Task& task, bool* named = nullptr);
/// When the rank neither runs forward nor backward, between the first and the last on any rank.
[[nodiscard]] core::IntervalSet bubbleOf(const PipelineStep& step, const StageTally& tally);

/// Tells a pipeline by its transfers: what each rank computes, and that it waits while it computes nothing
/// and a receive is under way. None if the transfers are no pipeline's: its first stages begin with a send,
/// all others with a receive. Errors: Cancelled.
[[nodiscard]] core::Result<PipelineSteps>
pipelineByTransfers(const AnalysisInput& input, const AnalysisOptions& options, const core::Task& task);

} // namespace shardscope::profiler
