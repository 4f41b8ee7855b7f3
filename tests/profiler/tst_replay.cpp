// SPDX-License-Identifier: GPL-3.0-or-later
// What a step would take without its recorder: against planted runs whose recorder costs what the test says,
// and against recordings whose time without one was measured.
#include "profiler/analyze/overview/overview.h"
#include "profiler/analyze/time/replay.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <functional>

using namespace shardscope;
using namespace shardscope::profiler;

namespace {

/// A host that runs operators and a device that runs their kernels, in microseconds; recording an event costs
/// the host the same each time, before its begin and behind its end. Shares nothing with the replay.
class PlantedRun {
public:
    PlantedRun(double cost, double kernel, int operators)
        : m_cost(cost)
    {
        for (int step = 0; step < 6; ++step) {
            const double begin = m_host;
            for (int one = 0; one < operators; ++one) {
                operation("aten::linear", 6, [&] {
                    operation("aten::t", 0.25, [&] { operation("aten::transpose", 0.6, [] {}); });
                    operation("aten::mm", 4, [&] { launch(kernel); });
                });
            }
            synchronize();
            m_ends.push_back(m_host);
            m_events.push_back(tests::slice("user_annotation", "ProfilerStep#" + std::to_string(step), "1",
                                            begin, m_host - begin));
        }
    }
    [[nodiscard]] double step() const
    {
        return (m_ends.back() - m_ends.front()) / static_cast<double>(m_ends.size() - 1);
    }
    [[nodiscard]] core::RunPtr run() const { return tests::runOfEvents(tests::joined(m_events)); }

private:
    void operation(const std::string& name, double takes, const std::function<void()>& inside)
    {
        m_host += 0.72 * m_cost;
        const double begin = m_host;
        m_host += takes / 2;
        inside();
        m_host += takes / 2;
        m_events.push_back(tests::slice("cpu_op", name, "1", begin, m_host - begin));
        m_host += 0.28 * m_cost;
    }
    void launch(double kernel)
    {
        const bool records = m_cost > 0;
        m_host += records ? 0.5 : 0;
        const double begin = m_host;
        const double start = std::max(begin + 6, m_deviceEnd + 1.3);
        m_deviceEnd = start + kernel;
        m_host += 2.2 + (records ? 2.0 : 0.0);
        m_events.push_back(tests::slice("cuda_runtime", "cudaLaunchKernel", "1", begin, m_host - begin,
                                        tests::correlation(++m_id)));
        m_events.push_back(tests::slice("kernel", "gemm", "7", start, kernel, tests::correlation(m_id)));
        m_host += records ? 0.5 : 0;
    }
    void synchronize()
    {
        const double begin = m_host;
        m_host = std::max(m_host, m_deviceEnd) + 5;
        m_events.push_back(tests::slice("cuda_runtime", "cudaDeviceSynchronize", "1", begin, m_host - begin));
    }

    double m_cost;
    double m_host = 10;
    double m_deviceEnd = 0;
    int m_id = 0;
    std::vector<double> m_ends;
    std::vector<std::string> m_events;
};

UnrecordedStep replayed(const core::RunPtr& run)
{
    const AnalysisInput input(run);
    return *unrecordedStep(input, 0, {}).value();
}

} // namespace

class TstReplay : public QObject {
    Q_OBJECT
private slots:
    void plantedCosts_data()
    {
        QTest::addColumn<double>("cost");
        QTest::addColumn<double>("kernel");
        for (const double cost : {1.0, 2.0, 3.3, 5.0}) {
            QTest::addRow("the device limits, %.1f us an event", cost) << cost << 60.0;
            QTest::addRow("recording makes the host the limit, %.1f us an event", cost) << cost << 22.0;
            QTest::addRow("the host limits, %.1f us an event", cost) << cost << 5.0;
        }
    }
    void plantedCosts()
    {
        QFETCH(double, cost);
        QFETCH(double, kernel);
        const PlantedRun native(0, kernel, 50);
        const PlantedRun recorded(cost, kernel, 50);
        const UnrecordedStep told = replayed(recorded.run());
        QVERIFY2(told.why == NoReplay::None, core::nameOf(told.why).data());
        const double truth = native.step() * 1e3;
        QVERIFY(std::abs(told.differs) < 0.003); // run again at no cost, it is the recording
        QVERIFY(std::abs(told.recorded - recorded.step() * 1e3) < 0.001 * told.recorded);
        QVERIFY2(told.low <= truth && truth <= told.high,
                 qPrintable(QString("%1 in %2 to %3").arg(truth).arg(told.low).arg(told.high)));
        if (kernel > 50) // whatever the constants are
            QVERIFY(std::abs(told.seconds - truth) < 0.02 * truth);
    }

    /// If threads or ranks wait for each other, one clock tells nothing, and that is said.
    void abstains()
    {
        std::vector<std::string> events;
        for (int step = 0; step < 4; ++step) {
            const double at = 1000.0 * step;
            events.push_back(
                tests::slice("user_annotation", "ProfilerStep#" + std::to_string(step), "1", at, 1000));
            events.push_back(tests::slice("cpu_op", "aten::mm", "1", at + 10, 800));
            events.push_back(tests::slice("cpu_op", "aten::embedding", "2", at + 100, 800));
            events.push_back(tests::slice("cuda_runtime", "cudaLaunchKernel", "1", at + 20, 5,
                                          tests::correlation(step + 1)));
            events.push_back(tests::slice("kernel", "gemm", "7", at + 30, 500, tests::correlation(step + 1)));
        }
        QVERIFY(replayed(tests::runOfEvents(tests::joined(events))).why == NoReplay::Threads);
        std::erase_if(events,
                      [](const std::string& event) { return event.find("embedding") != std::string::npos; });
        QVERIFY(replayed(tests::runOfEvents(tests::joined(events))).why == NoReplay::None);
        events.push_back(tests::slice("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "9", 40, 100));
        QVERIFY(replayed(tests::runOfEvents(tests::joined(events))).why == NoReplay::Communication);
    }

    /// Steps that were measured without a profiler: ../shared/traces/shardscope/traces_meta.json and
    /// ../shared/measured/h200_persia.json.
    void measuredWithout_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("truth"); ///< ms
        QTest::addColumn<double>("within");
        QTest::newRow("GPT-2 medium: the device limits") << "h200_gpt2_medium_accum4" << 343.236 << 0.02;
        QTest::newRow("DLRM: the host limits") << "h200_dlrm_gpu" << 8.2587 << 0.08;
        QTest::newRow("PERSIA, synchronous") << "h200_persia_full_sync" << 182.613 << 0.03;
    }
    void measuredWithout()
    {
        QFETCH(QString, file);
        QFETCH(double, truth);
        QFETCH(double, within);
        const auto path = tests::sharedTraces() / "shardscope" / (file.toStdString() + ".json.gz");
        if (!std::filesystem::exists(path))
            QSKIP("shared traces are not here");
        const Overview overview = overviewOfPart(tests::imported(path).run, {}).value();
        QCOMPARE(overview.unrecorded.unknown, std::string());
        QVERIFY(overview.unrecorded.low * 1e3 <= truth && truth <= overview.unrecorded.high * 1e3);
        QVERIFY(std::abs(overview.unrecorded.seconds * 1e3 - truth) <= within * truth);
        QVERIFY(overview.unrecorded.high - overview.unrecorded.low <= 2 * 0.08 * overview.unrecorded.seconds);
    }
};

SHARDSCOPE_TEST(TstReplay)
#include "tst_replay.moc"
