// SPDX-License-Identifier: GPL-3.0-or-later
// What a run cannot tell is said, with the reason; and nothing is blamed for it.
#include "profiler/analyze/overview/overview.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <sstream>

using namespace shardscope;
using namespace shardscope::profiler;

namespace {

/// Steps of a millisecond, times in microseconds.
class Steps {
public:
    explicit Steps(int steps)
    {
        for (int step = 0; step < steps; ++step)
            slice("user_annotation", "ProfilerStep#" + std::to_string(step), "1", 1000.0 * step, 1000);
    }
    void slice(const std::string& category, const std::string& name, const std::string& thread, double ts,
               double dur, const std::string& args = {})
    {
        m_events.push_back(tests::slice(category, name, thread, ts, dur, args));
    }
    /// A call, and where \p kernel has a name the work that it launched.
    void launch(const std::string& call, const std::string& kernel, double ts, double begin = 0,
                double dur = 0)
    {
        const std::string id = tests::correlation(++m_id);
        slice("cuda_runtime", call, "1", ts, 5, id);
        if (!kernel.empty())
            slice("kernel", kernel, "7", begin, dur, R"("stream": 7, )" + id);
    }
    /// Work of the call before.
    void again(const std::string& kernel, double begin, double dur)
    {
        slice("kernel", kernel, "7", begin, dur, R"("stream": 7, )" + tests::correlation(m_id));
    }
    [[nodiscard]] core::RunPtr run(const std::string& more = {}) const
    {
        return tests::runOfEvents(tests::joined(m_events), more);
    }
    [[nodiscard]] Overview overview(const std::string& more = {}) const
    {
        return overviewOfPart(run(more), {}).value();
    }

private:
    std::vector<std::string> m_events;
    int m_id = 0;
};

QStringList reasons(const Overview& overview)
{
    QStringList all;
    for (const NotKnown& one : overview.notKnown)
        all << QString::fromStdString(one.because);
    return all;
}

const CostFinding* costOf(const Overview& overview, const std::string& kind)
{
    const auto found = std::ranges::find(overview.findings, kind, &CostFinding::kind);
    return found == overview.findings.end() ? nullptr : &*found;
}

/// Five steps in which a product runs for half of the time, and \p lost more are launched that never ran.
Steps halfBusy(const std::string& kernel, int lost, const char* operation = "aten::mm")
{
    Steps steps(5);
    for (int step = 0; step < 5; ++step) {
        const double at = 1000.0 * step;
        steps.slice("cpu_op", operation, "1", at + 2, 20);
        steps.launch("cudaLaunchKernel", kernel, at + 5, at + 20, 500);
    }
    for (int one = 0; one < lost; ++one)
        steps.launch("cudaLaunchKernel", {}, 1600 + 10 * one);
    return steps;
}

} // namespace

class TstNotKnown : public QObject {
    Q_OBJECT
private slots:
    void workThatWasNotRecorded();
    void workThatIsMissing();
    void kernelsThatNobodyKnows();
    void durationsThatCannotBe();
    void graphsAreNotAdvisedWhereTheyRun();
    void launchBoundIsWhereLaunchesAreDense();
    void oneKernelAStepIsNoChain();
    void confidenceHasALimit();
};

/// Launches and no kernels: the host's operations are not what the step's time goes to.
void TstNotKnown::workThatWasNotRecorded()
{
    Steps steps(4);
    for (int launch = 0; launch < 40; ++launch) {
        steps.slice("cpu_op", "aten::mm", "1", 100.0 * launch + 10, 40);
        steps.launch("cudaLaunchKernel", {}, 100.0 * launch + 20);
    }
    const Overview overview = steps.overview();
    QCOMPARE(reasons(overview), QStringList{"work_not_recorded"});
    QCOMPARE(overview.notKnown[0].args, std::vector<std::string>{"40"});
    QCOMPARE(overview.coverage.launches, std::int64_t{40});
    QVERIFY(overview.parts.empty() && overview.findings.empty());
    QVERIFY(overview.stepSeconds > 0.9e-3);
    // Nor does anybody else take the host's time for the devices'.
    const auto figures = runFigures(AnalysisInput(steps.run())).value();
    QVERIFY(figures.divided && !figures.divided->known);
    // Without launches the host may be all there is.
    Steps host(4);
    for (int step = 0; step < 4; ++step)
        host.slice("cpu_op", "aten::mm", "1", 1000.0 * step + 10, 900);
    QCOMPARE(reasons(host.overview()), QStringList{"no_device"});
    QVERIFY(!host.overview().parts.empty());
    QCOMPARE(reasons(host.overview(R"(, "deviceProperties": [{"id": 0, "name": "H100"}])")),
             QStringList{"device_without_work"});
}

void TstNotKnown::workThatIsMissing()
{
    QCOMPARE(reasons(halfBusy("gemm", 0).overview()), QStringList{});
    QCOMPARE(reasons(halfBusy("gemm", 3).overview()), QStringList{"work_missing"});
    // Calls at the end of a part of the run have their work behind it: that is not missing.
    Steps late(4);
    for (int step = 0; step < 4; ++step)
        late.launch("cudaLaunchKernel", "gemm", 1000.0 * step + 5, 1000.0 * step + 1020, 500);
    Selection second;
    second.step = 1;
    QCOMPARE(reasons(overviewOfPart(late.run(), second).value()), QStringList{});
    // What a capture puts into a graph has no work of its own.
    Steps capture(3);
    for (int step = 0; step < 3; ++step)
        capture.launch("cudaLaunchKernel", "gemm", 1000.0 * step + 5, 1000.0 * step + 20, 900);
    capture.slice("cuda_runtime", "cudaStreamBeginCapture", "1", 100, 2);
    for (int kernel = 0; kernel < 9; ++kernel)
        capture.launch("cudaLaunchKernel", {}, 110 + 10 * kernel);
    capture.slice("cuda_runtime", "cudaStreamEndCapture", "1", 300, 2);
    const Overview overview = capture.overview();
    QCOMPARE(overview.coverage.capturedLaunches, std::int64_t{9});
    QCOMPARE(overview.coverage.launchesWithoutWork, std::int64_t{0});
    QCOMPARE(reasons(overview), QStringList{});
}

void TstNotKnown::kernelsThatNobodyKnows()
{
    const Overview unknown = halfBusy("k7", 0, "step").overview();
    QCOMPARE(reasons(unknown), QStringList{"unknown_kernels"});
    QCOMPARE(unknown.notKnown[0].args.at(2), std::string("k7"));
    QCOMPARE(unknown.coverage.unknown.share, 1.0);
    // The operation that launched it tells, or its library's name does.
    QCOMPARE(reasons(halfBusy("k7", 0).overview()), QStringList{});
    QCOMPARE(reasons(halfBusy("void at::native::k7<4>(int)", 0, "step").overview()), QStringList{});
    QCOMPARE(reasons(halfBusy("ncclDevKernel_AllReduce", 0, "step").overview()), QStringList{});
}

void TstNotKnown::durationsThatCannotBe()
{
    Steps steps(3);
    for (int kernel = 0; kernel < 30; ++kernel)
        steps.launch("cudaLaunchKernel", "gemm", 100.0 * kernel + 2, 100.0 * kernel + 10,
                     kernel == 3 ? 2000 : 80);
    const Overview overview = steps.overview();
    QCOMPARE(overview.coverage.impossibleRows, std::int64_t{1});
    QCOMPARE(reasons(overview), QStringList{"impossible_rows"});
}

void TstNotKnown::graphsAreNotAdvisedWhereTheyRun()
{
    const auto dense = [](bool graph) {
        Steps steps(4);
        for (int kernel = 0; kernel < 40; ++kernel) {
            for (int operation = 0; operation < 8; ++operation)
                steps.slice("cpu_op", "aten::mm", "1", 100.0 * kernel + 10 + 10 * operation, 8);
            steps.launch("cudaLaunchKernel", "gemm", 100.0 * kernel + 2, 100.0 * kernel + 10, 4);
        }
        if (graph) {
            steps.launch("cudaGraphLaunch", "gemm", 3950, 3960, 4);
            for (int kernel = 0; kernel < 60; ++kernel)
                steps.again("gemm", 3965 + 0.5 * kernel, 0.4);
        }
        return steps;
    };
    const Overview without = dense(false).overview();
    QVERIFY(costOf(without, "launch_bound") != nullptr);
    QCOMPARE(costOf(without, "launch_bound")->advice, std::string("launch_bound.graphs"));
    QCOMPARE(costOf(without, "launch_bound")->args.at(2), std::string("10"));
    const Overview with = dense(true).overview();
    QVERIFY(costOf(with, "launch_bound") != nullptr);
    QCOMPARE(costOf(with, "launch_bound")->advice, std::string("launch_bound"));
    QCOMPARE(costOf(with, "launch_bound")->args.at(2), std::string("10")); // calls, not kernels
    const auto launches = [](const Steps& steps) {
        return tests::analyzed(AnalysisInput(steps.run()), "launch_stats");
    };
    QVERIFY(tests::hasFinding(launches(dense(false)), "launch.short_kernels"));
    QVERIFY(!tests::hasFinding(launches(dense(true)), "launch.short_kernels"));
    // A graph's kernels are not held against its one call.
    for (const tests::ReportRow& row : tests::rowsOf(launches(dense(true)), "launches"))
        QCOMPARE(row.at("shorter_than_call").get<int>(), row.at("call") == "cudaGraphLaunch" ? 0 : 40);
}

/// A host that prepares its input for most of a step, in Python, and launches nothing meanwhile.
void TstNotKnown::launchBoundIsWhereLaunchesAreDense()
{
    const auto planted = [](const char* function) {
        Steps steps(6);
        for (int step = 0; step < 6; ++step) {
            const double at = 1000.0 * step;
            if (function != nullptr)
                steps.slice("python_function", function, "1", at + 1, 700);
            for (int kernel = 0; kernel < 10; ++kernel)
                steps.launch("cudaLaunchKernel", "gemm", at + 710 + 6 * kernel, at + 720 + 20 * kernel, 18);
        }
        return steps.overview();
    };
    const Overview named = planted("inputs.py(88): make_batch");
    QVERIFY(costOf(named, "launch_bound") == nullptr);
    const CostFinding* const between = costOf(named, "host_between");
    QVERIFY(between != nullptr);
    QVERIFY(std::abs(between->recordedSeconds - 0.7e-3) < 0.01e-3);
    QCOMPARE(between->args.at(2), std::string("inputs.py(88): make_batch"));
    const Overview unnamed = planted(nullptr);
    QVERIFY(costOf(unnamed, "launch_bound") == nullptr);
    QVERIFY(costOf(unnamed, "host_unrecorded") != nullptr);
}

void TstNotKnown::oneKernelAStepIsNoChain()
{
    const char* const add = "void at::native::vectorized_elementwise_kernel<4, AddFunctor>(int)";
    const auto chained = [&](int kernels) {
        Steps steps(6);
        for (int step = 0; step < 6; ++step) {
            for (int kernel = 0; kernel < kernels; ++kernel)
                steps.launch("cudaLaunchKernel", add, 1000.0 * step + 10 * kernel + 1,
                             1000.0 * step + 400 * kernel + 60, 390);
        }
        return steps.overview();
    };
    QVERIFY(costOf(chained(1), "unfused_elementwise") == nullptr);
    const Overview two = chained(2);
    QVERIFY(costOf(two, "unfused_elementwise") != nullptr);
    QVERIFY(std::abs(costOf(two, "unfused_elementwise")->secondsPerStep - 390e-6) < 1e-9);
}

/// Nothing is said with high confidence of devices whose work is not known.
void TstNotKnown::confidenceHasALimit()
{
    const auto most = [](const Overview& overview) {
        Confidence confidence = Confidence::Low;
        for (const CostFinding& one : overview.findings)
            confidence = std::max(confidence, one.kind == "slow_steps" ? Confidence::Low : one.confidence);
        return confidence;
    };
    const auto waiting = [](const std::string& kernel, int lost) {
        Steps steps = halfBusy(kernel, lost);
        for (int step = 0; step < 5; ++step)
            steps.slice("user_annotation", "enumerate(DataLoader)#_Iter.__next__", "1", 1000.0 * step + 525,
                        470);
        return steps.overview();
    };
    QVERIFY(costOf(waiting("gemm", 0), "data_loading") != nullptr);
    QVERIFY(most(waiting("gemm", 0)) == Confidence::High);
    QVERIFY(most(waiting("gemm", 3)) == Confidence::Low);
}

SHARDSCOPE_TEST(TstNotKnown)
#include "tst_not_known.moc"
