// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

using namespace shardscope;
using tests::formatData;
using tests::imported;

class TstRocprofJson : public QObject {
    Q_OBJECT
private slots:
    void good()
    {
        const auto run = imported(formatData("rocprof/good.json"));
        QCOMPARE(tests::slicesOf(run),
                 (std::vector<std::string>{
                     "MEMORY_COPY_HOST_TO_DEVICE [gpu_memcpy] 1400+50 on GPU 0 / copies",
                     "gemm_kernel(float*) [kernel] 2000+500 on GPU 0 / queue 3",
                     "gemm_kernel(float*) [kernel] 2600+100 on GPU 1 / queue 4",
                     "hipLaunchKernel [cuda_runtime] 1000+100 on process 77 / thread 78",
                     "hipMemcpyAsync [cuda_runtime] 1200+100 on process 77 / thread 78",
                 }));
        QCOMPARE(tests::remarkCount(run, "data_not_shown"), std::uint64_t{1}); // the record of scratch memory
        QCOMPARE(tests::metadataOf(run, "records of scratch_memory"), std::string("1"));
        QCOMPARE(tests::metadataOf(run, "GPU 0"), std::string("AMD Instinct MI300X"));
        const core::Timeline& timeline = *run.run->timeline;
        QCOMPARE(timeline.flows().size(), std::size_t{1});
        QCOMPARE(timeline.flows()[0].fromTs, std::int64_t{1000});
        QCOMPARE(timeline.flows()[0].toTs, std::int64_t{2000});
        QCOMPARE(nlohmann::json::parse(tests::argumentsOf(run, "gemm_kernel(float*)"))
                     .at("dispatch_info")
                     .at("dispatch_id"),
                 1);
    }

    void damaged()
    {
        const auto cut = imported(formatData("rocprof/truncated.json"));
        QCOMPARE(tests::remarksOf(cut), std::string("truncated_text x1"));
        QCOMPARE(tests::slicesOf(cut),
                 std::vector<std::string>{"gemm_kernel(float*) [kernel] 2000+500 on GPU 0 / queue 3"});
        const auto hostile = imported(formatData("rocprof/hostile.json"));
        QCOMPARE(tests::remarksOf(hostile), std::string("name_not_in_file x1, negative_duration x1"));
        QCOMPARE(hostile.report.files.front().slices, std::uint64_t{5});
        tests::surviveDamage(tests::bytesOf(formatData("rocprof/good.json")));
        const tests::ScratchFolder scratch;
        QVERIFY(tests::importError(scratch.write("a.json", "{\"rocprofiler-sdk-tool")).code ==
                core::ErrorCode::FormatUnknown);
        const std::string deep =
            "{\"rocprofiler-sdk-tool\": [{\"buffer_records\": " + std::string(200'000, '[');
        QCOMPARE(tests::importError(scratch.write("b.json", deep)).code, core::ErrorCode::FileEmpty);
    }

    void real()
    {
        const auto folder = tests::sharedTraces();
        if (folder.empty())
            QSKIP("no folder of real traces here");
        const auto file = folder / "tracelens/rocprof/908_results.json.gz";
        const auto run = imported(file);
        const nlohmann::json process =
            nlohmann::json::parse(tests::wholeText(file)).at("rocprofiler-sdk-tool").at(0);
        const nlohmann::json& dispatches = process.at("buffer_records").at("kernel_dispatch");
        QCOMPARE(run.report.files.front().slices, std::uint64_t{dispatches.size()});
        QCOMPARE(tests::remarksOf(run), std::string());
        std::map<std::int64_t, std::string> names;
        for (const auto& symbol : process.at("kernel_symbols"))
            names[symbol.at("kernel_id").get<std::int64_t>()] =
                symbol.at("demangled_kernel_name").get<std::string>();
        std::map<std::string, std::pair<std::uint64_t, std::int64_t>> wanted, found;
        for (const auto& dispatch : dispatches) {
            auto& [count, ns] =
                wanted[names.at(dispatch.at("dispatch_info").at("kernel_id").get<std::int64_t>())];
            ++count;
            ns += dispatch.at("end_timestamp").get<std::int64_t>() -
                  dispatch.at("start_timestamp").get<std::int64_t>();
        }
        const core::Timeline& timeline = *run.run->timeline;
        for (std::size_t row = 0; row < timeline.sliceCount(); ++row) {
            auto& [count, ns] = found[std::string(timeline.names().text(timeline.name()[row]))];
            ++count;
            ns += timeline.dur()[row];
        }
        QVERIFY(found == wanted);
    }
};

SHARDSCOPE_TEST(TstRocprofJson)
#include "tst_rocprof_json.moc"
