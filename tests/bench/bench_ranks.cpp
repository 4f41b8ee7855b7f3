// SPDX-License-Identifier: GPL-3.0-or-later
// Many ranks as one run: files read, clocks aligned, columns merged; then every analysis, of one rank and
// over all. The folder that SHARDSCOPE_BENCH_RANKS names, or eight synthetic ranks.
#include "profiler/analyze/input/analysis.h"
#include "profiler/analyze/input/input.h"
#include "profiler/profiler.h"
#include "profiler/trace/arg_columns.h"
#include "tests/bench/synthetic_trace.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace {

namespace fs = std::filesystem;
using namespace shardscope;

const fs::path& ranksFolder()
{
    static const fs::path folder = [] {
        if (const char* const given = std::getenv("SHARDSCOPE_BENCH_RANKS"); given != nullptr)
            return fs::path(given);
        constexpr int kRanks = 8;
        constexpr std::size_t kEventsOfARank = 20'000;
        fs::path made = fs::temp_directory_path() / "shardscope-bench-ranks";
        fs::create_directories(made);
        const std::string text = bench::syntheticTrace(kEventsOfARank);
        for (int rank = 0; rank < kRanks; ++rank)
            std::ofstream(made / ("rank" + std::to_string(rank) + ".json"), std::ios::binary) << text;
        return made;
    }();
    return folder;
}

profiler::ImportOptions withoutCache()
{
    profiler::ImportOptions options;
    options.cache = false;
    return options;
}

void BM_RanksImport(benchmark::State& state)
{
    const fs::path& folder = ranksFolder();
    std::size_t slices = 0;
    for (auto _ : state) {
        const auto imported = profiler::importTrace({folder}, {}, withoutCache());
        if (!imported.ok()) {
            state.SkipWithError("the ranks were refused");
            return;
        }
        slices = imported->run->timeline->sliceCount();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(slices) * state.iterations());
}
BENCHMARK(BM_RanksImport)->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();

void BM_RanksImportAndAnalyses(benchmark::State& state)
{
    const fs::path& folder = ranksFolder();
    for (auto _ : state) {
        const auto imported = profiler::importTrace({folder}, {}, withoutCache());
        if (!imported.ok()) {
            state.SkipWithError("the ranks were refused");
            return;
        }
        const profiler::AnalysisInput input(std::make_shared<const profiler::ArgColumns>(imported->run));
        for (const profiler::Analysis& analysis : profiler::builtinAnalyses())
            benchmark::DoNotOptimize(analysis.run(input, {}, {}));
    }
}
BENCHMARK(BM_RanksImportAndAnalyses)->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();

} // namespace
