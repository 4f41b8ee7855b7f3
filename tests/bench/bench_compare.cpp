// SPDX-License-Identifier: GPL-3.0-or-later
// Two recordings of a million events each, opened and then compared: what comparing costs beside opening.
#include "app/session/compare/difference.h"
#include "core/base/freed_memory.h"
#include "profiler/analyze/overview/overview.h"
#include "profiler/profiler.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace {

namespace fs = std::filesystem;
using namespace shardscope;

constexpr std::size_t kEvents = 1'000'000;
constexpr int kSteps = 4;
constexpr int kLayers = 32;

/// printf onto the end of \p out; the compiler checks the arguments.
__attribute__((format(printf, 2, 3))) void append(std::string& out, const char* format, ...)
{
    std::array<char, 1024> buffer{};
    va_list values;
    va_start(values, format);
    const int size = std::vsnprintf(buffer.data(), buffer.size(), format, values);
    va_end(values);
    out.append(buffer.data(), static_cast<std::size_t>(size));
}

/// A training as torch.profiler writes it: steps of micro-batches of layers, forward on Python's thread and
/// backward on autograd's; an operator, its launch, its kernel. \p slower: of the products.
class Training {
public:
    explicit Training(double slower)
        : m_slower(slower)
    {
    }

    std::string write()
    {
        m_out = "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA H200\"}],\n"
                "\"traceEvents\": [\n";
        for (int step = 0; step < kSteps; ++step) {
            const double begin = m_host;
            while (m_events < kEvents / kSteps * static_cast<std::size_t>(step + 1))
                microBatch();
            operation("aten::_fused_adamw_", 1, 0, "multi_tensor_apply_kernel<FusedAdamMathFunctor>", 200);
            m_host = m_device + 10;
            append(
                m_out,
                R"({"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#%d", "pid": 814, "tid": 1, "ts": %.3f, "dur": %.3f},)"
                "\n",
                step, begin, m_host - begin);
        }
        m_out += "{\"name\": \"process_name\", \"ph\": \"M\", \"ts\": 0, \"pid\": 814, \"tid\": 0, \"args\": "
                 "{\"name\": \"python\"}}]}\n";
        return std::move(m_out);
    }

private:
    void microBatch()
    {
        const int first = m_number;
        for (int layer = 0; layer < kLayers; ++layer) {
            operation("aten::native_layer_norm", 1, ++m_number, "vectorized_layer_norm_kernel<c10::BFloat16>",
                      15);
            operation("aten::mm", 1, ++m_number, "nvjet_tst_128x256_64x4", 60 * m_slower);
            operation("aten::_scaled_dot_product_flash_attention", 1, ++m_number, "flash_fwd_kernel", 40);
            operation("aten::mm", 1, ++m_number, "nvjet_tst_256x128_64x4", 80 * m_slower);
            operation("aten::gelu", 1, ++m_number, "vectorized_elementwise_kernel<4, GeluCUDAKernelImpl>",
                      12);
        }
        static constexpr std::array kNodes{"NativeLayerNormBackward0", "MmBackward0", "FlashBackward0",
                                           "MmBackward0", "GeluBackward0"};
        for (int number = m_number; number > first; --number) {
            const char* const node = kNodes[static_cast<std::size_t>((number - first - 1) % 5)];
            const double begin = m_host - 1;
            const double until = m_host + 12;
            append(
                m_out,
                R"({"ph": "X", "cat": "cpu_op", "name": "autograd::engine::evaluate_function: %s", "pid": 814, "tid": 2, "ts": %.3f, "dur": %.3f, "args": {"External id": %d, "Sequence number": %d, "Fwd thread id": 1}},)"
                "\n",
                node, begin, until - begin, m_id, number);
            ++m_events;
            operation(node[0] == 'M' ? "aten::mm" : node, 2, 0,
                      node[0] == 'M' ? "nvjet_tst_128x256_64x4" : node, 30 * (node[0] == 'M' ? m_slower : 1));
        }
    }

    void operation(const char* name, int thread, int number, const char* kernel, double takes)
    {
        const int id = ++m_id;
        char sequence[48] = "";
        if (number > 0)
            std::snprintf(sequence, sizeof sequence, R"("Sequence number": %d, )", number);
        append(
            m_out,
            R"({"ph": "X", "cat": "cpu_op", "name": "%s", "pid": 814, "tid": %d, "ts": %.3f, "dur": 9.5, "args": {"External id": %d, %s"Ev Idx": %d, "Input Dims": [[8192, 1024], [1024, 4096]], "Input type": ["c10::BFloat16", "c10::BFloat16"]}},)"
            "\n",
            name, thread, m_host, id, sequence, id);
        append(
            m_out,
            R"({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 814, "tid": %d, "ts": %.3f, "dur": 4.1, "args": {"External id": %d, "cbid": 211, "correlation": %d}},)"
            "\n",
            thread, m_host + 3, id, id);
        append(m_out,
               R"({"ph": "s", "id": %d, "pid": 814, "tid": %d, "ts": %.3f, "cat": "ac2g", "name": "ac2g"},)"
               "\n",
               id, thread, m_host + 3);
        m_device = std::max(m_device + 1.3, m_host + 9);
        append(
            m_out,
            R"({"ph": "X", "cat": "kernel", "name": "%s", "pid": 0, "tid": 7, "ts": %.3f, "dur": %.3f, "args": {"External id": %d, "device": 0, "context": 1, "stream": 7, "correlation": %d, "grid": [108, 1, 1], "block": [256, 1, 1]}},)"
            "\n",
            kernel, m_device, takes, id, id);
        append(
            m_out,
            R"({"ph": "f", "id": %d, "pid": 0, "tid": 7, "ts": %.3f, "cat": "ac2g", "name": "ac2g", "bp": "e"},)"
            "\n",
            id, m_device);
        m_device += takes;
        m_host += 14;
        m_events += 5;
    }

    double m_slower;
    std::string m_out;
    std::size_t m_events = 0;
    double m_host = 1000;
    double m_device = 1000;
    int m_number = 0;
    int m_id = 0;
};

double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double wallSeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// How long the verb takes, both files read and compared, beside opening one after the other as the window
/// does, read and the overview told: "times", which shall be 1.5 at most where two cores are free; and of
/// processor time, "times_cpu". Beside reading alone: "times_reading" and "times_reading_cpu".
void BM_CompareRuns(benchmark::State& state)
{
    core::keepFreedMemory();              // as in the programs
    setenv("SHARDSCOPE_CACHE", "off", 1); // files are read, not their cache
    std::array<fs::path, 2> files;
    for (std::size_t side = 0; side < files.size(); ++side) {
        files[side] = fs::temp_directory_path() / ("shardscope-compare-" + std::to_string(side) + ".json");
        std::ofstream(files[side], std::ios::binary) << Training(side == 0 ? 1.0 : 1.2).write();
    }
    const core::Catalog catalog{fs::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    std::array<double, 2> reading{}; // wall, processor
    std::array<double, 2> opening{};
    std::array<double, 2> all{};
    const auto timed = [](std::array<double, 2>& sum, const auto& work) {
        const double wall = wallSeconds();
        const double processor = processorSeconds();
        work();
        sum[0] += wallSeconds() - wall;
        sum[1] += processorSeconds() - processor;
    };
    app::DifferenceRequest request;
    request.sides.a = files[0].string();
    request.sides.b = files[1].string();
    for (auto _ : state) {
        timed(reading, [&] {
            for (const fs::path& file : files)
                benchmark::DoNotOptimize(profiler::importTrace({file}).value().run);
        });
        timed(opening, [&] {
            for (const fs::path& file : files)
                benchmark::DoNotOptimize(
                    profiler::overviewOfPart(profiler::importTrace({file}).value().run, {}).value());
        });
        timed(all, [&] { benchmark::DoNotOptimize(app::sideDifference(catalog, request).value()); });
    }
    state.counters["reading_s"] = reading[0] / static_cast<double>(state.iterations());
    state.counters["opening_s"] = opening[0] / static_cast<double>(state.iterations());
    state.counters["times_reading"] = all[0] / reading[0];
    state.counters["times_reading_cpu"] = all[1] / reading[1];
    state.counters["times"] = all[0] / opening[0];
    state.counters["times_cpu"] = all[1] / opening[1];
    for (const fs::path& file : files) {
        std::error_code failure;
        fs::remove(file, failure);
    }
}
BENCHMARK(BM_CompareRuns)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);

} // namespace
