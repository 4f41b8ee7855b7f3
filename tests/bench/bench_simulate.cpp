// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks simulated a second, without and with links that are shared, beside the longest path through the same
// tasks; and the step of a model of 10^12 parameters, per layer, run included.
#include "core/catalog/catalog.h"
#include "core/plan/plan_file.h"
#include "planner/engine/task_graph.h"
#include "planner/layout.h"
#include "planner/simulate.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace shardscope;
using planner::TaskGraph;
using planner::TaskIndex;

constexpr std::uint32_t kLanes = 64;

/// Each task waits for the one before it in its lane and for a transfer from the lane beside it; \p shared:
/// transfers of one lane share a link with those of another priority.
TaskGraph chains(std::int64_t tasks, bool shared)
{
    TaskGraph graph;
    graph.reserve(static_cast<std::size_t>(tasks), static_cast<std::size_t>(tasks));
    std::vector<std::uint32_t> lanes;
    std::vector<std::uint32_t> links;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        lanes.push_back(graph.addLane());
        if (shared)
            links.push_back(lane % 2 == 0 ? graph.addLink() : graph.addBackground(links.back()));
    }
    std::vector<TaskIndex> before(kLanes, planner::kNone);
    for (std::int64_t round = 0; 2 * std::int64_t{kLanes} * (round + 1) <= tasks; ++round) {
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
            const TaskIndex pass = graph.add(1 + 0.001 * lane, lanes[lane]);
            if (lane > 0)
                graph.after(pass, before[lane - 1]);
            const TaskIndex sent = graph.add(0.1, planner::kNone, shared ? links[lane] : planner::kNone);
            graph.after(sent, pass);
            before[lane] = sent;
        }
    }
    return graph;
}

void simulateTasks(benchmark::State& state, bool shared)
{
    const TaskGraph graph = chains(state.range(0), shared);
    for (auto _ : state) {
        const auto times = planner::runTasks(graph);
        if (!times.ok())
            return state.SkipWithError("the tasks wait in a circle");
        benchmark::DoNotOptimize(times->makespan);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(graph.tasks().size()));
}
void BM_SimulateTasks(benchmark::State& state) { simulateTasks(state, false); }
BENCHMARK(BM_SimulateTasks)->Arg(1 << 20)->Unit(benchmark::kMillisecond);
void BM_SimulateTransfers(benchmark::State& state) { simulateTasks(state, true); }
BENCHMARK(BM_SimulateTransfers)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

/// The mark: the same tasks and edges, which chains() adds in an order in which each comes after what it
/// waits for.
void BM_SimulateMarkLongestPath(benchmark::State& state)
{
    const TaskGraph graph = chains(state.range(0), false);
    const auto simulated = planner::runTasks(graph);
    double last = 0;
    for (auto _ : state) {
        std::vector<double> end(graph.tasks().size(), 0);
        std::vector<double> lanes(kLanes, 0);
        auto edge = graph.edges().begin();
        last = 0;
        for (std::size_t index = 0; index < graph.tasks().size(); ++index) {
            const TaskGraph::Task& task = graph.tasks()[index];
            double begin = task.lane != planner::kNone ? lanes[task.lane] : 0;
            for (; edge != graph.edges().end() && edge->to == index; ++edge)
                begin = std::max(begin, end[edge->from]);
            end[index] = begin + task.seconds;
            if (task.lane != planner::kNone)
                lanes[task.lane] = end[index];
            last = std::max(last, end[index]);
        }
        benchmark::DoNotOptimize(last);
    }
    if (!simulated.ok() || simulated->makespan != last)
        return state.SkipWithError("the longest path is not the simulated one");
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(graph.tasks().size()));
}
BENCHMARK(BM_SimulateMarkLongestPath)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

/// 64 stages, 512 micro-batches, one rank a class.
void BM_SimulateTrillion(benchmark::State& state)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    const auto model = catalog.model("megatron-1t");
    const auto hardware = catalog.hardware("dgx-a100-80g");
    if (!model.ok() || !hardware.ok())
        return state.SkipWithError("the catalogue lacks its entries");
    const auto plan = planner::parsePlan("", "",
                                         {{"tensor", "8"},
                                          {"pipeline", "64"},
                                          {"replica", "6"},
                                          {"micro-batch", "1"},
                                          {"micro-batches", "512"}},
                                         *model);
    if (!plan.ok())
        return state.SkipWithError("the plan was refused");
    planner::SimulationOptions how;
    how.detail = planner::SimulationDetail::Layer;
    std::size_t slices = 0;
    for (auto _ : state) {
        const auto out = planner::simulate(*model, *hardware, *plan, how);
        if (!out.ok())
            return state.SkipWithError("the plan is not simulated");
        slices = out->run->timeline->sliceCount();
    }
    state.counters["slices"] = static_cast<double>(slices);
}
BENCHMARK(BM_SimulateTrillion)->Unit(benchmark::kMillisecond);

} // namespace
