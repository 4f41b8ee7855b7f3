// SPDX-License-Identifier: GPL-3.0-or-later
// What slow operations, copies and collectives cost, and what fusing would save, on random runs in which each
// was put at known times: the finding's seconds are the step less the step without it.
#include "core/catalog/catalog.h"
#include "profiler/analyze/overview/overview.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <sstream>

using namespace shardscope;
using namespace shardscope::profiler;

namespace {

/// A DGX H100 (resources/hardware/dgx-h100.json and its device's file).
const core::HardwareSpec& machine()
{
    static const core::Catalog catalog{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    static const core::HardwareSpec hardware = catalog.hardware("dgx-h100").value();
    return hardware;
}
double memoryRate() { return machine().tier(core::Tier::Device)->bandwidth.value.value(); }
double hostRate()
{
    const core::MemoryTier& host = *machine().tier(core::Tier::Host);
    return host.bandwidth.value.value() / static_cast<double>(host.sharedBy);
}
double nodeRate() { return machine().link(core::LinkLevel::Node)->bandwidth.value.value(); }

/// One rank's program: work follows work on one stream, launched well before; a trace of it in nanoseconds.
class Program {
public:
    void step(int number)
    {
        if (number > 0)
            endStep();
        m_begin = m_host;
        m_number = number;
    }
    void endStep()
    {
        m_host = std::max(m_host, m_device);
        event("user_annotation", "ProfilerStep#" + std::to_string(m_number), 100, 1, m_begin,
              m_host - m_begin);
    }
    /// A kernel of \p ns, launched in \p operation.
    void kernel(const std::string& operation, const std::string& shapes, const std::string& types,
                const std::string& name, std::int64_t ns)
    {
        const std::string shape =
            shapes.empty() ? std::string() : R"("Input Dims":)" + shapes + R"(,"Input type":)" + types + ",";
        event("cpu_op", operation, 100, 1, m_host, 900, shape + R"("x":1)");
        work("kernel", "cudaLaunchKernel", name, ns);
    }
    void product(std::int64_t ns)
    {
        kernel("aten::mm", "[[4096,4096],[4096,4096]]", R"(["float","float"])", "sgemm", ns);
    }
    void copy(const std::string& name, std::int64_t bytes, std::int64_t ns, int stream = 7)
    {
        work("gpu_memcpy", "cudaMemcpyAsync", name, ns, R"(,"bytes":)" + std::to_string(bytes), stream);
    }
    /// Comes \p late ns after the work before it and lasts \p ns.
    void collective(const std::string& kind, std::int64_t elements, int ranks, std::int64_t late,
                    std::int64_t ns)
    {
        std::string group;
        for (int rank = 0; rank < ranks; ++rank)
            group += (rank > 0 ? ", " : "") + std::to_string(rank);
        m_device += late;
        work("kernel", "cudaLaunchKernel", "ncclDevKernel_" + kind + "_Sum_f32_RING_LL(ncclDevKernelArgs)",
             ns,
             R"(,"Collective name":"allreduce","dtype":"Float","In msg nelems":)" + std::to_string(elements) +
                 R"(,"Out msg nelems":)" + std::to_string(elements) + R"(,"Group size":)" +
                 std::to_string(ranks) + R"(,"Process Group Name":"0","Process Group Ranks":"[)" + group +
                 R"(]")");
    }
    void idle(std::int64_t ns) { m_device += ns; }
    [[nodiscard]] std::int64_t now() const { return m_device; }
    [[nodiscard]] std::string text() const { return m_text.str(); }

private:
    void event(const char* category, const std::string& name, int pid, int tid, std::int64_t ns,
               std::int64_t duration, const std::string& args = {})
    {
        const auto micros = [](std::int64_t value) {
            std::string rest = std::to_string(value % 1000);
            rest.insert(0, 3 - rest.size(), '0');
            return std::to_string(value / 1000) + "." + rest;
        };
        m_text << (m_text.tellp() > 0 ? ",\n" : "") << R"({"ph":"X","cat":")" << category << R"(","name":")"
               << name << R"(","pid":)" << pid << R"(,"tid":)" << tid << R"(,"ts":)" << micros(ns)
               << R"(,"dur":)" << micros(duration) << R"(,"args":{)" << args << "}}";
    }
    void work(const char* category, const char* call, const std::string& name, std::int64_t ns,
              const std::string& args = {}, int stream = 7)
    {
        const std::string id = std::to_string(++m_correlation);
        event("cuda_runtime", call, 100, 1, m_host + 200, 500, R"("correlation":)" + id);
        std::int64_t& end = stream == 7 ? m_device : m_other;
        end = std::max(end, stream == 7 ? m_host + 900 : m_device - ns);
        event(category, name, 0, stream, end, ns,
              R"("device":0,"stream":)" + std::to_string(stream) + R"(,"correlation":)" + id + args);
        end += ns;
        m_host += 1000;
    }

    std::ostringstream m_text;
    std::int64_t m_host = 0;
    std::int64_t m_device = 0;
    std::int64_t m_other = 0;
    std::int64_t m_begin = 0;
    int m_number = 0;
    int m_correlation = 0;
};

const char* const kElementwise = "void at::native::vectorized_elementwise_kernel<4, Functor>(int)";
constexpr int kSteps = 5; // of which the device's first does not count

std::string fileOf(const std::string& events, int rank = 0, int world = 1, const char* host = "one")
{
    return R"({"host_name":")" + std::string(host) + R"(","distributedInfo":{"rank":)" +
           std::to_string(rank) + R"(,"world_size":)" + std::to_string(world) +
           R"(},"deviceProperties":[{"id":0,"name":"NVIDIA H100 80GB HBM3"}],"traceEvents":[)" + events +
           "]}";
}

Overview overviewOf(const std::vector<std::filesystem::path>& files)
{
    AnalysisOptions options;
    options.hardware = machine();
    auto overview = overviewOfPart(tests::imported(files).run, {}, options);
    if (!overview.ok())
        QTest::qFail("no overview", __FILE__, __LINE__);
    return overview.ok() ? std::move(overview).value() : Overview{};
}

Overview overviewOf(const Program& program)
{
    const tests::ScratchFolder scratch;
    return overviewOf({scratch.write("a.json", fileOf(program.text()))});
}

const CostFinding* costOf(const Overview& overview, const std::string& kind)
{
    const auto found = std::ranges::find(overview.findings, kind, &CostFinding::kind);
    return found == overview.findings.end() ? nullptr : &*found;
}

/// Told where it costs a hundredth of the step, within a twentieth of the truth.
void compareCost(const Overview& overview, const std::string& kind, double seconds)
{
    const CostFinding* const found = costOf(overview, kind);
    const double told = found == nullptr ? 0 : found->secondsPerStep;
    const QString both = QStringLiteral("%1: told %2 us, true %3 us of %4")
                             .arg(QString::fromStdString(kind))
                             .arg(told * 1e6)
                             .arg(seconds * 1e6)
                             .arg(overview.stepSeconds * 1e6);
    if (seconds < 0.0095 * overview.stepSeconds)
        QVERIFY2(told < 0.0105 * overview.stepSeconds, qPrintable(both));
    else if (seconds > 0.0105 * overview.stepSeconds)
        QVERIFY2(std::abs(told - seconds) <= 0.05 * seconds, qPrintable(both));
}

std::int64_t between(std::mt19937& random, std::int64_t least, std::int64_t most)
{
    return std::uniform_int_distribution<std::int64_t>(least, most)(random);
}

std::int64_t nanos(double bytes, double rate) { return std::llround(bytes / rate * 1e9); }

} // namespace

class TstSlowOperations : public QObject {
    Q_OBJECT
private slots:
    void chainsArePricedByBytes();
    void whatIsNoChain();
    void gradientsAreOneFinding();
    void slowMemory();
    void slowCopies();
    void slowCollectives();
};

/// A chain of one-operand operations whose kernels move bytes at one rate: one kernel would take as long as
/// one of them. With second operands, these are still read.
void TstSlowOperations::chainsArePricedByBytes()
{
    std::mt19937 random(20261129);
    for (int run = 0; run < 12; ++run) {
        Program program;
        double saved = 0;
        for (int step = 0; step < kSteps; ++step) {
            std::mt19937 own(static_cast<unsigned>(run)); // each step alike
            program.step(step);
            for (std::int64_t chain = between(own, 1, 4); chain-- > 0;) {
                program.product(between(own, 100'000, 900'000));
                const std::int64_t rows = between(own, 512, 4096);
                const std::string shape = "[" + std::to_string(rows) + ",1024]";
                const double tensor = static_cast<double>(rows) * 1024 * 2;
                const double rate = memoryRate() * 0.01 * static_cast<double>(between(own, 50, 90));
                double apart = 0;
                double fused = 2 * tensor; // the first operand, the last result
                for (std::int64_t link = between(own, 1, 6); link-- > 0;) {
                    const bool two = between(own, 0, 2) == 0;
                    fused += two ? tensor : 0;
                    const double bytes = (two ? 3 : 2) * tensor;
                    apart += bytes;
                    program.kernel(two ? "aten::add" : "aten::tanh",
                                   two ? "[" + shape + "," + shape + ",[]]" : "[" + shape + "]",
                                   two ? R"(["c10::BFloat16","c10::BFloat16","Scalar"])"
                                       : R"(["c10::BFloat16"])",
                                   kElementwise, nanos(bytes, rate));
                }
                saved += (apart - fused) / rate;
            }
        }
        program.endStep();
        compareCost(overviewOf(program), "unfused_elementwise", saved / kSteps);
    }
}

/// Kernels that do not hand a tensor on, of different steps, or that add to gradients that are kept.
void TstSlowOperations::whatIsNoChain()
{
    const char* const one = R"(["float"])";
    Program apart;
    Program steps;
    for (int step = 0; step < kSteps; ++step) {
        apart.step(step);
        apart.kernel("aten::tanh", "[[4096,1024]]", one, kElementwise, 200'000);
        apart.kernel("aten::tanh", "[[1024,4096]]", one, kElementwise, 200'000);
        apart.kernel("aten::exp", "[[4096,1024]]", one, kElementwise, 200'000);
        steps.step(step);
        steps.kernel("aten::tanh", "[[4096,1024]]", one, kElementwise, 200'000);
        steps.product(200'000);
        steps.kernel("aten::exp", "[[4096,1024]]", one, kElementwise, 200'000);
    }
    apart.endStep();
    steps.endStep();
    QVERIFY(costOf(overviewOf(apart), "unfused_elementwise") == nullptr);
    QVERIFY(costOf(overviewOf(steps), "unfused_elementwise") == nullptr);
    // What is not known is bounded, and said so.
    Program unknown;
    for (int step = 0; step < kSteps; ++step) {
        unknown.step(step);
        unknown.product(200'000);
        unknown.kernel("aten::tanh", "", "", kElementwise, 300'000);
        unknown.kernel("aten::exp", "", "", kElementwise, 200'000);
    }
    unknown.endStep();
    const Overview overview = overviewOf(unknown);
    compareCost(overview, "unfused_elementwise", 200e-6);
    const CostFinding* const bound = costOf(overview, "unfused_elementwise");
    QVERIFY(bound != nullptr && bound->confidence == Confidence::Low);
    QCOMPARE(bound->variant, std::string("bound"));
    QCOMPARE(bound->evidence.front().dur, std::int64_t{500'000});
}

/// A product and its two gradients, as slow: one finding; a fourth of other sizes is another.
void TstSlowOperations::gradientsAreOneFinding()
{
    const char* const types = R"(["c10::BFloat16","c10::BFloat16"])";
    const double flops = 2.0 * 8192 * 1024 * 50257;
    const double peak = machine().engine(core::EngineKind::Matrix, core::Dtype::Bf16)->peak.value.value();
    const std::int64_t slow = nanos(flops, 0.1 * peak);
    Program program;
    for (int step = 0; step < kSteps; ++step) {
        program.step(step);
        program.kernel("aten::mm", "[[8192,1024],[1024,50257]]", types, "gemm_a", slow);
        program.kernel("aten::mm", "[[8192,50257],[50257,1024]]", types, "gemm_b", slow);
        program.kernel("aten::mm", "[[50257,8192],[8192,1024]]", types, "gemm_c", slow);
        program.kernel("aten::mm", "[[8192,1024],[1024,4096]]", types, "gemm_d",
                       nanos(flops * 4096 / 50257, 0.7 * peak));
    }
    program.endStep();
    const Overview overview = overviewOf(program);
    QCOMPARE(std::ranges::count(overview.findings, "slow_kernel", &CostFinding::kind), std::ptrdiff_t{1});
    compareCost(overview, "slow_kernel", 3 * 0.9 * static_cast<double>(slow) * 1e-9);
    QCOMPARE(costOf(overview, "slow_kernel")->args.at(6), std::string("2"));
}

/// A softmax that moves its bytes at a random part of the bandwidth.
void TstSlowOperations::slowMemory()
{
    std::mt19937 random(7);
    for (int run = 0; run < 12; ++run) {
        const double share = 0.01 * static_cast<double>(between(random, 5, 90));
        const double bytes = 2.0 * 4 * 8192 * static_cast<double>(between(random, 4, 64)) * 256;
        const std::int64_t columns = std::llround(bytes / (2.0 * 4 * 8192));
        const std::int64_t took = nanos(bytes, share * memoryRate());
        Program program;
        for (int step = 0; step < kSteps; ++step) {
            program.step(step);
            program.product(300'000);
            program.kernel("aten::_softmax", "[[8192," + std::to_string(columns) + "],[],[]]",
                           R"(["float","Scalar","Scalar"])", "void softmax_warp_forward<float>()", took);
        }
        program.endStep();
        const bool slow = share <= 0.25 && took >= 20'000;
        compareCost(overviewOf(program), "slow_memory_kernel",
                    slow ? static_cast<double>(took) * 1e-9 * (1 - share) : 0);
    }
}

/// Copies of a known part of the link's bandwidth, alone and beside a kernel that hides them.
void TstSlowOperations::slowCopies()
{
    std::mt19937 random(11);
    for (int run = 0; run < 12; ++run) {
        const double share = 0.01 * static_cast<double>(between(random, 3, 95));
        const bool hidden = run % 3 == 0;
        const bool pageable = run % 2 == 0;
        const std::int64_t bytes = between(random, 4, 40) * 1024 * 1024;
        const std::int64_t took = nanos(static_cast<double>(bytes), share * hostRate());
        Program program;
        for (int step = 0; step < kSteps; ++step) {
            program.step(step);
            program.product(hidden ? took + 200'000 : 500'000);
            program.copy(pageable ? "Memcpy HtoD (Pageable -> Device)" : "Memcpy HtoD (Pinned -> Device)",
                         bytes, took, hidden ? 9 : 7);
        }
        program.endStep();
        const Overview overview = overviewOf(program);
        const bool slow = share <= 0.5 && !hidden;
        compareCost(overview, "slow_copy", slow ? static_cast<double>(took) * 1e-9 * (1 - share) : 0);
        if (const CostFinding* const found = costOf(overview, "slow_copy"))
            QCOMPARE(found->advice, std::string(pageable ? "slow_copy.pageable" : "slow_copy"));
    }
}

/// All-reduces in one node, of which only what follows the last rank's coming counts; where a host or a rank
/// is not known, nothing is said.
void TstSlowOperations::slowCollectives()
{
    std::mt19937 random(13);
    for (int run = 0; run < 8; ++run) {
        const int ranks = static_cast<int>(between(random, 2, 4));
        const double share =
            0.005 * static_cast<double>(between(random, run % 2 == 0 ? 1 : 2, run % 2 == 0 ? 2 : 60));
        const std::int64_t elements = between(random, 8, 64) * 1024 * 1024;
        const double bus = 2.0 * (ranks - 1) / ranks * static_cast<double>(elements) * 4;
        const std::int64_t took = nanos(bus, share * nodeRate());
        const std::int64_t late = between(random, 0, 3'000'000);
        const auto overview = [&](bool hosts, int written, bool apart = false) {
            const tests::ScratchFolder scratch;
            std::vector<std::filesystem::path> files;
            for (int rank = 0; rank < written; ++rank) {
                Program program;
                for (int step = 0; step < kSteps; ++step) {
                    program.step(step);
                    program.product(1'000'000 + (rank == 1 ? late : 0));
                    program.collective("AllReduce", elements, ranks, 0, took + (rank == 1 ? 0 : late));
                }
                program.endStep();
                files.push_back(scratch.write("rank" + std::to_string(rank) + ".json",
                                              fileOf(program.text(), rank, ranks,
                                                     !hosts               ? ""
                                                     : apart && rank == 0 ? "two"
                                                                          : "one")));
            }
            return overviewOf(files);
        };
        const Overview whole = overview(true, ranks);
        compareCost(whole, "slow_collective",
                    share <= 0.15 ? static_cast<double>(took) * 1e-9 * (1 - share) : 0);
        // Between two hosts the one rank's port limits all, and nobody recorded that network.
        const double port = machine().link(core::LinkLevel::Cluster)->bandwidth.value.value();
        const double ofPort = share * nodeRate() / port;
        const Overview apart = overview(true, ranks, true);
        compareCost(apart, "slow_collective",
                    ofPort <= 0.15 ? static_cast<double>(took) * 1e-9 * (1 - ofPort) : 0);
        if (const CostFinding* const found = costOf(apart, "slow_collective"))
            QVERIFY(found->confidence == Confidence::Low && found->variant == "network");
        QVERIFY(costOf(overview(false, ranks), "slow_collective") == nullptr);
        QVERIFY(costOf(overview(true, ranks - 1), "slow_collective") == nullptr);
    }
}

SHARDSCOPE_TEST(TstSlowOperations)
#include "tst_slow_operations.moc"
