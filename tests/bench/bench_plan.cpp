// SPDX-License-Identifier: GPL-3.0-or-later
// Plan evaluations a second, bare as search needs them and explained as the panel needs them.
#include "core/io/catalog.h"
#include "core/plan/plan_file.h"
#include "planner/planner.h"
#include "shardscope_config.h"

#include <benchmark/benchmark.h>

namespace {

using namespace shardscope;

void evaluatePlans(benchmark::State& state, planner::Detail detail)
{
    const core::Catalog catalog(config::kSourceResources);
    const auto model = catalog.model("gpt3-175b");
    const auto hardware = catalog.hardware("dgx-a100-80g");
    if (!model.ok() || !hardware.ok())
        return state.SkipWithError("the catalogue lacks its entries");
    const auto plan = core::parsePlan(
        "", "", {{"tensor", "8"}, {"pipeline", "8"}, {"replica", "4"}, {"global-batch", "64"}}, *model);
    if (!plan.ok())
        return state.SkipWithError("the plan was refused");
    for (auto _ : state) {
        auto evaluation = planner::evaluate(*model, *hardware, *plan, detail);
        benchmark::DoNotOptimize(evaluation);
    }
    state.SetItemsProcessed(state.iterations());
}

void BM_EvaluatePlain(benchmark::State& state) { evaluatePlans(state, planner::Detail::Plain); }
BENCHMARK(BM_EvaluatePlain)->Unit(benchmark::kMicrosecond);

void BM_EvaluateExplained(benchmark::State& state) { evaluatePlans(state, planner::Detail::Explained); }
BENCHMARK(BM_EvaluateExplained)->Unit(benchmark::kMicrosecond);

} // namespace
