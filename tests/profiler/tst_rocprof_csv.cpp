// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

using namespace shardscope;
using tests::formatData;
using tests::imported;

class TstRocprofCsv : public QObject {
    Q_OBJECT
private slots:
    void kernels()
    {
        const auto run = imported(formatData("rocprof/good.kernel_trace.csv"));
        QCOMPARE(tests::slicesOf(run),
                 (std::vector<std::string>{
                     "reduce [kernel] 2600+100 on GPU agent 4 / queue 3",
                     "reduce [kernel] 2650+100 on GPU agent 5 / queue 1",
                     "void gemm_kernel<float, \"x\">(float*, int) [kernel] 2000+500 on GPU agent 4 / queue 3",
                 }));
        QCOMPARE(tests::remarksOf(run), std::string());
        const auto arguments =
            nlohmann::json::parse(tests::argumentsOf(run, "void gemm_kernel<float, \"x\">(float*, int)"));
        QCOMPARE(arguments.at("Workgroup_Size_X"), 256);
        QCOMPARE(arguments.at("correlation"), 5);
        QCOMPARE(arguments.at("Agent_Id"), "Agent 4");
        QVERIFY(run.run->timeline->tracks()[0].device);
    }

    void callsAndCopies()
    {
        QCOMPARE(
            tests::slicesOf(imported(formatData("rocprof/good.hip_api_trace.csv"))),
            (std::vector<std::string>{"forward [user_annotation] 900+2100 on process 77 / thread 78",
                                      "hipLaunchKernel [cuda_runtime] 1000+100 on process 77 / thread 78",
                                      "hsa_signal_store [HSA_CORE_API] 1010+10 on process 77 / thread 78"}));
        QCOMPARE(tests::slicesOf(imported(formatData("rocprof/good.memory_copy_trace.csv"))),
                 (std::vector<std::string>{
                     "MEMORY_COPY_DEVICE_TO_HOST [gpu_memcpy] 1500+100 on GPU agent 5 / copies",
                     "MEMORY_COPY_HOST_TO_DEVICE [gpu_memcpy] 1400+50 on GPU agent 4 / copies"}));
    }

    void damaged()
    {
        const auto hostile = imported(formatData("rocprof/hostile.kernel_trace.csv"));
        QCOMPARE(tests::remarksOf(hostile),
                 std::string("event_without_time x2, negative_duration x1, odd_entry x2, unnamed_event x1"));
        QCOMPARE(hostile.report.files.front().slices, std::uint64_t{2});
        tests::surviveDamage(tests::bytesOf(formatData("rocprof/good.kernel_trace.csv")));
    }

    /// Lines reach over the pieces in which the file is read; one that never ends is left out.
    void largeFiles()
    {
        std::string text =
            "\"Kernel_Name\",\"Agent_Id\",\"Queue_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n";
        constexpr int kRows = 30'000;
        for (int row = 0; row < kRows; ++row)
            text += "\"kernel\",\"Agent 1\",0," + std::to_string(10 * row) + "," +
                    std::to_string(10 * row + 4) + "\n";
        text += std::string(3 << 20, 'x') + "\n\"last\",\"Agent 1\",0,400000,400009";
        const tests::ScratchFolder scratch;
        const auto run = imported(scratch.write("large.csv", text));
        QCOMPARE(run.report.files.front().slices, std::uint64_t{kRows + 1});
        QCOMPARE(tests::remarksOf(run), std::string("odd_entry x1"));
        QCOMPARE(run.run->timeline->end(), std::int64_t{400'009});
        QCOMPARE(nlohmann::json::parse(tests::argumentsOf(run, "last")).at("Start_Timestamp"), 400'000);
    }
};

SHARDSCOPE_TEST(TstRocprofCsv)
#include "tst_rocprof_csv.moc"
