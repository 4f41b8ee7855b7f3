// SPDX-License-Identifier: GPL-3.0-or-later
// Import speed (events/s, bytes/s), beside simdjson's own pass over the same bytes, and memory an event.
#include "profiler/cache/columnar_cache.h"
#include "profiler/profiler.h"
#include "tests/bench/synthetic_trace.h"

#include <benchmark/benchmark.h>
#include <simdjson.h>
#include <zlib.h>

#include <malloc.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using shardscope::bench::syntheticTrace;

constexpr std::size_t kEvents = 1'000'000;

const std::string& traceText()
{
    static const std::string text = syntheticTrace(kEvents);
    return text;
}

/// The trace as a file, removed at the end of the program.
struct TraceFile {
    fs::path path;
    explicit TraceFile(bool packed)
        : path(fs::temp_directory_path() / (packed ? "shardscope-bench.json.gz" : "shardscope-bench.json"))
    {
        if (packed) {
            gzFile file = gzopen(path.c_str(), "wb6");
            gzwrite(file, traceText().data(), static_cast<unsigned>(traceText().size()));
            gzclose(file);
        } else {
            std::ofstream(path, std::ios::binary) << traceText();
        }
    }
    ~TraceFile()
    {
        std::error_code failure;
        fs::remove(path, failure);
    }
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;
};

/// A figure of this process from /proc/self/status, in bytes; 0 if there is no such file.
double statusBytes(const std::string& key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.compare(0, key.size(), key) == 0)
            return std::stod(line.substr(key.size() + 1)) * 1024;
    }
    return 0;
}

shardscope::profiler::ImportOptions withoutCache()
{
    shardscope::profiler::ImportOptions options;
    options.cache = false;
    return options;
}

/// Memory that one import needs at its highest, beyond what the process held before.
double peakBytes(const fs::path& path)
{
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5"; // proc(5): resets the peak to what is resident now
    const double before = statusBytes("VmRSS");
    benchmark::DoNotOptimize(shardscope::profiler::importTrace({path}, {}, withoutCache()).ok());
    return statusBytes("VmHWM") - before;
}

void importFile(benchmark::State& state, const fs::path& path)
{
    std::size_t events = 0;
    double bytesAnEvent = 0;
    const double peak = peakBytes(path);
    for (auto _ : state) {
        const auto imported = shardscope::profiler::importTrace({path}, {}, withoutCache());
        if (!imported.ok()) {
            state.SkipWithError("the synthetic trace was refused");
            return;
        }
        events = imported->report.files.front().events;
        bytesAnEvent =
            static_cast<double>(imported->run->timeline->memoryBytes()) / static_cast<double>(events);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(events) * state.iterations());
    state.SetBytesProcessed(static_cast<std::int64_t>(fs::file_size(path)) * state.iterations());
    state.counters["kept_bytes_an_event"] = bytesAnEvent;
    state.counters["peak_bytes_an_event"] = peak / static_cast<double>(events);
}

void BM_ImportJson(benchmark::State& state)
{
    static const TraceFile file(false);
    importFile(state, file.path);
}
BENCHMARK(BM_ImportJson)->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();

void BM_ImportGzip(benchmark::State& state)
{
    static const TraceFile file(true);
    importFile(state, file.path);
}
BENCHMARK(BM_ImportGzip)->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();

/// Any trace: the file that SHARDSCOPE_BENCH_TRACE names.
void BM_ImportGiven(benchmark::State& state)
{
    const char* const given = std::getenv("SHARDSCOPE_BENCH_TRACE");
    if (given == nullptr)
        state.SkipWithError("SHARDSCOPE_BENCH_TRACE names no trace");
    else
        importFile(state, given);
}
BENCHMARK(BM_ImportGiven)->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();

/// The columns mapped back in and checked, up to the first answer from them.
void BM_Reopen(benchmark::State& state)
{
    static const TraceFile file(false);
    const fs::path cache = fs::temp_directory_path() / "shardscope-bench.shardcolumns";
    const auto imported = shardscope::profiler::importTrace({file.path}, {}, withoutCache());
    if (!imported.ok() || !shardscope::profiler::writeCache(cache, "bench", *imported).ok()) {
        state.SkipWithError("no cache");
        return;
    }
    for (auto _ : state) {
        const auto reopened = shardscope::profiler::readCache(cache, "bench");
        const auto& timeline = *reopened->run->timeline;
        benchmark::DoNotOptimize(
            timeline.busy(shardscope::core::LaneId{std::size_t{0}}, timeline.begin(), timeline.end()));
    }
    std::error_code failure;
    fs::remove(cache, failure);
}
BENCHMARK(BM_Reopen)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The least that any reader of JSON does: every quote and every backslash counted.
void BM_QuoteScan(benchmark::State& state)
{
    const std::string& text = traceText();
    for (auto _ : state) {
        std::size_t quotes = 0;
        std::size_t escapes = 0;
        for (const char c : text) {
            quotes += c == '"' ? 1 : 0;
            escapes += c == '\\' ? 1 : 0;
        }
        benchmark::DoNotOptimize(quotes);
        benchmark::DoNotOptimize(escapes);
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}
BENCHMARK(BM_QuoteScan)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The mark to hold ours against: one on-demand pass that touches every event's phase and time, and keeps
/// nothing.
void passOver(benchmark::State& state, const simdjson::padded_string& text)
{
    std::int64_t events = 0;
    for (auto _ : state) {
        simdjson::ondemand::parser parser;
        simdjson::ondemand::document document = parser.iterate(text);
        double sum = 0;
        events = 0;
        for (simdjson::ondemand::object event : document["traceEvents"].get_array()) {
            std::string_view phase;
            double time = 0;
            if (event["ph"].get(phase) == simdjson::SUCCESS && event["ts"].get(time) == simdjson::SUCCESS)
                sum += time;
            ++events;
        }
        benchmark::DoNotOptimize(sum);
    }
    state.SetItemsProcessed(events * state.iterations());
    state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}

void BM_SimdjsonPass(benchmark::State& state) { passOver(state, simdjson::padded_string(traceText())); }
BENCHMARK(BM_SimdjsonPass)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Over the text of BM_ImportGiven, where that is not compressed.
void BM_SimdjsonGiven(benchmark::State& state)
{
    const char* const given = std::getenv("SHARDSCOPE_BENCH_TRACE");
    simdjson::padded_string text;
    if (given == nullptr || simdjson::padded_string::load(given).get(text) != simdjson::SUCCESS)
        state.SkipWithError("SHARDSCOPE_BENCH_TRACE names no trace");
    else
        passOver(state, text);
}
BENCHMARK(BM_SimdjsonGiven)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
