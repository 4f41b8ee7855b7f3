// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule of a recorded pipeline: in which order its ranks run forward and backward, held against the
// orders that plans can have.
#include "app/session/guess/guessed_models.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "core/plan/plan_names.h"
#include "planner/simulate.h"
#include "profiler/analyze/ranks/pipeline_actions.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace shardscope::app {
namespace {

using core::Value;
using planner::ActionKind;
using profiler::Confidence;
using profiler::PipelineAction;
using profiler::PipelineWork;

constexpr const char* kSchedule = "schedule";

/// A rank's step: what it does in order. Without names the lengths of its runs of forward passes.
using Passes = std::vector<PipelineAction>;
using Runs = std::vector<std::int64_t>;

struct Recorded {
    std::vector<Passes> named; ///< by rank; empty: no annotation names passes
    std::vector<Runs> runs;    ///< by rank, else
    std::int64_t chunks = 1;   ///< stages of a rank
    std::int64_t microBatches = 1;
    bool stages = false; ///< the names tell them
    bool apart = false;  ///< gradients of weights are passes of their own
};

PipelineWork workOf(ActionKind kind)
{
    switch (kind) {
    case ActionKind::InputGradient: return PipelineWork::InputGradient;
    case ActionKind::WeightGradient: return PipelineWork::WeightGradient;
    case ActionKind::Backward: return PipelineWork::Backward;
    default: return PipelineWork::Forward;
    }
}

/// A rank's order as a recording would name it.
Passes passesOf(const std::vector<planner::Action>& order, bool stages)
{
    Passes passes;
    const auto add = [&](PipelineWork work, std::int32_t stage, std::int32_t microBatch) {
        passes.push_back({work, false, stages ? stage : std::int64_t{-1}, microBatch});
    };
    for (const planner::Action& action : order) {
        add(workOf(action.kind), action.stage, action.microBatch);
        if (action.kind == ActionKind::Overlapped)
            add(PipelineWork::Backward, action.backwardStage, action.backwardMicroBatch);
    }
    return passes;
}

Runs runsOf(const Passes& passes)
{
    Runs runs;
    bool forward = false;
    for (const PipelineAction& pass : passes) {
        const bool is = pass.work == PipelineWork::Forward;
        if (is && !forward)
            runs.push_back(0);
        if (is)
            ++runs.back();
        forward = is;
    }
    return runs;
}

/// The step's actions as the annotations name them, up to where one comes again: there a step begins that
/// nobody marked.
Recorded namedOrders(const std::vector<profiler::RecordedOrder>& orders)
{
    Recorded recorded;
    for (const profiler::RecordedOrder& order : orders) {
        Passes passes;
        std::set<std::int64_t> stages;
        std::set<std::int64_t> microBatches;
        for (const PipelineAction& action : order.actions) {
            if (std::ranges::find(passes, action) != passes.end())
                break;
            passes.push_back(action);
            recorded.apart = recorded.apart || action.work == PipelineWork::WeightGradient;
            stages.insert(action.stage);
            microBatches.insert(action.microBatch);
        }
        recorded.stages = recorded.stages || *stages.rbegin() >= 0;
        recorded.chunks = std::max(recorded.chunks, static_cast<std::int64_t>(stages.size()));
        recorded.microBatches =
            std::max(recorded.microBatches, static_cast<std::int64_t>(microBatches.size()));
        recorded.named.push_back(std::move(passes));
    }
    return recorded;
}

/// If ranks name nothing, calls of attention between what autograd runs tell forward passes. The shortest
/// stretch is one pass of a chunk, unless all forward passes are one stretch.
core::Result<Recorded> unnamedOrders(const profiler::AnalysisInput& input, const RankGuess& ranks,
                                     const core::Task& task)
{
    Recorded recorded;
    recorded.microBatches = std::max<std::int64_t>(1, ranks.cut.microBatches);
    SHARDSCOPE_TRY(const std::vector<Runs> all, forwardRuns(input, task));
    const auto aMicroBatch = [&](const Runs& calls) {
        return std::accumulate(calls.begin(), calls.end(), std::int64_t{0}) / recorded.microBatches;
    };
    for (const Runs& calls : all) {
        const std::int64_t shortest = std::accumulate(calls.begin(), calls.end(), std::int64_t{0},
                                                      [](auto a, auto b) { return std::gcd(a, b); });
        const std::int64_t whole = aMicroBatch(calls);
        if (calls.size() > 1 && shortest > 0 && whole % shortest == 0)
            recorded.chunks = std::max(recorded.chunks, whole / shortest);
    }
    for (const Runs& calls : all) {
        const std::int64_t aPass = aMicroBatch(calls) / recorded.chunks;
        if (aPass < 1 || std::ranges::any_of(calls, [&](std::int64_t run) { return run % aPass != 0; }))
            return Recorded{}; // passes that are not whole
        Runs& runs = recorded.runs.emplace_back();
        for (const std::int64_t run : calls)
            runs.push_back(run / aPass);
    }
    return recorded;
}

/// Whether every recorded rank does what some rank of \p order does.
bool agrees(const planner::PipelineOrder& order, const Recorded& recorded)
{
    std::set<Runs> runs;
    std::vector<Passes> passes;
    for (const std::vector<planner::Action>& rank : order.ranks) {
        passes.push_back(passesOf(rank, recorded.stages));
        runs.insert(runsOf(passes.back()));
    }
    return std::ranges::all_of(
               recorded.named,
               [&](const Passes& one) { return std::ranges::find(passes, one) != passes.end(); }) &&
           std::ranges::all_of(recorded.runs, [&](const Runs& one) { return runs.contains(one); });
}

/// Whether gradients of weights are passes of their own. Recordings without names do not tell them apart.
bool splitsBackward(core::Schedule schedule)
{
    return schedule == core::Schedule::ZeroBubble || core::timedByOrder(schedule);
}

/// A plan's schedules whose order the recorded one is. Frameworks differ in how many forward passes they run
/// ahead, and in how many micro-batches of a chunk they run in a row.
std::set<core::Schedule> schedulesOf(const Recorded& recorded, std::int64_t pipeline, const core::Task& task)
{
    std::set<core::Schedule> found;
    for (const planner::ScheduleName& entry : planner::scheduleNames()) {
        if (!entry.plan || splitsBackward(*entry.plan) != recorded.apart ||
            (entry.virtualStages && recorded.chunks < 2))
            continue;
        for (const std::int64_t ahead : {std::int64_t{0}, std::int64_t{1}}) {
            planner::ScheduleRequest request;
            request.kind = entry.kind;
            request.pipeline = pipeline;
            request.microBatches = recorded.microBatches;
            request.virtualStages = entry.virtualStages ? recorded.chunks : 0;
            request.extraWarmUp = entry.warmsUp ? ahead : 0;
            const auto order = planner::pipelineOrder(request, task);
            if (order.ok() && order->chunksPerRank() == recorded.chunks && agrees(*order, recorded))
                found.insert(*entry.plan);
        }
    }
    return found;
}

/// Whether a rank may hold several chunks of the model in \p schedule.
bool holdsChunks(core::Schedule schedule)
{
    const auto& all = planner::scheduleNames();
    const auto found = std::ranges::find(all, std::optional(schedule), &planner::ScheduleName::plan);
    return found != all.end() && found->virtualStages;
}

/// The schedule that an order resembles by what it does, if it is none of a plan's to the letter.
std::optional<core::Schedule> likeliest(const Recorded& recorded)
{
    const bool alternates = std::ranges::all_of(recorded.named, [](const Passes& passes) {
        return runsOf(passes).size() > 1; // backward passes begin before the forward ones are over
    });
    if (recorded.named.empty() || recorded.apart || !alternates)
        return std::nullopt;
    for (const planner::ScheduleName& entry : planner::scheduleNames()) {
        if (entry.plan && entry.warmsUp && entry.virtualStages == (recorded.chunks > 1))
            return entry.plan; // forwards ahead, then one of each
    }
    return std::nullopt;
}

void tell(const Recorded& recorded, core::Schedule schedule, Confidence confidence, Guess& guess)
{
    const auto ranks = static_cast<std::int64_t>(recorded.named.size() + recorded.runs.size());
    const std::string name(core::nameOf(schedule));
    guess.plans(kSchedule, Value::ofText(name),
                confidence == Confidence::High
                    ? core::phrase(W_("%1 ranks run their passes in its order"), {countText(ranks)})
                    : core::phrase(W_("%1 ranks run their passes as it does, if not in the same order"),
                                   {countText(ranks)}),
                confidence);
    if (holdsChunks(schedule))
        guess.plans("parallel.virtual_stages", Value::ofInteger(recorded.chunks),
                    core::phrase(W_("a rank runs the passes of %1 stages"), {countText(recorded.chunks)}));
}

/// If every rank is there, schedules with the same order are one: the one that plans have by default, else
/// the plainest.
void tellOneOf(const Recorded& recorded, const std::set<core::Schedule>& found, std::int64_t pipeline,
               Guess& guess)
{
    const auto ranks = static_cast<std::int64_t>(recorded.named.size() + recorded.runs.size());
    const core::Schedule usual = core::Plan{}.schedule;
    const core::Schedule one = found.contains(usual) ? usual : *found.begin();
    std::string others;
    for (const core::Schedule other : found) {
        if (other != one || ranks < pipeline)
            others += (others.empty() ? "" : ", ") + std::string(core::nameOf(other));
    }
    if (ranks < pipeline)
        guess.notKnown.push_back(
            {kSchedule, core::phrase(W_("the recorded order is that of several: %1"), {others})});
    else
        guess.plans(kSchedule, Value::ofText(std::string(core::nameOf(one))),
                    core::phrase(W_("%1 ranks run their passes in its order, which is that of %2 as well"),
                                 {countText(ranks), others}),
                    Confidence::Medium);
}

} // namespace

core::Result<core::Done> guessSchedule(const profiler::AnalysisInput& input, const RankGuess& ranks,
                                       const core::Task& task, Guess& guess)
{
    if (ranks.cut.pipeline < 2)
        return core::Done{};
    SHARDSCOPE_TRY(const std::vector<profiler::RecordedOrder> orders, profiler::recordedOrders(input, task));
    Recorded recorded = namedOrders(orders);
    if (orders.empty()) {
        SHARDSCOPE_TRY(recorded, unnamedOrders(input, ranks, task));
    }
    if (recorded.named.empty() && recorded.runs.empty()) {
        guess.notKnown.push_back(
            {kSchedule, core::phrase(W_("the order of forward and backward passes is not recorded"))});
        return core::Done{};
    }
    const Value* const batch = guess.plan.find("batch");
    if (!recorded.named.empty() && (batch == nullptr || batch->find("micro_batches") == nullptr))
        guess.plans("batch.micro_batches", Value::ofInteger(recorded.microBatches),
                    core::phrase(W_("a rank names passes of %1 micro-batches in a step"),
                                 {countText(recorded.microBatches)}));
    const std::set<core::Schedule> found = schedulesOf(recorded, ranks.cut.pipeline, task);
    if (found.size() == 1) {
        tell(recorded, *found.begin(), Confidence::High, guess);
    } else if (found.size() > 1) {
        tellOneOf(recorded, found, ranks.cut.pipeline, guess);
    } else if (const auto like = likeliest(recorded)) {
        tell(recorded, *like, Confidence::Medium, guess);
    } else {
        guess.notKnown.push_back(
            {kSchedule, core::phrase(W_("passes run in an order that no schedule of a plan has"))});
    }
    return task.checkCancelled();
}

} // namespace shardscope::app
