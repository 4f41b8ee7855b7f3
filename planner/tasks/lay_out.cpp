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

/// \p seconds of computing with the supersteps \p beside in them, in a direction that takes \p length.
TileShares sharesOf(double seconds, const Superstep& beside, double length)
{
    const double taken = std::min(seconds, beside.seconds());
    TileShares shares;
    if (length <= 0)
        return shares;
    shares.computes = (seconds - taken) / length;
    shares.exchanges = beside.seconds() > 0 ? taken * beside.exchange / beside.seconds() / length : 0;
    shares.waits = std::max(0.0, 1 - shares.computes - shares.exchanges);
    return shares;
}

/// Adds the shares of the first rank of \p schedule, whose passes are those of \p stage.
void addShares(const core::Plan& plan, const StageStep& stage, const TimedSchedule& schedule, LaidOut& out)
{
    const std::vector<Action>& actions = schedule.order.ranks.front();
    const std::vector<ActionSpan>& spans = schedule.spans.front();
    const auto turn =
        std::ranges::find_if(actions, [](const Action& one) { return one.kind != ActionKind::Forward; });
    if (turn == actions.begin() || turn == actions.end())
        return;
    const double half = spans[static_cast<std::size_t>(turn - actions.begin()) - 1].end;
    const auto micro = static_cast<double>(plan.batch.microBatches);
    const auto all = [micro](Superstep one) { return Superstep{}.add(one, micro); };
    out.forward = sharesOf(micro * stage.forward.seconds.value(), all(stage.forwardSupersteps), half);
    out.backward = sharesOf(micro * (stage.backward.seconds + stage.recompute.seconds).value(),
                            all(stage.backwardSupersteps), spans.back().end - half);
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
    const StageStep first = stages.front();
    const PlanWork work = planWork(plan, std::move(stages), *order, moves);
    const PlanGraph graph(work, *order, {});
    const auto times = runTasks(graph.graph(), task);
    if (!times.ok())
        return std::nullopt;
    const TimedSchedule schedule = scheduleOf(graph, *times, *order);
    LaidOut out{core::Seconds{times->makespan}, schedule.bubbleOverStep, {}, {}};
    if (hardware.bulkSynchronous && plan.phases > 0)
        addShares(plan, first, schedule, out);
    return out;
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
