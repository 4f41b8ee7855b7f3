// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tasks/lay_out.h"

#include "planner/engine/task_graph.h"
#include "planner/framework/framework.h"
#include "planner/schedule/timing.h"
#include "planner/tasks/cycles.h"
#include "planner/tasks/phase_moves.h"
#include "planner/tasks/plan_graph.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

/// A tenth of a second's work. Pipelines with more are full nearly all of the time.
constexpr double kMostTasks = 300'000;

bool isBeside(const StageStep& stage)
{
    return std::ranges::any_of(stage.traffic, [](const StageTraffic& entry) {
        return entry.place == Place::Beside || entry.place == Place::LastPass;
    });
}

double tasksOf(const core::Plan& plan, const std::vector<StageStep>& stages)
{
    double pieces = 0;
    for (const StageStep& stage : stages)
        pieces +=
            isBeside(stage) ? 2.0 * static_cast<double>(std::max<std::int64_t>(1, stage.stage.layers)) : 1;
    const auto chunks = static_cast<double>(std::max(plan.axes.virtualStages, plan.phases));
    return 4 * chunks * pieces * static_cast<double>(plan.batch.microBatches);
}

} // namespace

core::Result<PipelineOrder> stepOrder(const core::Plan& plan, std::size_t stages, const core::Task& task)
{
    const bool cycles =
        factsOf(plan).habits.stashesInCycles && plan.schedule == core::Schedule::OneForwardOneBackward;
    if (cycles && stages > 1)
        return cycleOrder(static_cast<std::int64_t>(stages), plan.batch.microBatches);
    ScheduleRequest request;
    request.kind = kindOf(plan);
    request.pipeline = static_cast<std::int64_t>(stages);
    request.microBatches = plan.batch.microBatches;
    if (entryOf(request.kind).virtualStages)
        request.virtualStages =
            request.kind == ScheduleKind::BreadthFirst ? plan.phases : plan.axes.virtualStages;
    return pipelineOrder(request, task);
}

std::optional<LaidOut> laidOutStep(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                   const core::Plan& plan, std::vector<StageStep> stages,
                                   const core::Task& task)
{
    const bool alone = stages.size() == 1 && plan.phases == 0 && !isBeside(stages.front());
    if (stages.empty() || alone || tasksOf(plan, stages) > kMostTasks)
        return std::nullopt;
    const auto order = stepOrder(plan, stages.size(), task);
    if (!order.ok())
        return std::nullopt;
    const std::vector<PhaseMoves> moves = phaseMoves(model, hardware, plan, stages);
    const PlanWork work = planWork(plan, std::move(stages), *order, moves);
    const PlanGraph graph(work, *order, {});
    const auto times = runTasks(graph.graph(), task);
    if (!times.ok())
        return std::nullopt;
    return LaidOut{core::Seconds{times->makespan}, scheduleOf(graph, *times, *order).bubbleOverStep};
}

TimedSchedule scheduleOf(const PlanGraph& graph, const TaskTimes& times, const PipelineOrder& order)
{
    TimedSchedule out;
    out.order = order;
    for (std::size_t rank = 0; rank < order.ranks.size(); ++rank) {
        std::vector<ActionSpan> spans;
        spans.reserve(order.ranks[rank].size());
        for (std::size_t index = 0; index < order.ranks[rank].size(); ++index) {
            const TaskIndex first = graph.first(0, rank, index);
            const TaskIndex last = first + static_cast<TaskIndex>(graph.pieces(rank) - 1);
            spans.push_back({times.start[first], times.end[last]});
        }
        out.spans.push_back(std::move(spans));
    }
    finishSchedule(out);
    return out;
}

} // namespace shardscope::planner
