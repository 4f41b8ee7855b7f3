// SPDX-License-Identifier: GPL-3.0-or-later
// Whole searches of transformer plans: candidates considered and evaluated a second, and three that others'
// tools are known by (arXiv:2407.18254 has the first; calculon takes seconds for it and minutes for the
// others).
#include "core/catalog/catalog.h"
#include "core/plan/plan_file.h"
#include "planner/layout.h"
#include "planner/search.h"

#include <benchmark/benchmark.h>

#include <string>

namespace {

using namespace shardscope;

struct Case {
    const char* model;
    std::int64_t devices;
    planner::WholeRange batch;
    std::size_t top = 10;
};

void searchPlans(benchmark::State& state, const Case& wanted)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    const auto model = catalog.model(wanted.model);
    const auto hardware = catalog.hardware("dgx-a100-80g");
    if (!model.ok() || !hardware.ok())
        return state.SkipWithError("the catalogue lacks its entries");
    const auto base = planner::parsePlan("", "", {}, *model);
    if (!base.ok())
        return state.SkipWithError("the plan was refused");
    planner::PlanSearch search;
    search.model = *model;
    search.top = wanted.top;
    search.machines = {{*hardware, {wanted.devices}}};
    search.space.variants = {*base};
    search.space.globalBatch = wanted.batch;
    // The whole space: 1,016 and 5,128 devices have no division that fits without ZeRO-3.
    search.space.runnableOnly = false;
    search.space.schedules = {core::Schedule::OneForwardOneBackward, core::Schedule::Interleaved,
                              core::Schedule::ZeroBubble, core::Schedule::Gpipe};
    planner::PlanTally tally;
    for (auto _ : state) {
        const auto found = planner::searchTransformer(search);
        if (!found.ok() || found->best.empty())
            return state.SkipWithError("nothing was found");
        tally = found->tally;
    }
    const auto runs = static_cast<double>(state.iterations());
    const auto rate = benchmark::Counter::kIsRate;
    state.counters["considered"] = static_cast<double>(tally.considered);
    state.counters["evaluated"] = static_cast<double>(tally.evaluated);
    state.counters["considered/s"] = benchmark::Counter(runs * static_cast<double>(tally.considered), rate);
    state.counters["evaluated/s"] = benchmark::Counter(runs * static_cast<double>(tally.evaluated), rate);
}

void BM_SearchTuring530B(benchmark::State& state)
{
    searchPlans(state, {"megatron-529.6b", 5128, {1, 2520}});
}
BENCHMARK(BM_SearchTuring530B)->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_SearchGpt3On1016(benchmark::State& state) { searchPlans(state, {"gpt3-175b", 1016, {254, 254}}); }
BENCHMARK(BM_SearchGpt3On1016)->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_SearchMegatron1TOn4096(benchmark::State& state)
{
    searchPlans(state, {"megatron-1t", 4096, {4096, 4096}});
}
BENCHMARK(BM_SearchMegatron1TOn4096)->Unit(benchmark::kMillisecond)->UseRealTime();

/// So many wanted that no bound leaves a plan out: what fits is evaluated, all of it.
void BM_SearchEveryPlanOfGpt3On1016(benchmark::State& state)
{
    searchPlans(state, {"gpt3-175b", 1016, {254, 254}, 1'000'000});
}
BENCHMARK(BM_SearchEveryPlanOfGpt3On1016)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
