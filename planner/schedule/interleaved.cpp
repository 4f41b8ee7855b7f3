// SPDX-License-Identifier: GPL-3.0-or-later
// Interleaved 1F1B as Megatron-LM orders it (get_schedule_table, get_pp_rank_microbatches), and PyTorch's
// ScheduleInterleavedZeroBubble, which has half its warm-up and the gradients apart.
#include "planner/schedule/builders.h"

#include <algorithm>

namespace shardscope::planner {

std::int64_t interleavedGroup(const ScheduleRequest& request)
{
    // Megatron-LM takes a group of p micro-batches or more, and no rest smaller than p; PyTorch's rounds are
    // the smallest such group where it has one.
    const std::int64_t ranks = request.pipeline;
    const std::int64_t micros = request.microBatches;
    if (request.groupSize > 0)
        return request.groupSize;
    for (std::int64_t group = ranks; group < micros; ++group) {
        if (micros % group == 0 || micros % group >= ranks)
            return group;
    }
    return micros;
}

std::vector<std::vector<Action>> interleavedRanks(const ScheduleRequest& request, const core::Task& task)
{
    const std::int64_t ranks = request.pipeline;
    const std::int64_t chunks = request.virtualStages;
    const std::int64_t group = interleavedGroup(request);
    const bool zeroBubble = request.kind == ScheduleKind::InterleavedZeroBubble;
    const bool overlapped = request.kind == ScheduleKind::InterleavedOverlapped;
    std::vector<std::vector<Action>> out;
    for (std::int64_t rank = 0; rank < ranks && !task.cancelled(); ++rank) {
        std::vector<Step> forwards;
        std::vector<Step> backwards;
        for (std::int64_t begin = 0; begin < request.microBatches; begin += group) {
            const std::int64_t end = std::min(begin + group, request.microBatches);
            for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
                for (std::int64_t micro = begin; micro < end; ++micro) {
                    forwards.push_back(
                        {static_cast<std::int32_t>(chunk * ranks + rank), static_cast<std::int32_t>(micro)});
                    backwards.push_back({static_cast<std::int32_t>((chunks - 1 - chunk) * ranks + rank),
                                         static_cast<std::int32_t>(micro)});
                }
            }
        }
        const std::int64_t behind = ranks - rank - 1;
        SteadyState state;
        // Without chunks there is nothing to interleave: plain 1F1B's warm-up.
        const std::int64_t hops = zeroBubble || chunks == 1 ? 1 : 2;
        state.warmUp = (chunks - 1) * group + hops * behind + request.extraWarmUp;
        if (overlapped)
            state.warmUp = (chunks - 1) * group + 2 * behind + 1;
        state.split = zeroBubble;
        state.weightDelay = rank;
        state.overlapped = overlapped;
        out.push_back(alternating(forwards, backwards, state));
    }
    return out;
}

} // namespace shardscope::planner
