// SPDX-License-Identifier: GPL-3.0-or-later
// Forward, backward and the optimizer as a cut of a run, where it tells them; process groups as another.
#include "profiler/analyze/input/phases.h"
#include "profiler/analyze/overview/overview.h"
#include "profiler/analyze/selection/part_report.h"
#include "profiler/analyze/selection/run_cut.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <map>
#include <random>

using namespace shardscope;
using namespace shardscope::profiler;
using tests::correlation;
using tests::slice;

namespace {

/// A training run whose planted device times by phase are known; microseconds.
class Training {
public:
    explicit Training(unsigned seed, bool ranges)
        : m_random(seed)
        , m_ranges(ranges)
    {
    }

    std::string make()
    {
        for (int step = 0; step < 4; ++step) {
            const long begin = m_host;
            op("", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "aten::stack"); // nobody's
            for (int part = 0; part < 3; ++part)
                op("forward", m_ranges ? "forward" : "", "aten::mm");
            for (int part = 0; part < 4; ++part)
                op("backward", "autograd::engine::evaluate_function: MmBackward0", "aten::mm", "2");
            if (!m_ranges)
                op("optimizer", "", "aten::norm"); // clips gradients, between the two
            op("optimizer", "Optimizer.step#AdamW.step", "aten::_foreach_add_");
            m_events.push_back(slice("user_annotation", "ProfilerStep#" + std::to_string(step), "1",
                                     static_cast<double>(begin), static_cast<double>(m_host - begin)));
        }
        return tests::joined(m_events);
    }

    std::map<std::string, long> device; ///< by phase

private:
    /// One operation that launches one kernel, within a row called \p around (none where it is empty).
    void op(const std::string& phase, const std::string& around, const std::string& name,
            const std::string& thread = "1")
    {
        const long dur = std::uniform_int_distribution<long>(20, 200)(m_random);
        const double ts = static_cast<double>(m_host);
        if (!around.empty())
            m_events.push_back(
                slice(around.starts_with("autograd") ? "cpu_op" : "user_annotation", around, thread, ts, 40));
        m_events.push_back(slice("cpu_op", name, thread, ts + 5, 30));
        m_events.push_back(
            slice("cuda_runtime", "cudaLaunchKernel", thread, ts + 10, 5, correlation(++m_calls)));
        m_device = std::max(m_device, m_host + 15);
        m_events.push_back(slice("kernel", "kernel of " + phase, "7", static_cast<double>(m_device),
                                 static_cast<double>(dur), correlation(m_calls)));
        m_device += dur;
        m_host += 50;
        device[phase] += dur;
    }

    std::mt19937 m_random;
    bool m_ranges;
    std::vector<std::string> m_events;
    long m_host = 100;
    long m_device = 0;
    int m_calls = 0;
};

std::map<std::string, long> kernelTimes(const core::RunPtr& whole, const Selection& selection)
{
    const core::RunPtr part = selectedRun(whole, selection).value();
    const core::Report report =
        analyzePart(*findAnalysis("kernel_breakdown").value(), AnalysisInput(part), *whole, selection, {}, {})
            .value();
    std::map<std::string, long> times;
    for (const tests::ReportRow& row : tests::rowsOf(report, "kernels"))
        times[row.at("name").get<std::string>()] += std::lround(row.at("sum_ns").get<double>() / 1000);
    return times;
}

} // namespace

class TstPhases : public QObject {
    Q_OBJECT
private slots:
    void names_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("phase");
        QTest::newRow("autograd") << "autograd::engine::evaluate_function: AddmmBackward0"
                                  << "backward";
        QTest::newRow("torchrec") << "## backward ##"
                                  << "backward";
        QTest::newRow("Megatron") << "forward-compute"
                                  << "forward";
        QTest::newRow("pipelining") << "Forward 3"
                                    << "forward";
        QTest::newRow("optimizer") << "Optimizer.step#Adam.step"
                                   << "optimizer";
        QTest::newRow("Lightning") << "optimizer_step"
                                   << "optimizer";
        QTest::newRow("function") << "torch/autograd/__init__.py(243): backward"
                                  << "backward";
        QTest::newRow("another function") << "torch/autograd/profiler.py(700): __enter__"
                                          << "";
        QTest::newRow("an operation") << "aten::mm"
                                      << "";
        QTest::newRow("another word") << "forwarding of messages"
                                      << "";
        QTest::newRow("a module") << "nn.Module: Linear_0"
                                  << "";
    }
    void names()
    {
        QFETCH(QString, name);
        QFETCH(QString, phase);
        const auto found = phaseOfName(name.toStdString());
        QCOMPARE(found ? QString::fromLatin1(core::nameOf(*found).data()) : QString(), phase);
    }

    /// Each kernel is of the phase that launched it, of no other, and those of no phase are of none.
    void kernels_data()
    {
        QTest::addColumn<int>("seed");
        QTest::addColumn<bool>("ranges");
        for (int seed = 1; seed <= 6; ++seed)
            QTest::addRow("%d", seed) << seed << (seed % 2 == 0);
    }
    void kernels()
    {
        QFETCH(int, seed);
        QFETCH(bool, ranges);
        Training training(static_cast<unsigned>(seed), ranges);
        const core::RunPtr run = tests::runOfEvents(training.make());
        for (const Phase phase : {Phase::Forward, Phase::Backward, Phase::Optimizer}) {
            Selection selection;
            selection.phase = phase;
            const std::string name(core::nameOf(phase));
            QCOMPARE(kernelTimes(run, selection),
                     (std::map<std::string, long>{{"kernel of " + name, training.device.at(name)}}));
            selection.step = 2; // with another cut
            QCOMPARE(kernelTimes(run, selection).size(), std::size_t{1});
        }
    }

    /// Every analysis has an answer, and says that it is of a phase.
    void everyAnalysis()
    {
        Training training(7, false);
        const core::RunPtr run = tests::runOfEvents(training.make());
        Selection selection;
        selection.phase = Phase::Backward;
        const AnalysisInput part(selectedRun(run, selection).value());
        QCOMPARE(part.steps(0).steps.size(), std::size_t{4});
        for (const Analysis& analysis : builtinAnalyses()) {
            const auto report = analyzePart(analysis, part, *run, selection, {}, {});
            QVERIFY2(report.ok() && tests::hasFinding(*report, "part.of_phase"),
                     std::string(analysis.key).c_str());
        }
    }

    /// The overview divides the step among its phases: what a phase computes is its kernels' time, no moment
    /// is of two phases, and no findings are above it.
    void overviewOfAPhase()
    {
        for (unsigned seed = 11; seed < 17; ++seed) {
            Training training(seed, seed % 2 == 0);
            const core::RunPtr run = tests::runOfEvents(training.make());
            const Overview whole = overviewOfPart(run, {}).value();
            double sum = 0;
            for (const Phase phase : {Phase::Forward, Phase::Backward, Phase::Optimizer}) {
                Selection selection;
                selection.phase = phase;
                const Overview part = overviewOfPart(run, selection).value();
                QCOMPARE(part.phase, std::string(core::nameOf(phase)));
                QCOMPARE(part.steps, whole.steps);
                double parts = 0;
                for (const StepPart& one : part.parts)
                    parts += one.seconds;
                QVERIFY(std::abs(parts - part.stepSeconds) < 1e-9);
                double findings = 0;
                for (const CostFinding& one : part.findings)
                    findings += one.secondsPerStep;
                QVERIFY(findings <= part.stepSeconds + 1e-9);
                // The kernels of the first step, which does not count, are left out.
                QVERIFY(part.parts.front().seconds * static_cast<double>(whole.steps) <=
                        static_cast<double>(training.device.at(std::string(core::nameOf(phase)))) * 1e-6 +
                            1e-9);
                QVERIFY(part.parts.front().seconds > 0);
                sum += part.stepSeconds;
            }
            QVERIFY(sum <= whole.stepSeconds + 1e-9);
        }
    }

    /// A run that tells no phase has none: a forward pass alone is not known to be one.
    void notTold()
    {
        const core::RunPtr run = tests::runOfEvents(
            tests::joined({slice("cpu_op", "aten::mm", "1", 0, 30),
                           slice("cuda_runtime", "cudaLaunchKernel", "1", 5, 5, correlation(1)),
                           slice("kernel", "gemm", "7", 20, 100, correlation(1))}));
        Selection selection;
        selection.phase = Phase::Forward;
        const auto none = selectedRun(run, selection);
        QVERIFY(!none.ok() && none.error().code == core::ErrorCode::UnknownValue);
        const auto overview = overviewOfPart(run, selection);
        QVERIFY(!overview.ok() && overview.error().code == core::ErrorCode::UnknownValue);
    }

    /// Collectives of one process group alone.
    void groups()
    {
        std::vector<std::string> events;
        for (int call = 0; call < 6; ++call)
            events.push_back(
                slice("kernel", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "20", 100.0 * call, 10.0 + call,
                      R"("Process Group Name":")" + std::string(call % 2 == 0 ? "3" : "4") +
                          R"(","Process Group Description":")" + (call % 2 == 0 ? "mesh_dp" : "mesh_tp") +
                          R"(","Collective name":"allreduce")"));
        events.push_back(slice("kernel", "gemm", "7", 0, 500));
        const core::RunPtr run = tests::runOfEvents(tests::joined(events));
        for (const auto& [group, time] : {std::pair("mesh_dp", 36L), std::pair("4", 39L)}) {
            Selection selection;
            selection.group = group;
            auto times = kernelTimes(run, selection);
            QCOMPARE(times.at("gemm"), 500L);
            QCOMPARE(times.at("ncclDevKernel_AllReduce_Sum_bf16_RING_LL"), time);
        }
        Selection missing;
        missing.group = "mesh_pp";
        const auto none = selectedRun(run, missing);
        QVERIFY(!none.ok() && none.error().code == core::ErrorCode::UnknownValue);
    }
};

SHARDSCOPE_TEST(TstPhases)
#include "tst_phases.moc"
