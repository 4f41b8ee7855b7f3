// SPDX-License-Identifier: GPL-3.0-or-later
// Analyses of a run of a million events, after its import: the seven that HolisticTraceAnalysis has, and all
// of one run; beside one pass over the timeline's columns in the same process.
#include "core/timeline/build/timeline_builder.h"
#include "profiler/analyze/host/annotation_sweep.h"
#include "profiler/analyze/overview/overview.h"
#include "profiler/profiler.h"
#include "tests/bench/synthetic_trace.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <span>
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

/// What a run is and what costs most: beside BM_ImportJson, which it shall not exceed.
void BM_Overview(benchmark::State& state)
{
    const core::RunPtr& run = benchRun();
    for (auto _ : state)
        benchmark::DoNotOptimize(profiler::overviewOfPart(run, {}));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(run->timeline->sliceCount()));
}
BENCHMARK(BM_Overview)->Unit(benchmark::kMillisecond);

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

/// Runs all analyses as making a pack does, in all threads, the arguments' columns included.
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

/// Kernels launched from four threads, within seven times as many ranges that nest four deep: the ratio of a
/// run of 2.2 million kernels and 16 million ranges.
core::RunPtr annotatedRun(std::int64_t kernels)
{
    constexpr std::int64_t kThreads = 4;
    constexpr std::int64_t kRangesEach = 7;
    core::TimelineBuilder builder;
    const core::NameId annotation = builder.intern("user_annotation");
    const core::NameId runtime = builder.intern("cuda_runtime");
    const core::NameId work = builder.intern("kernel");
    const core::NameId arrows = builder.intern("ac2g");
    std::vector<core::NameId> names;
    for (int at = 0; at < 500; ++at)
        names.push_back(builder.intern("layer " + std::to_string(at)));
    std::vector<core::TrackId> threads;
    for (std::int64_t thread = 0; thread < kThreads; ++thread)
        threads.push_back(builder.track("1", std::to_string(thread + 10)));
    const core::TrackId stream = builder.track("GPU 0", "stream 7");
    builder.describe(stream).device = true;
    for (std::int64_t at = 0; at < kernels; ++at) {
        const core::TrackId thread = threads[static_cast<std::size_t>(at % kThreads)];
        const std::int64_t begin = at / kThreads * 1000;
        for (std::int64_t range = 0; range < kRangesEach; ++range) {
            const std::int64_t inside = range < 4 ? range * 50 : 200 + (range - 4) * 100;
            builder.slice(thread, begin + inside, range < 4 ? 900 - 2 * inside : 60,
                          names[static_cast<std::size_t>((at * 31 + range) % 500)], annotation);
        }
        const auto id = static_cast<std::uint64_t>(at + 1);
        builder.slice(thread, begin + 210, 20, runtime, runtime);
        builder.flow(core::FlowPhase::Begin, thread, begin + 210, arrows, id);
        builder.slice(stream, at * 200 + 500, 150, work, work);
        builder.flow(core::FlowPhase::End, stream, at * 200 + 500, arrows, id);
    }
    core::LayoutTally tally;
    auto run = std::make_shared<core::Run>();
    run->timeline = builder.build({}, tally).value();
    return run;
}

void BM_AnnotationsOfKernels(benchmark::State& state)
{
    const profiler::AnalysisInput input(annotatedRun(state.range(0)));
    const auto launches = input.launches(0, {});
    std::size_t found = 0;
    for (auto _ : state) {
        const auto all = profiler::innermostAnnotations(input, 0, std::span((*launches)->launch), {});
        found = static_cast<std::size_t>(std::count_if(
            all->begin(), all->end(), [](std::uint32_t row) { return row != profiler::kNoRow; }));
        benchmark::DoNotOptimize(profiler::annotationWork(input, 0, {}).ok());
    }
    if (found != static_cast<std::size_t>(state.range(0)))
        state.SkipWithError("kernels without their range");
    state.SetItemsProcessed(state.iterations() * state.range(0) * 8);
}
BENCHMARK(BM_AnnotationsOfKernels)->Arg(55'000)->Arg(220'000)->Unit(benchmark::kMillisecond);

} // namespace
