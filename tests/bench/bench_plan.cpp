// SPDX-License-Identifier: GPL-3.0-or-later
// Plan evaluations a second, bare as search needs them and explained as the panel needs them.
#include "core/catalog/catalog.h"
#include "core/plan/plan_file.h"
#include "planner/layout.h"
#include "planner/planner.h"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace {

using namespace shardscope;

void evaluatePlans(benchmark::State& state, planner::Detail detail)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    const auto model = catalog.model("gpt3-175b");
    const auto hardware = catalog.hardware("dgx-a100-80g");
    if (!model.ok() || !hardware.ok())
        return state.SkipWithError("the catalogue lacks its entries");
    const auto plan = planner::parsePlan(
        "", "", {{"tensor", "8"}, {"pipeline", "8"}, {"replica", "4"}, {"global-batch", "64"}}, *model);
    if (!plan.ok())
        return state.SkipWithError("the plan was refused");
    const planner::Evaluator evaluator(*model, *hardware);
    for (auto _ : state) {
        auto evaluation = evaluator.evaluate(*plan, detail);
        benchmark::DoNotOptimize(evaluation);
    }
    state.SetItemsProcessed(state.iterations());
}

/// What a search asks: every division of 256 devices with every micro-batch and recompute, each once a round.
void BM_EvaluateSweep(benchmark::State& state)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    const auto model = catalog.model("gpt3-175b");
    const auto hardware = catalog.hardware("dgx-a100-80g");
    if (!model.ok() || !hardware.ok())
        return state.SkipWithError("the catalogue lacks its entries");
    const planner::Evaluator evaluator(*model, *hardware);
    std::vector<core::Plan> plans;
    for (const int tensor : {1, 2, 4, 8}) {
        for (const int pipeline : {1, 2, 4, 8, 16, 32}) {
            for (const int micro : {1, 2, 4}) {
                for (const char* recompute : {"none", "selective", "full"}) {
                    auto plan = planner::parsePlan("", "",
                                                   {{"tensor", std::to_string(tensor)},
                                                    {"pipeline", std::to_string(pipeline)},
                                                    {"replica", std::to_string(256 / (tensor * pipeline))},
                                                    {"micro-batch", std::to_string(micro)},
                                                    {"global-batch", "1024"},
                                                    {"recompute", recompute}},
                                                   *model);
                    if (plan.ok() && evaluator.evaluate(*plan, planner::Detail::Bound).ok())
                        plans.push_back(std::move(*plan));
                }
            }
        }
    }
    for (auto _ : state) {
        for (const core::Plan& plan : plans) {
            auto evaluation = evaluator.evaluate(plan, planner::Detail::Bound);
            benchmark::DoNotOptimize(evaluation);
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(plans.size()));
    state.counters["plans"] = static_cast<double>(plans.size());
}
BENCHMARK(BM_EvaluateSweep)->Unit(benchmark::kMillisecond);

void BM_EvaluateBound(benchmark::State& state) { evaluatePlans(state, planner::Detail::Bound); }
BENCHMARK(BM_EvaluateBound)->Unit(benchmark::kMicrosecond);

void BM_EvaluateExplained(benchmark::State& state) { evaluatePlans(state, planner::Detail::Explained); }
BENCHMARK(BM_EvaluateExplained)->Unit(benchmark::kMicrosecond);

} // namespace
