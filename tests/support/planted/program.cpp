// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/planted/program.h"

#include <algorithm>
#include <functional>
#include <random>
#include <string>

namespace shardscope::tests::planted {

namespace {

constexpr int kSteps = 7;
constexpr int kLayers = 24;
constexpr std::int64_t kKernel = 400'000;
constexpr std::int64_t kLatency = 6'000; ///< from a launch to the kernel's begin
constexpr std::int64_t kPause = 1'000;   ///< between two kernels that were launched in time
constexpr std::int64_t kTransfer = 20'000;
constexpr int kCompute = 7;
constexpr int kCommunicate = 20;

/// One device and the thread that drives it.
struct Unit {
    int rank = 0;
    int device = 0;
    std::int64_t host = 1'000'000;
    std::int64_t computing = 0; ///< when the stream is done
    std::int64_t communicating = 0;
    std::mt19937 random; ///< of the kernels of its own
};

class Simulation {
public:
    explicit Simulation(const Program& program, bool graphs = false)
        : m_program(program)
        , m_graphs(graphs)
    {
        m_recording.ranks = program.ranks;
        m_recording.devices = program.devices;
        for (int rank = 0; rank < program.ranks; ++rank) {
            for (int device = 0; device < program.devices; ++device) {
                Unit unit;
                unit.rank = rank;
                unit.device = device;
                unit.random.seed(program.seed * 1000 + static_cast<unsigned>(rank * 16 + device));
                m_units.push_back(std::move(unit));
            }
        }
        for (int step = 0; step < kSteps; ++step)
            oneStep(step);
    }

    Recording takeRecording() { return std::move(m_recording); }
    [[nodiscard]] double step() const
    {
        return static_cast<double>(m_ends.back() - m_ends.front()) / static_cast<double>(m_ends.size() - 1);
    }

private:
    [[nodiscard]] std::int64_t sizeOf(Cause cause, int rank = -1) const
    {
        for (const PlantedCause& one : m_program.causes) {
            if (one.cause == cause && (rank < 0 || one.rank == rank))
                return one.size;
        }
        return 0;
    }

    Row& add(RowKind kind, const Unit& unit, int lane, std::string name, std::int64_t ts, std::int64_t dur)
    {
        Row row;
        row.kind = kind;
        row.rank = unit.rank;
        row.device = unit.device;
        row.lane = lane;
        row.name = std::move(name);
        row.ts = ts;
        row.dur = dur;
        return m_recording.rows.emplace_back(std::move(row));
    }

    /// A range of the host's thread, with what its recording costs before and behind it.
    void range(Unit& unit, RowKind kind, const std::string& name, std::int64_t takes,
               const std::function<void()>& inside = {}, const std::string& shapes = {})
    {
        unit.host += 72 * m_program.recorder / 100;
        const std::int64_t begin = unit.host;
        unit.host += takes / 2;
        if (inside)
            inside();
        unit.host += takes - takes / 2;
        Row& row = add(kind, unit, unit.device, name, begin, unit.host - begin);
        row.shapes = shapes;
        if (!shapes.empty())
            row.types = R"(["c10::BFloat16", "c10::BFloat16"])";
        unit.host += 28 * m_program.recorder / 100;
    }

    /// A call of the runtime that gives the device work; when that can begin.
    std::int64_t launch(Unit& unit)
    {
        const bool records = m_program.recorder > 0;
        unit.host += records ? 500 : 0;
        const std::int64_t begin = unit.host;
        unit.host += 2'200 + (records ? 2'000 : 0);
        add(RowKind::Launch, unit, unit.device, "cudaLaunchKernel", begin, unit.host - begin).correlation =
            ++m_calls;
        unit.host += records ? 500 : 0;
        return begin + kLatency;
    }

    void kernel(Unit& unit, const std::string& name, std::int64_t takes)
    {
        const std::int64_t ready = launch(unit);
        const std::int64_t begin = std::max(ready, unit.computing + kPause);
        unit.computing = begin + takes;
        add(RowKind::Kernel, unit, kCompute, name, begin, takes).correlation = m_calls;
    }

    /// Kernels of one launch, without pauses: as of a graph.
    void graph(Unit& unit, const std::string& name, std::int64_t count, std::int64_t takes)
    {
        const std::int64_t begin = std::max(launch(unit), unit.computing + kPause);
        unit.computing = begin + count * takes;
        add(RowKind::Kernel, unit, kCompute, name, begin, count * takes).correlation = m_calls;
    }

    void linear(Unit& unit, const std::string& name, std::int64_t takes, const std::string& shapes = {},
                const std::string& op = "aten::mm")
    {
        range(unit, RowKind::Operator, "aten::linear", 5'000, [&] {
            range(unit, RowKind::Operator, "aten::t", 250,
                  [&] { range(unit, RowKind::Operator, "aten::transpose", 600); });
            range(
                unit, RowKind::Operator, op, 3'000, [&] { kernel(unit, name, takes); }, shapes);
        });
    }

    void wait(Unit& unit, const std::string& name)
    {
        const std::int64_t begin = unit.host;
        unit.host = std::max({unit.host, unit.computing, unit.communicating}) + 5'000;
        add(RowKind::Wait, unit, unit.device, name, begin, unit.host - begin);
    }

    /// All meet: each one's kernel begins when it is there, and all end together.
    void reduce(std::int64_t takes, bool behindComputing)
    {
        std::vector<std::int64_t> begins;
        std::vector<int> calls;
        for (Unit& unit : m_units) {
            std::int64_t ready = 0;
            range(unit, RowKind::Operator, "c10d::allreduce_", 8'000, [&] { ready = launch(unit); });
            ready = std::max(ready, unit.communicating + kPause);
            begins.push_back(behindComputing ? std::max(ready, unit.computing + kPause) : ready);
            calls.push_back(m_calls);
        }
        const std::int64_t end = *std::ranges::max_element(begins) + takes;
        for (std::size_t at = 0; at < m_units.size(); ++at) {
            Row& row = add(RowKind::Collective, m_units[at], kCommunicate,
                           "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                           begins[at], end - begins[at]);
            row.correlation = calls[at];
            row.bytes = takes * 100; // 100 GB/s, whatever else it waits for
            m_units[at].communicating = end;
        }
    }

    /// Nothing of the next step begins before.
    void join()
    {
        for (Unit& unit : m_units)
            unit.computing = std::max(unit.computing, unit.communicating);
    }

    /// Launches between begin and end go into a graph, which nobody launches.
    void capture(Unit& unit, std::int64_t takes)
    {
        constexpr std::int64_t kLaunches = 20;
        const auto call = [&](const char* name) {
            add(RowKind::Call, unit, unit.device, name, unit.host, 3'000);
            unit.host += 3'000;
        };
        call("cudaStreamBeginCapture");
        for (std::int64_t at = 0; at < kLaunches; ++at)
            range(unit, RowKind::Operator, "aten::mul", takes / kLaunches - 3'000, [&] {
                add(RowKind::Launch, unit, unit.device, "cudaLaunchKernel", unit.host, 3'000).correlation =
                    ++m_calls;
                unit.host += 3'000;
            });
        call("cudaStreamEndCapture");
    }

    void beginStep(Unit& unit, int step)
    {
        if (const std::int64_t size = sizeOf(Cause::Input))
            range(unit, RowKind::Python, "train.py(12): make_batch", size);
        if (const std::int64_t size = sizeOf(Cause::RankInput, unit.rank))
            range(unit, RowKind::Python, "train.py(31): read_shard", size);
        if (const std::int64_t size = sizeOf(Cause::Checkpoint); size > 0 && step % 3 == 2)
            range(unit, RowKind::Python, "train.py(57): save_checkpoint", size);
        if (const std::int64_t size = sizeOf(Cause::Capture))
            capture(unit, size);
        if (const std::int64_t size = sizeOf(Cause::Allocation))
            range(unit, RowKind::Operator, "aten::empty", 2'000, [&] {
                const std::int64_t begin = unit.host;
                unit.host += size;
                add(RowKind::Call, unit, unit.device, "cudaMalloc", begin, size);
            });
        const std::int64_t tiny = sizeOf(Cause::Launches);
        if (tiny > 0 && m_graphs)
            graph(unit, "void at::native::reduce_kernel<512, 1>(float*)", tiny, 3'000);
        for (std::int64_t at = 0; at < tiny && !m_graphs; ++at)
            linear(unit, "void at::native::reduce_kernel<512, 1>(float*)", 3'000, {}, "aten::sum");
    }

    void layer(Unit& unit, int at)
    {
        const std::int64_t slower = 1000 + sizeOf(Cause::SlowRank, unit.rank);
        const auto jitter = std::uniform_int_distribution<std::int64_t>(-4'000, 4'000)(unit.random);
        linear(unit, "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n", (kKernel + jitter) * slower / 1000);
        const std::int64_t waits = sizeOf(Cause::Waits);
        if (waits > 0 && at % std::max<std::int64_t>(1, kLayers / waits) == 0 &&
            at / (kLayers / waits) < waits)
            range(unit, RowKind::Operator, "aten::item", 1'000, [&] { wait(unit, "cudaStreamSynchronize"); });
        if (const std::int64_t longer = sizeOf(Cause::SlowKernel); longer > 0 && at == 3)
            linear(unit, "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize64x64", kProductNs + longer,
                   "[[8192, 4096], [4096, 4096]]");
    }

    void oneStep(int step)
    {
        std::vector<std::int64_t> begins;
        for (Unit& unit : m_units) {
            begins.push_back(unit.host);
            beginStep(unit, step);
        }
        for (int at = 0; at < kLayers; ++at) {
            for (Unit& unit : m_units)
                layer(unit, at);
            if (m_units.size() > 1 && at == kLayers / 2)
                reduce(4 * kTransfer, true); // hidden by the layers that follow
        }
        if (m_units.size() > 1)
            reduce(kTransfer + sizeOf(Cause::Exposed), true);
        join();
        for (std::size_t at = 0; at < m_units.size(); ++at) {
            wait(m_units[at], "cudaDeviceSynchronize");
            if (m_units[at].device == 0)
                add(RowKind::Step, m_units[at], m_units[at].device, "ProfilerStep#" + std::to_string(step),
                    begins[at], m_units[at].host - begins[at]);
        }
        m_ends.push_back(std::ranges::max(m_units, {}, &Unit::host).host);
    }

    const Program& m_program;
    bool m_graphs;
    Recording m_recording;
    std::vector<Unit> m_units;
    std::vector<std::int64_t> m_ends;
    int m_calls = 0;
};

/// When each stage's passes begin, and a step ends: a pass begins when its stage is free and the neighbour's
/// pass of the same micro-batch is over.
class PipelineSimulation {
public:
    explicit PipelineSimulation(const Pipeline& pipeline)
        : m_pipeline(pipeline)
    {
        m_recording.ranks = pipeline.stages;
        for (int step = 0; step < kSteps; ++step)
            oneStep(step);
    }
    Recording takeRecording() { return std::move(m_recording); }
    [[nodiscard]] double idle() const { return static_cast<double>(m_idle) / (kSteps * m_pipeline.stages); }

private:
    [[nodiscard]] std::int64_t passOf(int stage, bool forward) const
    {
        const std::int64_t usual = forward ? m_pipeline.forward : m_pipeline.backward;
        return stage == m_pipeline.slowStage ? usual * (1000 + m_pipeline.slower) / 1000 : usual;
    }

    Row& add(RowKind kind, int stage, int lane, std::string name, std::int64_t ts, std::int64_t dur)
    {
        Row row;
        row.kind = kind;
        row.rank = stage;
        row.lane = lane;
        row.name = std::move(name);
        row.ts = ts;
        row.dur = dur;
        return m_recording.rows.emplace_back(std::move(row));
    }

    void oneStep(int step)
    {
        const std::int64_t begin = m_now;
        std::vector<std::int64_t> free(static_cast<std::size_t>(m_pipeline.stages), begin);
        std::int64_t busy = 0;
        for (const bool forward : {true, false}) {
            for (int micro = 0; micro < m_pipeline.microBatches; ++micro) {
                std::int64_t ready = begin; // from the neighbour
                for (int at = 0; at < m_pipeline.stages; ++at) {
                    const int stage = forward ? at : m_pipeline.stages - 1 - at;
                    std::int64_t& own = free[static_cast<std::size_t>(stage)];
                    const std::int64_t from = std::max(own, ready);
                    const std::int64_t takes = passOf(stage, forward);
                    const std::string name =
                        "PP:" + std::to_string(stage) + (forward ? "F" : "B") + std::to_string(micro);
                    add(RowKind::Annotation, stage, 0, name, from, takes);
                    add(RowKind::Launch, stage, 0, "cudaLaunchKernel", from + 1'000, 3'000).correlation =
                        ++m_calls;
                    add(RowKind::Kernel, stage, kCompute, "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n",
                        from + 5'000, takes - 10'000)
                        .correlation = m_calls;
                    own = ready = from + takes;
                    busy += takes;
                }
            }
        }
        m_now = *std::ranges::max_element(free) + 10'000;
        m_idle += (m_now - 10'000 - begin) * m_pipeline.stages - busy;
        for (int stage = 0; stage < m_pipeline.stages; ++stage)
            add(RowKind::Step, stage, 0, "ProfilerStep#" + std::to_string(step), begin, m_now - begin);
    }

    const Pipeline& m_pipeline;
    Recording m_recording;
    std::int64_t m_now = 1'000'000;
    std::int64_t m_idle = 0;
    int m_calls = 0;
};

} // namespace

Recording recorded(const Pipeline& pipeline) { return PipelineSimulation(pipeline).takeRecording(); }

double bubbleOf(const Pipeline& pipeline) { return PipelineSimulation(pipeline).idle(); }

bool Program::has(Cause cause) const
{
    return std::ranges::any_of(causes, [&](const PlantedCause& one) { return one.cause == cause; });
}

Recording recorded(const Program& program) { return Simulation(program).takeRecording(); }

double stepOf(const Program& program) { return Simulation(program).step(); }

double costOf(const Program& program, std::size_t index)
{
    const Cause cause = program.causes[index].cause;
    if (cause == Cause::Launches) // without launching, its kernels still run
        return stepOf(program) - Simulation(program, true).step();
    Program without = program;
    without.causes.erase(without.causes.begin() + static_cast<std::ptrdiff_t>(index));
    if (cause == Cause::SlowKernel) // at the device's limit, it still runs
        return static_cast<double>(program.causes[index].size);
    return stepOf(program) - stepOf(without);
}

} // namespace shardscope::tests::planted
