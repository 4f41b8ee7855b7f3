// SPDX-License-Identifier: GPL-3.0-or-later
// Analyses of a run of a million events, after its import: the seven that HolisticTraceAnalysis has, and all
// of one run; beside one pass over the timeline's columns in the same process.
#include "profiler/profiler.h"
#include "tests/bench/synthetic_trace.h"

#include <benchmark/benchmark.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace {

namespace fs = std::filesystem;
using namespace shardscope;

constexpr std::array<std::string_view, 7> kOfHta{"temporal_breakdown", "overlap",      "idle_time",
                                                 "kernel_breakdown",   "queue_length", "copy_bandwidth",
                                                 "launch_stats"};

/// SHARDSCOPE_BENCH_TRACE, or a synthetic trace; its file is needed while arguments are read.
const core::RunPtr& benchRun()
{
    static const core::RunPtr run = [] {
        const char* const given = std::getenv("SHARDSCOPE_BENCH_TRACE");
        fs::path file =
            given != nullptr ? fs::path(given) : fs::temp_directory_path() / "shardscope-analyses.json";
        if (given == nullptr)
            std::ofstream(file, std::ios::binary) << bench::syntheticTrace(1'000'000);
        auto imported = profiler::importTrace({file});
        return imported.ok() ? imported->run : core::RunPtr();
    }();
    return run;
}

bool isOfHta(std::string_view key) { return std::find(kOfHta.begin(), kOfHta.end(), key) != kOfHta.end(); }

/// \p columnsKept: read before the clock starts, as by the job that follows an import, or within it.
void runAnalysesOfHta(benchmark::State& state, bool columnsKept)
{
    const core::RunPtr& run = benchRun();
    auto kept = std::make_shared<const profiler::ArgColumns>(run);
    if (columnsKept && !kept->integers(profiler::ArgKey::Correlation).ok())
        state.SkipWithError("no columns");
    for (auto _ : state) {
        const profiler::AnalysisInput input(columnsKept ? kept
                                                        : std::make_shared<const profiler::ArgColumns>(run));
        for (const profiler::Analysis& analysis : profiler::builtinAnalyses()) {
            if (isOfHta(analysis.key))
                benchmark::DoNotOptimize(analysis.run(input, {}, {}));
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(run->timeline->sliceCount()));
}

void BM_AnalysesOfHta(benchmark::State& state) { runAnalysesOfHta(state, true); }
BENCHMARK(BM_AnalysesOfHta)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

void BM_AnalysesOfHtaAndColumns(benchmark::State& state) { runAnalysesOfHta(state, false); }
BENCHMARK(BM_AnalysesOfHtaAndColumns)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

/// As a pack is made: all of them, in all threads, the arguments' columns included.
void BM_AnalysesAll(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(profiler::analyzeAll(benchRun()).ok());
}
BENCHMARK(BM_AnalysesAll)->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();

void BM_Analysis(benchmark::State& state)
{
    const profiler::Analysis& analysis =
        profiler::builtinAnalyses()[static_cast<std::size_t>(state.range(0))];
    const auto columns = std::make_shared<const profiler::ArgColumns>(benchRun());
    benchmark::DoNotOptimize(columns->integers(profiler::ArgKey::Correlation).ok());
    for (auto _ : state) {
        const profiler::AnalysisInput input(columns);
        benchmark::DoNotOptimize(analysis.run(input, {}, {}));
    }
    state.SetLabel(std::string(analysis.key));
}
BENCHMARK(BM_Analysis)
    ->DenseRange(0, static_cast<std::int64_t>(profiler::builtinAnalyses().size()) - 1)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();

/// The mark: one sum over starts and durations of all slices.
void BM_AnalysesMarkOnePass(benchmark::State& state)
{
    const core::Timeline& timeline = *benchRun()->timeline;
    for (auto _ : state) {
        std::int64_t sum = 0;
        for (std::size_t row = 0; row < timeline.sliceCount(); ++row)
            sum += timeline.ts()[row] ^ timeline.dur()[row];
        benchmark::DoNotOptimize(sum);
    }
}
BENCHMARK(BM_AnalysesMarkOnePass)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

} // namespace
