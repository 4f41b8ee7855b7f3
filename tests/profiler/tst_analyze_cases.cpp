// SPDX-License-Identifier: GPL-3.0-or-later
// Analyses of small runs whose answers follow by hand.
#include "profiler/analyze/device/operation_calls.h"
#include "profiler/analyze/device/operation_flops.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/analyze/input/step_detection.h"
#include "profiler/analyze/memory/recorded_memory.h"
#include "profiler/compare/figures.h"
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

class TstAnalyzeCases : public QObject {
    Q_OBJECT
private slots:
    void twoStreamsAndACollective();
    void aGraphLaunchesManyKernels();
    void kernelsFarApart();
    void earlyStartIsNoGap();
    void emptyReportsSayWhy();
    void stepsByMarksAnnotationsAndPeriod();
    void periods();
    void operatorTree();
    void operatorTreeFoldsNumbers();
    void workOfOperations_data();
    void workOfOperations();
    void masksOfKernels();
    void workOfConvolutionsWithoutStrides();
    void utilization();
    void formatsOfProducts_data();
    void formatsOfProducts();
    void memoryRecordsAsASnapshot();
    void memoryPeakAndHolders();
    void counters();
    void summaries();
};

namespace {

/// Two kernels and a copy on stream 7, a collective on stream 20.
/// compute   [100, 200) [230, 300)        launches at 10, 210
/// nccl            [150, 280)             launch at 20
/// copy                        [310, 330) launch at 220
core::RunPtr twoStreams()
{
    return tests::runOfEvents(joined({
        slice("cuda_runtime", "cudaLaunchKernel", "5", 10, 5, correlation(1)),
        slice("cuda_runtime", "cudaLaunchKernel", "5", 20, 5, correlation(2)),
        slice("cuda_runtime", "cudaLaunchKernel", "5", 210, 4, correlation(3)),
        slice("cuda_runtime", "cudaMemcpyAsync", "5", 220, 5, correlation(4)),
        slice("kernel", "gemm", "7", 100, 100, correlation(1)),
        slice("kernel", "ncclDevKernel_AllReduce", "20", 150, 130, correlation(2)),
        slice("kernel", "gemm", "7", 230, 70, correlation(3)),
        slice("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", "7", 310, 20,
              correlation(4) + R"(, "bytes": 40000)"),
    }));
}

} // namespace

void TstAnalyzeCases::twoStreamsAndACollective()
{
    const profiler::AnalysisInput input(twoStreams());
    ReportRow row = rowsOf(analyzed(input, "temporal_breakdown"), "temporal_breakdown").at(0);
    QCOMPARE(row["kernel_time_ns"], 230'000);
    QCOMPARE(row["idle_ns"], 10'000); // [300, 310)
    QCOMPARE(row["compute_ns"], 170'000);
    QCOMPARE(row["non_compute_ns"], 50'000); // the collective in [200, 230), the copy
    row = rowsOf(analyzed(input, "overlap"), "overlap").at(0);
    QCOMPARE(row["communication_ns"], 130'000);
    QCOMPARE(row["hidden_ns"], 100'000);

    std::map<std::string, std::int64_t> times;
    for (ReportRow& kind : rowsOf(analyzed(input, "kernel_breakdown"), "kernel_types"))
        times[kind["kind"]] = kind["time_ns"];
    QCOMPARE(times, (std::map<std::string, std::int64_t>{{"compute", 70'000},
                                                         {"communication", 30'000},
                                                         {"compute+communication", 100'000},
                                                         {"copy", 20'000}}));

    // [200, 230): launched at 210, after the stream ran dry. [300, 310): launched before, short.
    std::map<std::string, std::int64_t> idle;
    for (ReportRow& cause : rowsOf(analyzed(input, "idle_time"), "idle_time"))
        idle[std::to_string(cause["stream"].get<int>()) + cause["cause"].get<std::string>()] =
            cause["idle_ns"];
    QCOMPARE(idle["7host_wait"], 30'000);
    QCOMPARE(idle["7kernel_wait"], 10'000);
    QCOMPARE(idle["7other"], 0);
    QCOMPARE(idle["20host_wait"], 0);

    // Stream 7: 1 in [10, 100), 0, 1 in [210, 220), 2 in [220, 230), 1 in [230, 310); 320 us in all.
    const auto queues = rowsOf(analyzed(input, "queue_length"), "queue_length");
    QCOMPARE(queues.at(0).at("max"), 2);
    QCOMPARE(queues.at(0).at("points"), 6);
    QCOMPARE(queues.at(0).at("time_mean").get<double>(), (90.0 + 10 + 20 + 80) / 300);

    row = rowsOf(analyzed(input, "copy_bandwidth"), "copies").at(0);
    QCOMPARE(row["kind"], "Memcpy HtoD");
    QCOMPARE(row["time_mean_bytes_per_second"].get<double>(), 2e9); // 40,000 bytes in 20 us
    const auto launches = rowsOf(analyzed(input, "launch_stats"), "launches");
    QCOMPARE(launches.at(0).at("calls"), 3);
    QCOMPARE(launches.at(0).at("delay_ns"), 85'000 + 125'000 + 16'000);
    // Stream 7 has gaps of 30 and 10 us; only the first is longer than 20 us.
    profiler::AnalysisOptions options;
    options.kernelGapNs = 20'000;
    std::int64_t farApart = 0;
    std::int64_t between = 0;
    for (const ReportRow& call : rowsOf(analyzed(input, "launch_stats", options), "launches")) {
        farApart += call.at("far_apart").get<std::int64_t>();
        between += call.at("apart_ns").get<std::int64_t>();
    }
    QCOMPARE(farApart, 1);
    QCOMPARE(between, 30'000);
    options.kernelGapNs = 5'000; // both: of four, no finding
    QVERIFY(!tests::hasFinding(analyzed(input, "launch_stats", options), "launch.far_apart"));
}

void TstAnalyzeCases::aGraphLaunchesManyKernels()
{
    const profiler::AnalysisInput input(tests::runOfEvents(joined({
        slice("cuda_runtime", "cudaGraphLaunch", "5", 10, 30, correlation(9)),
        slice("kernel", "a", "7", 50, 10, correlation(9)),
        slice("kernel", "b", "7", 62, 10, correlation(9)),
        slice("kernel", "c", "7", 75, 10, correlation(9)),
    })));
    const ReportRow row = rowsOf(analyzed(input, "launch_stats"), "launches").at(0);
    QCOMPARE(row.at("calls"), 1);
    QCOMPARE(row.at("work"), 3);
    QCOMPARE(row.at("host_ns"), 30'000);
    QCOMPARE(row.at("host_by_work_ns"), 90'000);
    // The call, then one kernel behind the other: 40 + 35 us.
    profiler::AnalysisOptions options;
    const core::Report path = analyzed(input, "critical_path", options);
    QVERIFY(tests::hasFinding(path, "critical_path.no_range"));
    QCOMPARE(rowsOf(path, "critical_path_totals").at(0).at("path_time_ns"), 75'000);
}

/// Kernels each 40 us behind the one before: the gaps are the evidence.
void TstAnalyzeCases::kernelsFarApart()
{
    std::vector<std::string> events;
    for (int at = 0; at < 4; ++at) {
        events.push_back(slice("cuda_runtime", "cudaLaunchKernel", "5", 60 * at, 30, correlation(at + 1)));
        events.push_back(slice("kernel", "k", "7", 60 * at + 35, 20, correlation(at + 1)));
    }
    const profiler::AnalysisInput input(tests::runOfEvents(joined(events)));
    const core::Report report = analyzed(input, "launch_stats");
    const ReportRow row = rowsOf(report, "launches").at(0);
    QCOMPARE(row.at("far_apart"), 3);
    QCOMPARE(row.at("apart_ns"), 120'000);
    QCOMPARE(row.at("shorter_than_call"), 4);
    const auto evidence = [&](const char* key) {
        const auto found = std::find_if(report.findings.begin(), report.findings.end(),
                                        [&](const core::Finding& one) { return one.key == key; });
        return found == report.findings.end() ? std::vector<core::Mark>() : found->evidence;
    };
    const std::vector<core::Mark> gaps = evidence("launch.far_apart");
    QCOMPARE(gaps.size(), std::size_t{3});
    QCOMPARE(gaps.front().beginNs, std::int64_t{55'000});
    QCOMPARE(gaps.front().endNs, std::int64_t{95'000});
    QCOMPARE(evidence("launch.short_kernels").size(), std::size_t{4});
}

void TstAnalyzeCases::earlyStartIsNoGap()
{
    // The second kernel starts before the first has ended (programmatic dependent launch).
    const profiler::AnalysisInput input(tests::runOfEvents(joined({
        slice("cuda_runtime", "cudaLaunchKernel", "5", 1, 2, correlation(1)),
        slice("cuda_runtime", "cudaLaunchKernel", "5", 4, 2, correlation(2)),
        slice("kernel", "a", "7", 10, 20, correlation(1)),
        slice("kernel", "b", "7", 25, 20, correlation(2)),
    })));
    for (const ReportRow& row : rowsOf(analyzed(input, "idle_time"), "idle_time"))
        QCOMPARE(row.at("gaps"), 0);
    // Launch at 1, first kernel from 10 to 25, second to 45: nothing twice.
    QCOMPARE(rowsOf(analyzed(input, "critical_path"), "critical_path_totals").at(0).at("path_time_ns"),
             44'000);
}

void TstAnalyzeCases::emptyReportsSayWhy()
{
    const profiler::AnalysisInput input(tests::runOfEvents(slice("cpu_op", "aten::relu", "5", 10, 5)));
    for (const profiler::Analysis& analysis : profiler::builtinAnalyses()) {
        const auto report = analysis.run(input, {}, {});
        QVERIFY2(report.ok(), analysis.key.data());
        QCOMPARE(report->key, std::string(analysis.key));
        bool anyRow = false;
        for (const core::Table& table : report->tables) {
            anyRow = anyRow || !table.rows.empty();
            for (const auto& row : table.rows)
                QVERIFY2(row.size() == table.columns.size(), table.key.c_str());
        }
        QVERIFY2(anyRow || !report->findings.empty(), analysis.key.data());
    }
    QVERIFY(!profiler::findAnalysis("step").ok());
    QCOMPARE(profiler::findAnalysis("step").error().args.at(1), std::string("steps"));
}

void TstAnalyzeCases::stepsByMarksAnnotationsAndPeriod()
{
    std::vector<std::string> marks;
    std::vector<std::string> ranges;
    std::vector<std::string> kernels{slice("kernel", "warmup", "7", 1, 5)};
    for (int step = 0; step < 4; ++step) {
        const double begin = 100.0 * step + 10;
        const double length = step == 2 ? 95 : 60;
        marks.push_back(slice("user_annotation", "ProfilerStep#" + std::to_string(step), "5", begin, length));
        ranges.push_back(slice("user_annotation", "train " + std::to_string(step), "5", begin, length + 3));
        kernels.push_back(slice("kernel", "gemm", "7", begin, 30));
        kernels.push_back(slice("kernel", "softmax", "7", begin + 40, 10));
    }
    const auto found = [&](const std::vector<std::string>& events) {
        const profiler::AnalysisInput input(tests::runOfEvents(joined(events)));
        const core::Report report = analyzed(input, "steps");
        const ReportRow row = rowsOf(report, "step_summary").at(0);
        std::vector<std::int64_t> times;
        for (const ReportRow& step : rowsOf(report, "steps"))
            times.push_back(step.at("time_ns").get<std::int64_t>());
        return std::pair(row.at("found_by").get<std::string>(), times);
    };
    using Times = std::vector<std::int64_t>;
    QCOMPARE(found(marks), (std::pair{std::string("marks"), Times{60'000, 60'000, 95'000, 60'000}}));
    QCOMPARE(found(ranges), (std::pair{std::string("annotations"), Times{63'000, 63'000, 98'000, 63'000}}));
    QCOMPARE(found(kernels), (std::pair{std::string("period"), Times{100'000, 100'000, 100'000, 50'000}}));

    marks.insert(marks.end(), kernels.begin(), kernels.end());
    const profiler::AnalysisInput input(tests::runOfEvents(joined(marks)));
    const core::Report report = analyzed(input, "steps");
    QVERIFY(tests::hasFinding(report, "steps.slow")); // 95 over a median of 60
    QCOMPARE(rowsOf(report, "steps").at(1).at("compute_ns"), 40'000);
    QCOMPARE(rowsOf(report, "steps").at(1).at("idle_ns"), 20'000);
}

void TstAnalyzeCases::periods()
{
    std::size_t covered = 0;
    QCOMPARE(profiler::periodOf({9, 1, 2, 3, 1, 2, 3, 1, 2, 3}, covered), std::size_t{3});
    QCOMPARE(covered, std::size_t{9});
    QCOMPARE(profiler::periodOf({1, 2, 1, 2}, covered), std::size_t{0});                // twice is no pattern
    QCOMPARE(profiler::periodOf({1, 2, 3, 4, 5, 6, 7, 7, 7}, covered), std::size_t{0}); // a third of it
    QCOMPARE(profiler::periodOf({}, covered), std::size_t{0});
    // Layers inside a step are no step: 1 (2 2 2) 3.
    QCOMPARE(profiler::periodOf({1, 2, 2, 2, 3, 1, 2, 2, 2, 3, 1, 2, 2, 2, 3}, covered), std::size_t{5});
}

void TstAnalyzeCases::operatorTree()
{
    const profiler::AnalysisInput input(tests::runOfEvents(joined({
        slice("user_annotation", "forward", "5", 0, 100),
        slice("cpu_op", "aten::linear", "5", 10, 40),
        slice("cpu_op", "aten::addmm", "5", 20, 20),
        slice("cuda_runtime", "cudaLaunchKernel", "5", 25, 5, correlation(1)),
        slice("cpu_op", "aten::linear", "5", 60, 30),
        slice("cpu_op", "aten::addmm", "5", 65, 10),
        slice("cuda_runtime", "cudaLaunchKernel", "5", 66, 5, correlation(2)),
        slice("kernel", "gemm", "7", 200, 50, correlation(1)),
        slice("kernel", "gemm", "7", 260, 30, correlation(2)),
        slice("kernel", "of a call before", "7", 300, 7, correlation(3)),
    })));
    const auto rows = rowsOf(analyzed(input, "operator_tree"), "operator_tree");
    QCOMPARE(rows.size(), std::size_t{6});
    const char* const names[] = {"forward", "aten::linear", "aten::addmm", "cudaLaunchKernel"};
    const std::int64_t host[] = {100'000, 70'000, 30'000, 10'000};
    const std::int64_t self[] = {30'000, 40'000, 20'000, 10'000};
    for (std::size_t at = 0; at < std::size(names); ++at) {
        QCOMPARE(rows[at].at("name"), names[at]);
        QCOMPARE(rows[at].at("depth"), static_cast<std::int64_t>(at));
        QCOMPARE(rows[at].at("host_ns"), host[at]);
        QCOMPARE(rows[at].at("host_self_ns"), self[at]);
        QCOMPARE(rows[at].at("device_ns"), 80'000);
        QCOMPARE(rows[at].at("device_self_ns"), 0);
    }
    // Kernels are the leaves: under their call, or under nothing where the file does not tell it.
    const std::pair<const char*, std::int64_t> kernels[] = {{"gemm", 80'000}, {"of a call before", 7'000}};
    const std::int64_t counts[] = {2, 1};
    const std::int64_t depths[] = {4, 0};
    for (std::size_t at = 0; at < std::size(kernels); ++at) {
        const ReportRow& row = rows[std::size(names) + at];
        QCOMPARE(row.at("name"), kernels[at].first);
        QCOMPARE(row.at("depth"), depths[at]);
        QCOMPARE(row.at("count"), counts[at]);
        QVERIFY(row.at("host_ns").is_null() && row.at("host_self_ns").is_null());
        QCOMPARE(row.at("device_ns"), kernels[at].second);
        QCOMPARE(row.at("device_self_ns"), kernels[at].second);
    }
}

void TstAnalyzeCases::operatorTreeFoldsNumbers()
{
    const profiler::AnalysisInput input(tests::runOfEvents(joined({
        slice("user_annotation", "ProfilerStep#7", "5", 0, 100),
        slice("cpu_op", "aten::mm", "5", 10, 40),
        slice("user_annotation", "Optimizer.step#Adam.step", "5", 60, 20),
        slice("user_annotation", "ProfilerStep#8", "5", 100, 50),
        slice("cpu_op", "aten::mm", "5", 110, 20),
    })));
    const auto rows = rowsOf(analyzed(input, "operator_tree"), "operator_tree");
    const char* const names[] = {"ProfilerStep#*", "aten::mm", "Optimizer.step#Adam.step"};
    const std::int64_t counts[] = {2, 2, 1};
    const std::int64_t host[] = {150'000, 60'000, 20'000};
    QCOMPARE(rows.size(), std::size_t{3});
    for (std::size_t at = 0; at < rows.size(); ++at) {
        QCOMPARE(rows[at].at("name"), names[at]);
        QCOMPARE(rows[at].at("count"), counts[at]);
        QCOMPARE(rows[at].at("host_ns"), host[at]);
    }
}

void TstAnalyzeCases::workOfOperations_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<double>("flops"); // below 0: none
    QTest::newRow("aten::mm") << R"({"Input Dims": [[3, 5], [5, 7]], "Input type": ["float", "float"]})"
                              << 2.0 * 3 * 5 * 7;
    QTest::newRow("aten::addmm") << R"({"Input Dims": [[7], [3, 5], [5, 7], [], []]})" << 2.0 * 3 * 5 * 7;
    QTest::newRow("aten::bmm") << R"({"Input Dims": [[4, 3, 5], [4, 5, 7]]})" << 4 * 2.0 * 3 * 5 * 7;
    // ResNet-50's first: 112 x 112 x 64 outputs of 3 x 7 x 7 each.
    QTest::newRow("aten::convolution")
        << R"({"Input Dims": [[1, 3, 224, 224], [64, 3, 7, 7], [], [], [], [], [], [], []],
               "Concrete Inputs": ["", "", "", "[2, 2]", "[3, 3]", "[1, 1]", "False", "[0, 0]", "1"]})"
        << 2.0 * 112 * 112 * 64 * 3 * 49;
    QTest::newRow("aten::_scaled_dot_product_flash_attention")
        << R"({"Input Dims": [[2, 8, 128, 64], [2, 8, 256, 64], [2, 8, 256, 64], []]})"
        << 2 * 2.0 * 2 * 8 * 128 * 256 * 64;
    QTest::newRow("aten::_scaled_dot_product_flash_attention_backward")
        << R"({"Input Dims": [[2, 8, 128, 64], [2, 8, 128, 64], [2, 8, 256, 64], [2, 8, 256, 64], []]})"
        << 4 * 2.0 * 2 * 8 * 128 * 256 * 64;
    // A causal mask leaves 128 * 129 / 2 of 128 * 128 scores, and of fewer keys than queries what lies below.
    QTest::newRow("aten::_scaled_dot_product_efficient_attention")
        << R"({"Input Dims": [[2, 8, 128, 64], [2, 8, 128, 64], [2, 8, 128, 64], []],
               "Concrete Inputs": ["", "", "", "", "True", "0.", "True", ""]})"
        << 2 * 2.0 * 2 * 8 * (128 * 129 / 2) * 64;
    QTest::newRow("aten::_scaled_dot_product_cudnn_attention")
        << R"({"Input Dims": [[2, 8, 256, 64], [2, 8, 128, 64], [2, 8, 128, 64], []],
               "Concrete Inputs": ["", "", "", "", "True", "0.", "True", "False", ""]})"
        << 2 * 2.0 * 2 * 8 * (128 * 129 / 2 + 128 * 128) * 64;
    QTest::newRow("aten::_scaled_dot_product_cudnn_attention_backward")
        << R"({"Input Dims": [[2, 8, 128, 64], [2, 8, 128, 64], [2, 8, 128, 64], [2, 8, 128, 64], []],
               "Concrete Inputs": ["", "", "", "", "", "", "", "", "", "", "", "128", "128", "0.", "True"]})"
        << 4 * 2.0 * 2 * 8 * (128 * 129 / 2) * 64;
    QTest::newRow("aten::_scaled_dot_product_efficient_attention_backward")
        << R"({"Input Dims": [[2, 8, 128, 64], [2, 8, 128, 64], [2, 8, 128, 64], [2, 8, 128, 64], []],
               "Concrete Inputs": ["", "", "", "", "", "", "", "", "", "0.", "[True, True, True, False]", "False"]})"
        << 4 * 2.0 * 2 * 8 * 128 * 128 * 64;
    QTest::newRow("aten::relu") << R"({"Input Dims": [[3, 5]]})" << -1.0;
    QTest::newRow("aten::baddbmm") << R"({"Input Dims": [[4, 3, 7], [4, 3, 5], [4, 6, 7]]})"
                                   << -1.0; // 5 is not 6
}

void TstAnalyzeCases::workOfOperations()
{
    QFETCH(QString, arguments);
    QFETCH(double, flops);
    std::string text = arguments.toStdString();
    const std::size_t size = text.size();
    text.resize(size + core::kArgumentPadding);
    const auto work =
        profiler::operationWork(QTest::currentDataTag(), std::string_view(text).substr(0, size));
    QCOMPARE(work.has_value(), flops >= 0);
    if (work)
        QCOMPARE(work->flops, flops);
}

/// FlashAttention's kernels say in their names whether they mask.
void TstAnalyzeCases::masksOfKernels()
{
    using profiler::CausalMask;
    using profiler::maskOfKernel;
    const std::string traits = "Flash_fwd_kernel_traits<64, 128, 128, 4, false, false, cutlass::bfloat16_t, "
                               "Flash_kernel_traits<64, 128, 128, 4, cutlass::bfloat16_t> >";
    const std::string forward = "void pytorch_flash::flash_fwd_kernel<pytorch_flash::" + traits;
    QVERIFY(maskOfKernel(forward + ", false, true, false, false, true, true, false>(Params)") ==
            CausalMask::Causal);
    QVERIFY(maskOfKernel(forward + ", true, false, false, false, true, true, false>(Params)") ==
            CausalMask::None);
    QVERIFY(maskOfKernel(forward + ", (bool)0, (bool)1, (bool)0>(Params)") == CausalMask::Causal);
    QVERIFY(maskOfKernel(forward) == CausalMask::NotTold); // cut short
    QVERIFY(maskOfKernel("fmha_cutlassF_bf16_aligned_64x128_rf_sm80") == CausalMask::NotTold);
    QVERIFY(maskOfKernel("causal_conv1d_fwd_kernel") == CausalMask::NotTold);
    // What arguments said stands; else the kernel's name counts once.
    profiler::OperationWork work;
    work.flops = 100;
    work.causalShare = 0.5;
    work.mask = CausalMask::NotTold;
    profiler::tellMask(work, true);
    profiler::tellMask(work, true);
    QCOMPARE(work.flops, 50.0);
}

/// PyTorch 1.8 to 1.10 record no strides: the gradient's shape says what the convolution put out.
void TstAnalyzeCases::workOfConvolutionsWithoutStrides()
{
    const auto dims = [](const char* shapes) { return R"("Input Dims": )" + std::string(shapes); };
    const profiler::AnalysisInput input(tests::runOfEvents(joined({
        // 2 x 8 x 8 of 4 channels to 4 x 4 of 6, kernel 3: 2 x 16 positions of 6 x 4 x 9 products.
        slice("cpu_op", "aten::convolution", "5", 0, 10, dims("[[2, 4, 8, 8], [6, 4, 3, 3]]")),
        // Nobody took this one's gradient: its output is not known.
        slice("cpu_op", "aten::convolution", "5", 20, 10, dims("[[2, 4, 8, 8], [6, 4, 1, 1]]")),
        slice("cpu_op", "aten::cudnn_convolution_backward", "5", 40, 30,
              dims("[[2, 4, 8, 8], [2, 6, 4, 4], [6, 4, 3, 3]]")),
        slice("cpu_op", "aten::cudnn_convolution_backward_input", "5", 41, 5),
        slice("cpu_op", "aten::cudnn_convolution_backward_weight", "5", 50, 5),
        // The first layer's input wants no gradient.
        slice("cpu_op", "aten::cudnn_convolution_backward", "5", 80, 30,
              dims("[[2, 4, 8, 8], [2, 6, 4, 4], [6, 4, 3, 3]]")),
        slice("cpu_op", "aten::cudnn_convolution_backward_weight", "5", 90, 5),
        // Two gradients of equal operands that differ: two strides, and nobody knows whose is whose.
        slice("cpu_op", "aten::convolution", "5", 120, 10, dims("[[1, 4, 8, 8], [6, 4, 1, 1]]")),
        slice("cpu_op", "aten::convolution_backward", "5", 140, 5,
              dims("[[1, 6, 8, 8], [1, 4, 8, 8], [6, 4, 1, 1]]")),
        slice("cpu_op", "aten::convolution_backward", "5", 150, 5,
              dims("[[1, 6, 4, 4], [1, 4, 8, 8], [6, 4, 1, 1]]")),
    })));
    const auto calls = profiler::operationCalls(input, 0, {}).value();
    const double products = 2.0 * 2 * 16 * 6 * 4 * 9;
    const std::vector<double> expected{products,         -1, 2 * products, products, -1, 2 * 2.0 * 64 * 24,
                                       2 * 2.0 * 16 * 24};
    QCOMPARE(calls.size(), expected.size());
    for (std::size_t at = 0; at < expected.size(); ++at)
        QCOMPARE(calls[at].work ? calls[at].work->flops : -1, expected[at]);
}

void TstAnalyzeCases::utilization()
{
    const std::string shapes =
        R"("Input Dims": [[1000, 1000], [1000, 1000]], "Input type": ["c10::BFloat16", "c10::BFloat16"])";
    const profiler::AnalysisInput input(tests::runOfEvents(joined({
        slice("user_annotation", "ProfilerStep#1", "5", 0, 1000),
        slice("cpu_op", "aten::matmul", "5", 10, 40),
        slice("cpu_op", "aten::mm", "5", 20, 20, shapes),
        slice("cuda_runtime", "cudaLaunchKernel", "5", 25, 5, correlation(1)),
        slice("kernel", "gemm", "7", 200, 100, correlation(1)),
    })));
    profiler::AnalysisOptions options;
    core::HardwareSpec device;
    device.engines.push_back(
        {core::EngineKind::Matrix, core::Dtype::Bf16, {core::FlopsPerSecond{100e12}, {}, false}});
    device.memory.push_back({core::Tier::Device, {}, {}, {core::BytesPerSecond{0.1e12}, {}, false}, 1});
    options.hardware = device;
    const core::Report report = analyzed(input, "utilization", options);
    const ReportRow product = rowsOf(report, "products").at(0);
    QCOMPARE(product.at("flops").get<double>(), 2e9);
    QCOMPARE(product.at("flops_per_second").get<double>(), 2e13); // 2 GFLOP in 100 us
    QCOMPARE(product.at("of_peak").get<double>(), 0.2);
    // 6 MB move; at 0.1 TB/s the roof is 333 FLOP/B x 0.1 T = 33 TFLOP/s.
    QCOMPARE(product.at("bound"), "memory");
    QVERIFY(std::abs(product.at("of_roofline").get<double>() - 0.6) < 1e-9);
    const ReportRow step = rowsOf(report, "step_utilization").at(0);
    // 2 GFLOP of 100 TFLOP/s in the 0.3 ms until the device is done
    QVERIFY(std::abs(step.at("mfu").get<double>() - 0.2 / 3) < 1e-12);
}

void TstAnalyzeCases::formatsOfProducts_data()
{
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("vendor");
    QTest::addColumn<bool>("hasTf32");
    QTest::addColumn<QString>("format");
    QTest::addColumn<double>("ofPeak");
    QTest::addColumn<bool>("assumed");
    const char* const convolution = "aten::convolution";
    const char* const mm = "aten::mm";
    // 20 TFLOP/s in each; peaks: bf16 160, tf32 80, fp32 16.
    QTest::newRow("cuDNN by default") << convolution << "float"
                                      << "fprop"
                                      << "NVIDIA" << true << "tf32" << 0.25 << true;
    QTest::newRow("no such format") << convolution << "float"
                                    << "fprop"
                                    << "NVIDIA" << false << "fp32" << 1.25 << false;
    QTest::newRow("MIOpen") << convolution << "float"
                            << "fprop"
                            << "AMD" << true << "fp32" << 1.25 << false;
    QTest::newRow("cuDNN, not allowed") << convolution << "float"
                                        << "implicit_convolve_sgemm<float>"
                                        << "NVIDIA" << true << "fp32" << 1.25 << false;
    QTest::newRow("cuDNN, by name") << convolution << "float"
                                    << "sm80_xmma_fprop_tf32f32_tf32f32_f32"
                                    << "NVIDIA" << true << "tf32" << 0.25 << false;
    QTest::newRow("Winograd") << convolution << "float"
                              << "volta_scudnn_winograd_128x128"
                              << "NVIDIA" << false << "fp32" << 1.25 << false;
    QTest::newRow("product by default") << mm << "float"
                                        << "gemm"
                                        << "NVIDIA" << true << "fp32" << 1.25 << false;
    QTest::newRow("product by name") << mm << "float"
                                     << "cutlass_80_tensorop_s1688gemm_64x64_32x6_tn_align4"
                                     << "NVIDIA" << true << "tf32" << 0.25 << false;
    QTest::newRow("16 bits") << convolution << "c10::BFloat16"
                             << "fprop"
                             << "NVIDIA" << true << "bf16" << 0.125 << false;
}

/// A rate above a peak is told, with what is above which and by how much.
void TstAnalyzeCases::formatsOfProducts()
{
    QFETCH(const QString, operation);
    QFETCH(const QString, dtype);
    QFETCH(const QString, kernel);
    QFETCH(const QString, vendor);
    QFETCH(const bool, hasTf32);
    QFETCH(const QString, format);
    QFETCH(const double, ofPeak);
    QFETCH(const bool, assumed);
    const bool convolution = operation == "aten::convolution";
    const std::string type = dtype.toStdString();
    const std::string shapes =
        convolution
            ? R"("Input Dims": [[100, 100, 1, 1], [1000, 100, 1, 1]], )"
              R"("Concrete Inputs": ["", "", "", "[1, 1]", "[0, 0]", "[1, 1]", "False", "[0, 0]", "1"], )"
            : R"("Input Dims": [[100, 100], [100, 1000]], )";
    const profiler::AnalysisInput input(tests::runOfEvents(joined({
        slice("user_annotation", "ProfilerStep#1", "5", 0, 1000),
        slice("cpu_op", operation.toStdString(), "5", 10, 40,
              shapes + R"("Input type": [")" + type + R"(", ")" + type + R"("])"),
        slice("cuda_runtime", "cudaLaunchKernel", "5", 25, 5, correlation(1)),
        slice("kernel", kernel.toStdString(), "7", 200, 1, correlation(1)),
    })));
    profiler::AnalysisOptions options;
    core::HardwareSpec& device = options.hardware.emplace();
    device.vendor = vendor.toStdString();
    const auto peak = [&](core::EngineKind kind, core::Dtype number, double flops) {
        device.engines.push_back({kind, number, {core::FlopsPerSecond{flops}, {}, false}});
    };
    peak(core::EngineKind::Matrix, core::Dtype::Bf16, 160e12);
    if (hasTf32)
        peak(core::EngineKind::Matrix, core::Dtype::Tf32, 80e12);
    peak(core::EngineKind::Vector, core::Dtype::Fp32, 16e12);
    const core::Report report = analyzed(input, "utilization", options);
    const ReportRow product = rowsOf(report, "products").at(0);
    QCOMPARE(product.at("flops").get<double>(), 2e7);
    QCOMPARE(QString::fromStdString(product.at("format").get<std::string>()), format);
    QVERIFY(std::abs(product.at("of_peak").get<double>() - ofPeak) < 1e-9);
    const double mfu = rowsOf(report, "step_utilization").at(0).at("mfu").get<double>();
    QVERIFY(std::abs(mfu - ofPeak / 201) < 1e-12); // 1 us of the 201 until the device is done
    QCOMPARE(tests::hasFinding(report, "utilization.tf32_by_default"), assumed);
    std::vector<std::string> told;
    for (const core::Finding& finding : report.findings) {
        if (finding.key == "utilization.beyond_peak" || finding.key == "utilization.fewer_operations") {
            told.push_back(finding.key);
            told.insert(told.end(), finding.args.begin(), finding.args.end());
        }
    }
    if (ofPeak <= 1)
        QCOMPARE(told, std::vector<std::string>{});
    else
        QCOMPARE(told, (std::vector<std::string>{kernel.contains("winograd") ? "utilization.fewer_operations"
                                                                             : "utilization.beyond_peak",
                                                 "?", "1", "125.0 %", "fp32", operation.toStdString(),
                                                 product.at("shape").get<std::string>()}));
}

/// The records of a trace as a snapshot: the Memory page shows both in one way.
void TstAnalyzeCases::memoryRecordsAsASnapshot()
{
    const auto change = [](double ts, int device, long long address, int bytes, int total) {
        return R"({"ph": "i", "s": "t", "name": "[memory]", "pid": 1, "tid": 5, "ts": )" +
               std::to_string(ts) + R"(, "args": {"Device Type": )" + std::to_string(device) +
               R"(, "Device Id": 0, "Addr": )" + std::to_string(address) + R"(, "Bytes": )" +
               std::to_string(bytes) + R"(, "Total Allocated": )" + std::to_string(total) +
               R"(, "Total Reserved": )" + std::to_string(device == 1 ? 4096 : 0) + "}}";
    };
    constexpr long long kFar = 100LL << 20;
    const core::RunPtr run = tests::runOfEvents(joined({
        slice("cpu_op", "aten::linear", "5", 0, 100),
        slice("cpu_op", "aten::mm", "5", 5, 90),
        change(10, 1, 1024, 512, 1512), // 1,000 bytes are older: 300 of them at 2048
        change(15, 0, 64, 8, 8),        // the processor's are no device's
        change(20, 1, kFar, 256, 1768),
        change(30, 1, 2048, -300, 1468),
        change(40, 1, 1024, -512, 956),
    }));
    QVERIFY(profiler::hasRecordedMemory(*run));
    const auto recorded = profiler::recordedMemory(run).value();
    QCOMPARE(recorded.size(), std::size_t{2});
    QCOMPARE(recorded[0].device, std::string("GPU 0")); // that holds most
    QCOMPARE(recorded[0].peak, std::int64_t{1768});
    QCOMPARE(recorded[1].peak, std::int64_t{8});
    const core::MemorySnapshot& snapshot = *recorded[0].snapshot;
    std::int64_t held = 0;
    std::vector<std::int64_t> after;
    std::map<std::string, std::int64_t> asked;
    for (const core::SnapshotEvent& event : snapshot.events) {
        if (event.action == core::MemoryAction::Alloc) {
            held += event.bytes;
            asked[std::string(snapshot.names.text(event.category))] += event.bytes;
        } else if (event.action == core::MemoryAction::FreeCompleted) {
            held -= event.bytes;
        } else {
            continue;
        }
        after.push_back(held);
    }
    // What was there before, by the block that is freed and the rest; then as the file's totals say.
    QCOMPARE(after, (std::vector<std::int64_t>{300, 1000, 1512, 1768, 1468, 956}));
    QCOMPARE(asked, (std::map<std::string, std::int64_t>{{"before the recording", 1000}, {"forward", 768}}));
    const core::MemoryStack stack = snapshot.stacks.at(1);
    QCOMPARE(stack.count, 2U);
    QCOMPARE(snapshot.names.text(snapshot.stackFrames[stack.begin].function), std::string_view("aten::mm"));
    QCOMPARE(snapshot.segments.size(), std::size_t{2}); // 1024 to 2348, and far away
    QCOMPARE(snapshot.segments[0].bytes, std::int64_t{2348 - 1024});
    QCOMPARE(recorded[0].reserved.front().second, std::int64_t{4096});
    const auto figures = profiler::runFigures(profiler::AnalysisInput(run), {}).value();
    QCOMPARE(figures.memoryPeakBytes.value_or(-1), 1768.0); // as compare sets it beside a plan's
    QVERIFY(!profiler::hasRecordedMemory(*twoStreams()));
}

void TstAnalyzeCases::memoryPeakAndHolders()
{
    const auto change = [](double ts, int address, int bytes, int total) {
        return R"({"ph": "i", "s": "t", "name": "[memory]", "pid": 1, "tid": 5, "ts": )" +
               std::to_string(ts) + R"(, "args": {"Device Type": 1, "Device Id": 0, "Addr": )" +
               std::to_string(address) + R"(, "Bytes": )" + std::to_string(bytes) +
               R"(, "Total Allocated": )" + std::to_string(total) + R"(, "Total Reserved": 4096}})";
    };
    const profiler::AnalysisInput input(tests::runOfEvents(joined({
        slice("cpu_op", "aten::mm", "5", 0, 100),
        slice("cpu_op", "autograd::engine::evaluate_function: MmBackward0", "5", 200, 100),
        slice("cpu_op", "aten::mm", "5", 210, 50),
        change(10, 1, 512, 1512), // 1,000 bytes are older
        change(20, 2, 256, 1768),
        change(220, 3, 1024, 2792), // the peak
        change(230, 1, -512, 2280),
    })));
    const core::Report report = analyzed(input, "memory");
    const ReportRow peak = rowsOf(report, "memory").at(0);
    QCOMPARE(peak.at("peak_bytes").get<double>(), 2792.0);
    QCOMPARE(peak.at("before_bytes").get<double>(), 1000.0);
    QCOMPARE(peak.at("peak_at_ns"), 220'000);
    std::map<std::string, double> phases;
    for (const ReportRow& row : rowsOf(report, "memory_phases"))
        phases[row.at("phase").get<std::string>()] = row.at("bytes").get<double>();
    QCOMPARE(phases["forward"], 768.0);
    QCOMPARE(phases["backward"], 1024.0);
    QCOMPARE(phases["before"], 1000.0);
    const auto holders = rowsOf(report, "memory_holders");
    QCOMPARE(holders.at(0).at("operation"), "aten::mm");
    QCOMPARE(holders.at(0).at("phase"), "backward");
    QCOMPARE(holders.at(1).at("blocks"), 2);
}

void TstAnalyzeCases::counters()
{
    const profiler::AnalysisInput input(tests::runOfEvents(R"(
        {"ph": "C", "name": "power", "pid": 1, "ts": 0, "args": {"W": 100}},
        {"ph": "C", "name": "power", "pid": 1, "ts": 10, "args": {"W": 400}},
        {"ph": "C", "name": "power", "pid": 1, "ts": 40, "args": {"W": 200}})"));
    const ReportRow row = rowsOf(analyzed(input, "counters"), "counters").at(0);
    QCOMPARE(row.at("time_mean").get<double>(), (10 * 100 + 30 * 400) / 40.0);
    QCOMPARE(row.at("max").get<double>(), 400.0);
    QCOMPARE(row.at("max_at_ns"), 10'000);
}

void TstAnalyzeCases::summaries()
{
    // pandas.Series([4, 1, 3, 10]).describe()
    const profiler::Summary summary = profiler::summaryOf(std::vector<std::int64_t>{4, 1, 3, 10});
    QCOMPARE(summary.mean, 4.5);
    QVERIFY(std::abs(*summary.deviation - 3.872983346) < 1e-8);
    QCOMPARE(summary.firstQuartile, 2.5);
    QCOMPARE(summary.median, 3.5);
    QCOMPARE(summary.thirdQuartile, 5.5);
    QVERIFY(!profiler::summaryOf(std::vector<std::int64_t>{4}).deviation);
}

SHARDSCOPE_TEST(TstAnalyzeCases)
#include "tst_analyze_cases.moc"
