// SPDX-License-Identifier: GPL-3.0-or-later
// From a request to an order: what each schedule may be asked, and which builder makes it. Sources of the
// orders: GPipe arXiv:1811.06965; 1F1B and interleaved Megatron-LM (megatron/core/pipeline_parallel/
// schedules.py, get_schedule_table, get_pp_rank_microbatches; arXiv:2104.04473); breadth-first
// arXiv:2211.05953 and PyTorch's ScheduleLoopedBFS; interleaved zero bubble, ZBV and DualPipeV PyTorch
// (torch/distributed/ pipelining/schedules.py); ZB-H1 and ZB-H2 arXiv:2401.10241, figure 3; ZB-1p, ZB-2p and
// the heuristic ZB-V sail-sg/zero-bubble-pipeline-parallelism (scheduler/zb.py, zbv.py); V-Half and V-Min the
// same (zbv_greedy.py, arXiv:2405.15362); DualPipe deepseek-ai/DualPipe (dualpipe.py, steps 1 to 8);
// overlapped pairs Victarry/PP-Schedule-Visualization.
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "planner/schedule/builders.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

constexpr std::int64_t kMostRanks = 4096;
constexpr std::int64_t kMostMicroBatches = 1 << 16;
constexpr std::int64_t kMostActions = 1 << 24;

core::Error outOfRange(const char* option, std::int64_t value, std::int64_t low, std::int64_t high)
{
    return core::outOfRange(value, low, high).in(option);
}

const ScheduleName& entryOf(ScheduleKind kind) { return scheduleNames()[static_cast<std::size_t>(kind)]; }

bool folded(ScheduleKind kind)
{
    using enum ScheduleKind;
    return kind == Zbv || kind == ZbvHeuristic || kind == VHalf || kind == VMin || kind == DualPipeV;
}

/// Chunks of a rank that a schedule is made for, where that is not the caller's choice.
std::int64_t fixedChunks(ScheduleKind kind) { return folded(kind) ? 2 : 1; }

core::Result<ScheduleRequest> checkedRequest(ScheduleRequest request)
{
    const ScheduleName& entry = entryOf(request.kind);
    if (request.pipeline < 1 || request.pipeline > kMostRanks)
        return outOfRange("--pipeline", request.pipeline, 1, kMostRanks);
    if (request.microBatches < 1 || request.microBatches > kMostMicroBatches)
        return outOfRange("--micro-batches", request.microBatches, 1, kMostMicroBatches);
    const std::int64_t fixed = entry.virtualStages ? 0 : fixedChunks(request.kind);
    // Two directions make two stages of a rank: they may be counted as one chunk or as two.
    const bool two = request.kind == ScheduleKind::DualPipe && request.virtualStages == 2;
    if (fixed > 0 && request.virtualStages > 0 && request.virtualStages != fixed && !two)
        return outOfRange("--virtual-stages", request.virtualStages, fixed, fixed);
    if (request.virtualStages < 0 || request.virtualStages > 1024)
        return outOfRange("--virtual-stages", request.virtualStages, 1, 1024);
    if (request.virtualStages == 0 || two)
        request.virtualStages = fixed > 0 ? fixed : 2;
    const std::int64_t count = request.pipeline * request.microBatches * request.virtualStages * 3;
    if (count > kMostActions)
        return outOfRange("--micro-batches", request.microBatches, 1,
                          std::max<std::int64_t>(1, kMostActions / (count / request.microBatches)));
    if (request.groupSize < 0 || request.groupSize > request.microBatches + request.pipeline)
        return outOfRange("--group-size", request.groupSize, 1, request.microBatches);
    if (request.activationLimit < 0)
        return outOfRange("--activation-limit", request.activationLimit, 1, 2 * request.microBatches);
    return request;
}

core::Result<core::Done> checkDualPipe(const ScheduleRequest& request)
{
    const bool twoWays = request.kind == ScheduleKind::DualPipe;
    if (twoWays && request.pipeline % 2 != 0)
        return core::Error{core::ErrorCode::NotDivisible,
                           {core::phrase(W_("pipeline")), std::to_string(request.pipeline),
                            core::phrase(W_("DualPipe's two directions")), "2"},
                           {"--pipeline"}};
    if (twoWays && request.microBatches % 2 != 0)
        return core::Error{core::ErrorCode::NotDivisible,
                           {core::phrase(W_("micro-batches")), std::to_string(request.microBatches),
                            core::phrase(W_("DualPipe's two directions")), "2"},
                           {"--micro-batches"}};
    if (request.microBatches < 2 * request.pipeline)
        return outOfRange("--micro-batches", request.microBatches, 2 * request.pipeline, kMostMicroBatches);
    return core::Done{};
}

std::vector<std::vector<Action>> simpleRanks(const ScheduleRequest& request, const core::Task& task)
{
    const std::int64_t ranks = request.pipeline;
    std::vector<std::vector<Action>> out;
    for (std::int64_t rank = 0; rank < ranks && !task.cancelled(); ++rank) {
        std::vector<Step> steps;
        for (std::int64_t micro = 0; micro < request.microBatches; ++micro)
            steps.push_back({static_cast<std::int32_t>(rank), static_cast<std::int32_t>(micro)});
        const std::int64_t behind = ranks - rank - 1;
        SteadyState state;
        switch (request.kind) {
        case ScheduleKind::Gpipe: state.warmUp = request.microBatches; break;
        case ScheduleKind::ZbH1: state = {behind, true, rank, false}; break;
        // Twice the forwards of ZB-H1 before the first backward, and twice its delay of the weights: the
        // trapezoid becomes a parallelogram.
        case ScheduleKind::ZbH2: state = {2 * behind, true, 2 * rank, false}; break;
        case ScheduleKind::OneForwardOneBackwardOverlapped: state = {2 * behind + 1, false, 0, true}; break;
        default: state.warmUp = behind + request.extraWarmUp;
        }
        out.push_back(alternating(steps, steps, state));
    }
    return out;
}

std::vector<std::vector<Action>> breadthFirstRanks(const ScheduleRequest& request, const core::Task& task)
{
    std::vector<std::vector<Action>> out;
    for (std::int64_t rank = 0; rank < request.pipeline && !task.cancelled(); ++rank) {
        std::vector<Step> forwards;
        for (std::int64_t chunk = 0; chunk < request.virtualStages; ++chunk) {
            for (std::int64_t micro = 0; micro < request.microBatches; ++micro)
                forwards.push_back({static_cast<std::int32_t>(chunk * request.pipeline + rank),
                                    static_cast<std::int32_t>(micro)});
        }
        const std::vector<Step> backwards(forwards.rbegin(), forwards.rend());
        out.push_back(
            alternating(forwards, backwards, {static_cast<std::int64_t>(forwards.size()), false, 0, false}));
    }
    return out;
}

std::vector<std::vector<Action>> ranksOf(const ScheduleRequest& request, const core::Task& task)
{
    switch (request.kind) {
    case ScheduleKind::Gpipe:
    case ScheduleKind::OneForwardOneBackward:
    case ScheduleKind::OneForwardOneBackwardOverlapped:
    case ScheduleKind::ZbH1:
    case ScheduleKind::ZbH2: return simpleRanks(request, task);
    case ScheduleKind::BreadthFirst: return breadthFirstRanks(request, task);
    case ScheduleKind::Interleaved:
    case ScheduleKind::InterleavedOverlapped:
    case ScheduleKind::InterleavedZeroBubble: return interleavedRanks(request, task);
    case ScheduleKind::Zb1p:
    case ScheduleKind::Zb2p: {
        const std::int64_t usual = request.pipeline * (request.kind == ScheduleKind::Zb2p ? 2 : 1);
        return heuristicRanks(request, usual, task);
    }
    case ScheduleKind::Zbv: return zbvRanks(request.pipeline, request.microBatches, task);
    case ScheduleKind::ZbvHeuristic: return heuristicVRanks(request, task);
    case ScheduleKind::VHalf:
    case ScheduleKind::VMin: return controllableMemoryRanks(request, task);
    case ScheduleKind::DualPipe: return dualPipeRanks(request.pipeline, request.microBatches, true, task);
    case ScheduleKind::DualPipeV: return dualPipeRanks(request.pipeline, request.microBatches, false, task);
    }
    return {};
}

} // namespace

std::vector<std::int32_t> loopedStages(std::int64_t pipeline, std::int64_t chunks)
{
    std::vector<std::int32_t> ranks;
    for (std::int64_t stage = 0; stage < pipeline * chunks; ++stage)
        ranks.push_back(static_cast<std::int32_t>(stage % pipeline));
    return ranks;
}

std::vector<std::int32_t> foldedStages(std::int64_t pipeline)
{
    std::vector<std::int32_t> ranks = loopedStages(pipeline, 1);
    const std::vector<std::int32_t> back(ranks.rbegin(), ranks.rend());
    ranks.insert(ranks.end(), back.begin(), back.end());
    return ranks;
}

core::Result<PipelineOrder> pipelineOrder(const ScheduleRequest& asked, const core::Task& task)
{
    SHARDSCOPE_TRY(const ScheduleRequest request, checkedRequest(asked));
    const bool twoWays = request.kind == ScheduleKind::DualPipe;
    if (twoWays || request.kind == ScheduleKind::DualPipeV)
        SHARDSCOPE_TRY_DONE(checkDualPipe(request));
    PipelineOrder order;
    order.name = nameOf(request.kind);
    order.microBatches = static_cast<std::int32_t>(twoWays ? request.microBatches / 2 : request.microBatches);
    order.stageRank = folded(request.kind) || twoWays ? foldedStages(request.pipeline)
                                                      : loopedStages(request.pipeline, request.virtualStages);
    order.stages = static_cast<std::int32_t>(order.stageRank.size());
    order.chain = twoWays ? static_cast<std::int32_t>(request.pipeline) : order.stages;
    order.ranks = ranksOf(request, task);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    if (order.ranks.empty())
        return core::inconsistent(W_("no order of %1 holds so few micro-batches"), {order.name})
            .in("--activation-limit");
    return order;
}

} // namespace shardscope::planner
