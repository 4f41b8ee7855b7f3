// SPDX-License-Identifier: GPL-3.0-or-later
// An order in time: each rank a lane, each message between ranks a task of its own.
#include "planner/schedule/timing.h"

#include "core/base/refusals.h"
#include "core/units/plain_number.h"
#include "planner/engine/task_graph.h"
#include "planner/schedule/action_index.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

double costOf(const Action& action, const ScheduleCosts& costs)
{
    switch (action.kind) {
    case ActionKind::Forward: return costs.forward;
    case ActionKind::InputGradient: return costs.inputGradient;
    case ActionKind::WeightGradient: return costs.weightGradient;
    case ActionKind::Backward: return costs.wholeBackward();
    case ActionKind::Overlapped: return costs.pair();
    }
    return 0;
}

RankFigures figuresOf(const std::vector<Action>& actions, const std::vector<ActionSpan>& spans, double step)
{
    RankFigures out;
    std::int64_t weights = 0;
    std::int64_t inputs = 0;
    bool backward = false;
    const auto begun = [&] {
        out.peakChunksUntilWeightGradient = std::max(out.peakChunksUntilWeightGradient, ++weights);
        out.peakChunksUntilInputGradient = std::max(out.peakChunksUntilInputGradient, ++inputs);
    };
    for (std::size_t index = 0; index < actions.size(); ++index) {
        const ActionKind kind = actions[index].kind;
        out.busy += spans[index].end - spans[index].start;
        backward = backward || kind == ActionKind::InputGradient || kind == ActionKind::Backward ||
                   kind == ActionKind::Overlapped;
        if (kind == ActionKind::Forward || kind == ActionKind::Overlapped)
            begun();
        if (kind == ActionKind::Forward && !backward)
            ++out.forwardsBeforeFirstBackward;
        if (kind != ActionKind::Forward && kind != ActionKind::WeightGradient)
            --inputs;
        if (kind != ActionKind::Forward && kind != ActionKind::InputGradient)
            --weights;
    }
    if (!spans.empty()) {
        out.firstStart = spans.front().start;
        out.lastEnd = spans.back().end;
    }
    out.idle = step - out.busy;
    return out;
}

} // namespace

void finishSchedule(TimedSchedule& schedule)
{
    for (const std::vector<ActionSpan>& spans : schedule.spans) {
        for (const ActionSpan& span : spans)
            schedule.stepTime = std::max(schedule.stepTime, span.end);
    }
    for (std::size_t rank = 0; rank < schedule.spans.size(); ++rank) {
        const RankFigures figures =
            figuresOf(schedule.order.ranks[rank], schedule.spans[rank], schedule.stepTime);
        if (schedule.stepTime > 0)
            schedule.bubbleOverStep = std::max(schedule.bubbleOverStep, figures.idle / schedule.stepTime);
        const double span = figures.lastEnd - figures.firstStart;
        if (span > 0)
            schedule.bubbleByStageSpan = std::max(schedule.bubbleByStageSpan, (span - figures.busy) / span);
        schedule.ranks.push_back(figures);
    }
}

core::Result<TimedSchedule> timeSchedule(PipelineOrder order, const ScheduleCosts& costs,
                                         const core::Task& task)
{
    const ActionTable table(order);
    TaskGraph graph;
    graph.reserve(2 * order.actions(), 3 * order.actions());
    std::vector<TaskIndex> first; // of each rank
    for (const std::vector<Action>& actions : order.ranks) {
        const std::uint32_t lane = graph.addLane();
        first.push_back(static_cast<TaskIndex>(graph.tasks().size()));
        for (const Action& action : actions)
            graph.add(costOf(action, costs), lane);
    }
    for (std::size_t rank = 0; rank < order.ranks.size() && !task.cancelled(); ++rank) {
        for (std::size_t index = 0; index < order.ranks[rank].size(); ++index) {
            const TaskIndex own = first[rank] + static_cast<TaskIndex>(index);
            table.dependencies(order.ranks[rank][index], [&](const ActionPlace& place) {
                TaskIndex from =
                    first[static_cast<std::size_t>(place.rank)] + static_cast<TaskIndex>(place.index);
                if (place.rank != static_cast<std::int32_t>(rank) && costs.communication > 0) {
                    const TaskIndex message = graph.add(costs.communication);
                    graph.after(message, from);
                    from = message;
                }
                graph.after(own, from);
            });
        }
    }
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    const auto run = runTasks(graph, task);
    if (!run.ok()) {
        if (run.error().code == core::ErrorCode::Cancelled)
            return run.error();
        const auto stuck = static_cast<TaskIndex>(core::parseWhole(run.error().args.front()).value_or(0));
        std::size_t rank = 0;
        while (rank + 1 < first.size() && first[rank + 1] <= stuck)
            ++rank;
        return core::inconsistent(W_("ranks wait for each other: %1 of rank %2 can never start"),
                                  {textOf(order.ranks[rank][stuck - first[rank]]), std::to_string(rank)});
    }
    TimedSchedule out;
    for (std::size_t rank = 0; rank < order.ranks.size(); ++rank) {
        std::vector<ActionSpan> spans;
        for (std::size_t index = 0; index < order.ranks[rank].size(); ++index) {
            const std::size_t own = first[rank] + index;
            spans.push_back({run->start[own], run->end[own]});
        }
        out.spans.push_back(std::move(spans));
    }
    out.order = std::move(order);
    out.costs = costs;
    finishSchedule(out);
    return out;
}

std::vector<ActionPlace> dependenciesOf(const PipelineOrder& order, const Action& action)
{
    std::vector<ActionPlace> out;
    ActionTable(order).dependencies(action, [&](const ActionPlace& place) { out.push_back(place); });
    return out;
}

} // namespace shardscope::planner
