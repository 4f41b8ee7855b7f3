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

bool folded(ScheduleKind kind)
{
    const std::optional<core::Schedule> plan = entryOf(kind).plan;
    return kind == ScheduleKind::ZbvHeuristic || (plan && core::foldsPipeline(*plan));
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

using Ranks = std::vector<std::vector<Action>>;

/// One stage a rank; stateOf(rank, ranks behind it) says how it runs.
template <class StateOf>
Ranks simpleRanks(const ScheduleRequest& request, const core::Task& task, StateOf stateOf)
{
    Ranks out;
    for (std::int64_t rank = 0; rank < request.pipeline && !task.cancelled(); ++rank) {
        std::vector<Step> steps;
        for (std::int64_t micro = 0; micro < request.microBatches; ++micro)
            steps.push_back({static_cast<std::int32_t>(rank), static_cast<std::int32_t>(micro)});
        out.push_back(alternating(steps, steps, stateOf(rank, request.pipeline - rank - 1)));
    }
    return out;
}
Ranks gpipeRanks(const ScheduleRequest& request, const core::Task& task)
{
    return simpleRanks(request, task, [&](std::int64_t /*rank*/, std::int64_t /*behind*/) {
        return SteadyState{request.microBatches, false, 0, false};
    });
}
Ranks oneByOneRanks(const ScheduleRequest& request, const core::Task& task)
{
    return simpleRanks(request, task, [&](std::int64_t /*rank*/, std::int64_t behind) {
        return SteadyState{behind + request.extraWarmUp, false, 0, false};
    });
}
Ranks overlappedRanks(const ScheduleRequest& request, const core::Task& task)
{
    return simpleRanks(request, task, [](std::int64_t /*rank*/, std::int64_t behind) {
        return SteadyState{2 * behind + 1, false, 0, true};
    });
}
/// ZB-H2 has twice the forwards of ZB-H1 before the first backward, and twice its delay of the weights: the
/// trapezoid becomes a parallelogram.
template <int Times>
Ranks delayedWeightRanks(const ScheduleRequest& request, const core::Task& task)
{
    return simpleRanks(request, task, [](std::int64_t rank, std::int64_t behind) {
        return SteadyState{Times * behind, true, Times * rank, false};
    });
}
/// The order in which ranks hold \p Times as many micro-batches as there are stages.
template <int Times>
Ranks limitedRanks(const ScheduleRequest& request, const core::Task& task)
{
    return heuristicRanks(request, Times * request.pipeline, task);
}
Ranks zbvOrder(const ScheduleRequest& request, const core::Task& task)
{
    return zbvRanks(request.pipeline, request.microBatches, task);
}
template <bool TwoWays>
Ranks dualPipeOrder(const ScheduleRequest& request, const core::Task& task)
{
    return dualPipeRanks(request.pipeline, request.microBatches, TwoWays, task);
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

constexpr const char* kZeroBubble = "the schedule's order, arXiv:2401.10241";
constexpr const char* kControllableMemory = "the schedule's order, arXiv:2405.15362";
constexpr const char* kDualPipe = "the schedule's order, deepseek-ai/DualPipe and PyTorch";

std::vector<ScheduleName> allSchedules()
{
    using enum ScheduleKind;
    using core::Schedule;
    // kind, name, title, who makes the order, the plans whose it is, the source of their figures
    std::vector<ScheduleName> all{
        {Gpipe, "gpipe", "GPipe", gpipeRanks, Schedule::Gpipe},
        {OneForwardOneBackward, "1f1b", "1F1B", oneByOneRanks, Schedule::OneForwardOneBackward},
        {Interleaved, "interleaved", "interleaved 1F1B", interleavedRanks, Schedule::Interleaved},
        {BreadthFirst, "breadth_first", "breadth-first", breadthFirstRanks},
        {InterleavedZeroBubble, "interleaved_zero_bubble", "interleaved zero bubble", interleavedRanks},
        {ZbH1, "zb_h1", "ZB-H1", delayedWeightRanks<1>, Schedule::ZeroBubble},
        {ZbH2, "zb_h2", "ZB-H2", delayedWeightRanks<2>, Schedule::ZbH2, kZeroBubble},
        {Zb1p, "zb1p", "ZB-1p", limitedRanks<1>, Schedule::Zb1p, kZeroBubble},
        {Zb2p, "zb2p", "ZB-2p", limitedRanks<2>, Schedule::Zb2p, kZeroBubble},
        {Zbv, "zbv", "ZB-V", zbvOrder, Schedule::Zbv, kZeroBubble},
        {ZbvHeuristic, "zbv_heuristic", "ZB-V (heuristic)", heuristicVRanks},
        {VHalf, "v_half", "V-Half", controllableMemoryRanks, Schedule::VHalf, kControllableMemory},
        {VMin, "v_min", "V-Min", controllableMemoryRanks, Schedule::VMin, kControllableMemory},
        {DualPipe, "dualpipe", "DualPipe", dualPipeOrder<true>},
        {DualPipeV, "dualpipev", "DualPipeV", dualPipeOrder<false>, Schedule::DualPipeV, kDualPipe},
        {OneForwardOneBackwardOverlapped, "1f1b_overlapped", "1F1B, overlapped pairs", overlappedRanks},
        {InterleavedOverlapped, "interleaved_overlapped", "interleaved, overlapped pairs", interleavedRanks}};
    for (ScheduleName& one : all) {
        one.groups = one.ranks == interleavedRanks;
        one.virtualStages = one.groups || one.kind == BreadthFirst;
        one.limits = one.kind == Zb1p || one.kind == Zb2p;
        one.warmsUp =
            one.kind == OneForwardOneBackward || one.kind == Interleaved || one.kind == InterleavedZeroBubble;
    }
    return all;
}

} // namespace

const std::vector<ScheduleName>& scheduleNames()
{
    static const std::vector<ScheduleName> all = allSchedules();
    return all;
}

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
    order.ranks = entryOf(request.kind).ranks(request, task);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    if (order.ranks.empty())
        return core::inconsistent(W_("no order of %1 holds so few micro-batches"), {order.name})
            .in("--activation-limit");
    return order;
}

} // namespace shardscope::planner
