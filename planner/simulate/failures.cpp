// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/failures.h"

#include "core/base/refusals.h"

#include <algorithm>

namespace shardscope::planner {

core::Result<core::Done> checkFailure(const std::vector<std::string>& known, const SimulationOptions& options,
                                      double seconds)
{
    const Failure& failure = *options.failure;
    const char* const option = "--fail";
    if (std::ranges::find(known, failure.what) == known.end())
        return core::unknownName(failure.what, known, W_("role")).in(option);
    if (!(failure.at >= 0) || !(failure.at < seconds))
        return core::outOfRange(failure.at, 0, seconds).in(option);
    if (!(failure.down >= 0))
        return core::outOfRange(failure.down, 0, "1e9").in(option);
    if (failure.checkpointEvery < 0)
        return core::outOfRange(failure.checkpointEvery, 0, 1000).in("--checkpoint-every");
    if (options.jitter > 0)
        return core::inconsistent(W_("what a failure costs is counted without jitter")).in(option);
    if (options.graph)
        return core::inconsistent(W_("execution traces are of a step in which nothing fails")).in(option);
    return core::Done{};
}

std::vector<double> stepEnds(const PlanGraph& graph, const TaskTimes& times)
{
    std::vector<double> ends(static_cast<std::size_t>(graph.steps()), 0);
    for (TaskIndex index = 0; index < graph.tasks().size(); ++index) {
        const PlanTask& task = graph.tasks()[index];
        if (task.kind == PlanTask::Kind::Barrier && task.piece == 0)
            ends[static_cast<std::size_t>(task.step)] = times.end[index];
    }
    return ends;
}

Restart restartOf(const Failure& failure, const std::vector<double>& ends)
{
    Restart out;
    const auto cut = std::ranges::upper_bound(ends, failure.at);
    out.step = static_cast<std::int32_t>(
        std::min<std::ptrdiff_t>(cut - ends.begin(), static_cast<std::ptrdiff_t>(ends.size()) - 1));
    out.at = failure.at;
    out.back = failure.at + failure.down;
    const std::int64_t checkpoint =
        failure.checkpointEvery > 0 ? out.step - out.step % failure.checkpointEvery : 0;
    out.again = static_cast<std::int32_t>(out.step - checkpoint + 1);
    return out;
}

void disturb(const PlanGraph& graph, const Restart& restart, TaskTimes& times)
{
    const double shift = restart.back - stepEnds(graph, times)[static_cast<std::size_t>(restart.step)];
    times.makespan = 0;
    for (TaskIndex index = 0; index < graph.tasks().size(); ++index) {
        const std::int32_t step = graph.tasks()[index].step;
        if (step == restart.step) {
            times.start[index] = std::min(times.start[index], restart.at);
            times.end[index] = std::min(times.end[index], restart.at);
        } else if (step > restart.step) {
            times.start[index] += shift;
            times.end[index] += shift;
        }
        times.makespan = std::max(times.makespan, times.end[index]);
    }
}

} // namespace shardscope::planner
