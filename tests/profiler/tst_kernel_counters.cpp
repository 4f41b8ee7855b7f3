// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware counters that CUPTI read for kernels: by the operator that launched them, and nobody's work.
#include "core/timeline/annotation_tracks.h"
#include "tests/profiler/analysis_case.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using tests::analyzed;
using tests::correlation;
using tests::joined;
using tests::ReportRow;
using tests::rowsOf;
using tests::slice;

namespace {

/// A product and two additions, of which Triton launches one; the ranges say how many bytes each kernel read.
std::vector<std::string> measured()
{
    return {slice("cpu_op", "aten::linear", "5", 0, 90),
            slice("cpu_op", "aten::mm", "5", 10, 50),
            slice("cuda_runtime", "cudaLaunchKernel", "5", 20, 10, correlation(1)),
            slice("cpu_op", "aten::add", "5", 100, 50),
            slice("cuda_runtime", "cudaLaunchKernel", "5", 110, 10, correlation(2)),
            slice("cpu_op", "triton_poi_fused_add_0", "5", 200, 50),
            slice("cuda_driver", "cuLaunchKernel", "5", 210, 10, correlation(3)),
            slice("cuda_runtime", "cudaMemcpyAsync", "5", 270, 10, correlation(4)),
            slice("cuda_profiler_range", "sgemm", "0", 0, 100,
                  R"("dram__bytes_read.sum": 1000, "sm__throughput.avg.pct_of_peak_sustained_elapsed": 80,
                     "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum": 500,
                     "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum": 7)"),
            slice("cuda_profiler_range", "vectorized_add", "0", 100, 100,
                  R"("dram__bytes_read.sum": 30, "sm__throughput.avg.pct_of_peak_sustained_elapsed": 10)"),
            slice("cuda_profiler_range", "vectorized_add", "0", 200, 100,
                  R"("dram__bytes_read.sum": 12.5, "sm__throughput.avg.pct_of_peak_sustained_elapsed": 20)")};
}

std::vector<std::string> lines(const core::Report& report, const std::string& table, const std::string& what)
{
    std::vector<std::string> all;
    for (const ReportRow& row : rowsOf(report, table))
        all.push_back(row.at("counter").get<std::string>() + "|" + row.at(what).dump() + "|" +
                      row.at("kernels").dump() + "|" + row.at("total").dump() + "|" + row.at("mean").dump() +
                      "|" + row.at("most").dump());
    return all;
}

} // namespace

class TstKernelCounters : public QObject {
    Q_OBJECT
private slots:
    void byOperatorAndKernel()
    {
        const profiler::AnalysisInput input(tests::runOfEvents(joined(measured())));
        const core::Report report = analyzed(input, "kernel_counters");
        QCOMPARE(
            lines(report, "counters_by_operator", "operator"),
            (std::vector<std::string>{
                R"(dram__bytes_read.sum|"aten::mm"|1|1000.0|1000.0|1000.0)",
                R"(dram__bytes_read.sum|"aten::add"|1|30.0|30.0|30.0)",
                R"(dram__bytes_read.sum|"triton_poi_fused_add_0"|1|12.5|12.5|12.5)",
                R"(flop|"aten::mm"|1|1007.0|1007.0|1007.0)",
                R"(sm__throughput.avg.pct_of_peak_sustained_elapsed|"aten::mm"|1|null|80.0|80.0)",
                R"(sm__throughput.avg.pct_of_peak_sustained_elapsed|"triton_poi_fused_add_0"|1|null|20.0|20.0)",
                R"(sm__throughput.avg.pct_of_peak_sustained_elapsed|"aten::add"|1|null|10.0|10.0)",
                R"(smsp__sass_thread_inst_executed_op_fadd_pred_on.sum|"aten::mm"|1|7.0|7.0|7.0)",
                R"(smsp__sass_thread_inst_executed_op_ffma_pred_on.sum|"aten::mm"|1|500.0|500.0|500.0)"}));
        const auto kernels = lines(report, "counters_by_kernel", "kernel");
        QCOMPARE(kernels.at(1), std::string(R"(dram__bytes_read.sum|"vectorized_add"|2|42.5|21.25|30.0)"));
        QVERIFY(!tests::hasFinding(report, "kernel_counters.unmatched"));
        QVERIFY(tests::hasFinding(report, "kernel_counters.no_times"));
    }

    /// A range too few: who launched what is not guessed.
    void unmatched()
    {
        std::vector<std::string> events = measured();
        events.pop_back();
        const profiler::AnalysisInput input(tests::runOfEvents(joined(events)));
        const core::Report report = analyzed(input, "kernel_counters");
        QVERIFY(rowsOf(report, "counters_by_operator").empty());
        QCOMPARE(lines(report, "counters_by_kernel", "kernel").size(), std::size_t{7});
        const auto told =
            std::ranges::find(report.findings, "kernel_counters.unmatched", &core::Finding::key);
        QVERIFY(told != report.findings.end());
        QCOMPARE(told->args, (std::vector<std::string>{"?", "2", "3"}));
    }

    /// Alone, and beside kernels on the same number, ranges are no work, of a device or of the host.
    void nobodysWork()
    {
        const profiler::AnalysisInput alone(tests::runOfEvents(joined(measured())));
        QVERIFY(!alone.hasDeviceWork());
        for (const ReportRow& row : rowsOf(analyzed(alone, "operator_tree"), "operator_tree"))
            QVERIFY(row.at("name") != "sgemm");
        std::vector<std::string> events = measured();
        events.push_back(slice("kernel", "real", "0", 30, 20, correlation(1)));
        const profiler::AnalysisInput beside(tests::runOfEvents(joined(events)));
        QCOMPARE(rowsOf(analyzed(beside, "temporal_breakdown"), "temporal_breakdown").at(0).at("compute_ns"),
                 20'000);
        std::size_t apart = 0;
        for (const core::Track& track : beside.timeline().tracks())
            apart += core::isAnnotationTrack(beside.timeline(), track) ? 1 : 0;
        QCOMPARE(apart, std::size_t{1});
    }

    void none()
    {
        const profiler::AnalysisInput input(
            tests::runOfEvents(slice("kernel", "sgemm", "7", 0, 10, correlation(1))));
        QVERIFY(tests::hasFinding(analyzed(input, "kernel_counters"), "empty.no_counter_ranges"));
    }
};

SHARDSCOPE_TEST(TstKernelCounters)
#include "tst_kernel_counters.moc"
