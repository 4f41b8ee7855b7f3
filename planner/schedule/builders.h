// SPDX-License-Identifier: GPL-3.0-or-later
// The builders of the orders, one a family. Each is called with what checkedRequest has let through. Those
// that take a task give nothing, or a part, once it is cancelled: pipelineOrder() throws that away.
#pragma once

#include "planner/schedule/schedules.h"

#include <algorithm>

namespace shardscope::planner {

/// How a rank runs what follows its warm-up of forwards.
struct SteadyState {
    std::int64_t warmUp = 0; ///< forwards first; never more than there are
    bool split = false;      ///< gradients apart: of the weights when `weightDelay` more inputs' are done
    std::int64_t weightDelay = 0;
    bool overlapped = false; ///< a forward and a backward are one pair
};
struct Step {
    std::int32_t stage = 0;
    std::int32_t microBatch = 0;
};
/// Warm-up, one forward and one backward in turn, the backwards that are left, the weight gradients that are
/// left.
[[nodiscard]] std::vector<Action> alternating(const std::vector<Step>& forwards,
                                              const std::vector<Step>& backwards, const SteadyState& state);

/// What a heuristic has put in order, rank by rank.
template <class Ranks>
[[nodiscard]] std::vector<std::vector<Action>> takeOrders(Ranks& ranks)
{
    std::vector<std::vector<Action>> orders;
    for (auto& rank : ranks)
        orders.push_back(std::move(rank.order));
    return orders;
}

/// The most that any of \p ranks stood idle.
template <class Ranks>
[[nodiscard]] double largestBubble(const Ranks& ranks)
{
    double largest = 0;
    for (const auto& rank : ranks)
        largest = std::max(largest, rank.bubble);
    return largest;
}

/// stageRank of \p chunks rounds of \p pipeline ranks, looped (0 1 0 1) or as a V (0 1 1 0).
[[nodiscard]] std::vector<std::int32_t> loopedStages(std::int64_t pipeline, std::int64_t chunks);
[[nodiscard]] std::vector<std::int32_t> foldedStages(std::int64_t pipeline);

[[nodiscard]] std::int64_t interleavedGroup(const ScheduleRequest& request);
[[nodiscard]] std::vector<std::vector<Action>> interleavedRanks(const ScheduleRequest& request,
                                                                const core::Task& task);
[[nodiscard]] std::vector<std::vector<Action>> zbvRanks(std::int64_t pipeline, std::int64_t microBatches,
                                                        const core::Task& task);
/// \p twoWays: DualPipe, whose two directions are two chains; else DualPipeV, whose one chain is folded.
[[nodiscard]] std::vector<std::vector<Action>> dualPipeRanks(std::int64_t pipeline, std::int64_t microBatches,
                                                             bool twoWays, const core::Task& task);
/// The zero-bubble authors' heuristic within the request's limit of micro-batches held until their weight
/// gradients, else within \p usual, of which each gradient frees a half; nothing where none fits.
[[nodiscard]] std::vector<std::vector<Action>> heuristicRanks(const ScheduleRequest& request,
                                                              std::int64_t usual, const core::Task& task);
[[nodiscard]] std::vector<std::vector<Action>> heuristicVRanks(const ScheduleRequest& request,
                                                               const core::Task& task);
/// V-Half and V-Min: a pattern that repeats, its warm-up and its end drawn together.
[[nodiscard]] std::vector<std::vector<Action>> controllableMemoryRanks(const ScheduleRequest& request,
                                                                       const core::Task& task);

} // namespace shardscope::planner
