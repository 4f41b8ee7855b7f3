// SPDX-License-Identifier: GPL-3.0-or-later
// The same little program as PyTorch's profiler has written it from 1.8 on, on the devices it knows: whatever
// the categories are called, the device's work is the device's and knows its call. Words of each era: real
// files named in docs/trace_formats.md, and pytorch/kineto, libkineto/src/ActivityType.cpp.
#include "tests/profiler/analysis_case.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using tests::analyzed;

namespace {

struct Era {
    const char* op;
    const char* runtime;
    const char* call;
    const char* kernel;
    const char* copy;
    const char* thread; ///< as JSON
    const char* stream; ///< as JSON
    const char* device;
    const char* arrow;
};

/// An operator that calls, at 2, a kernel of 4 us at 5, and at 20 a copy of 2 us at 22; memory and a window
/// mark. The arrow's thread is a number in every era, that of calls a text in 1.8.
std::string eventsOf(const Era& era)
{
    std::string text = R"json(
        {"ph":"X","cat":"OP","name":"aten::mm","pid":25738,"tid":THREAD,"ts":0,"dur":30,"args":{"External id":1}},
        {"ph":"X","cat":"RUNTIME","name":"CALL","pid":25738,"tid":THREAD,"ts":2,"dur":1,
         "args":{"correlation":11,"External id":1}},
        {"ph":"s","id":11,"pid":25738,"tid":25738,"ts":2,"cat":"ARROW","name":"ac2g"},
        {"ph":"f","id":11,"pid":DEVICE,"tid":STREAM,"ts":5,"cat":"ARROW","name":"ac2g","bp":"e"},
        {"ph":"X","cat":"KERNEL","name":"gemm","pid":DEVICE,"tid":STREAM,"ts":5,"dur":4,
         "args":{"device":DEVICE,"stream":7,"correlation":11,"External id":1}},
        {"ph":"X","cat":"RUNTIME","name":"cudaMemcpyAsync","pid":25738,"tid":THREAD,"ts":20,"dur":1,
         "args":{"correlation":12,"External id":1}},
        {"ph":"X","cat":"COPY","name":"Memcpy HtoD (Pageable -> Device)","pid":DEVICE,"tid":STREAM,"ts":22,"dur":2,
         "args":{"device":DEVICE,"stream":7,"correlation":12,"bytes":4096}},
        {"ph":"i","s":"t","name":"[memory]","pid":25738,"tid":THREAD,"ts":3,
         "args":{"Device Type":1,"Device Id":0,"Bytes":512,"Addr":1}},
        {"ph":"X","cat":"Trace","name":"PyTorch Profiler (0)","pid":"Traces","tid":"PyTorch Profiler","ts":0,"dur":40},
        {"ph":"i","s":"g","name":"Record Window End","pid":"","tid":"","ts":40})json";
    const auto put = [&](const std::string& what, const char* value) {
        for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at))
            text.replace(at, what.size(), value);
    };
    put("\"OP\"", (std::string("\"") + era.op + "\"").c_str());
    put("RUNTIME", era.runtime);
    put("CALL", era.call);
    put("KERNEL", era.kernel);
    put("COPY", era.copy);
    put("THREAD", era.thread);
    put("STREAM", era.stream);
    put("DEVICE", era.device);
    put("ARROW", era.arrow);
    return text;
}

} // namespace
Q_DECLARE_METATYPE(Era)

class TstPytorchEras : public QObject {
    Q_OBJECT
private slots:
    void eras_data()
    {
        QTest::addColumn<Era>("era");
        const auto row = [](const char* name, const Era& era) { QTest::newRow(name) << era; };
        row("1.8: names of categories, texts for ids",
            {"Operator", "Runtime", "cudaLaunchKernel", "Kernel", "Memcpy", R"("25738")", R"("stream 7")",
             "0", "async"});
        row("1.9 to 1.11", {"cpu_op", "cuda_runtime", "cudaLaunchKernel", "kernel", "gpu_memcpy", R"(25738)",
                            R"(7)", "0", "async_cpu_to_gpu"});
        row("2.x", {"cpu_op", "cuda_runtime", "cudaLaunchKernelExC", "kernel", "gpu_memcpy", R"(25738)",
                    R"(7)", "0", "ac2g"});
        row("driver calls", {"cpu_op", "cuda_driver", "cuLaunchKernelEx", "kernel", "gpu_memcpy", R"(25738)",
                             R"(7)", "0", "ac2g"});
        row("ROCm", {"cpu_op", "cuda_runtime", "hipLaunchKernel", "kernel", "gpu_memcpy", R"(25738)", R"(0)",
                     "2", "ac2g"});
        row("MTIA", {"cpu_op", "mtia_runtime", "launch", "mtia_ccp_events", "gpu_memcpy", R"(25738)", R"(3)",
                     "0", "ac2g"});
        row("XPU", {"cpu_op", "xpu_runtime", "urEnqueueKernelLaunch", "kernel", "gpu_memcpy", R"(25738)",
                    R"(1)", "0", "ac2g"});
        row("Gaudi", {"cpu_op", "privateuse1_runtime", "launch", "hpu_op", "gpu_memcpy", R"(25738)", R"(1)",
                      "0", "ac2g"});
        row("one of many other devices", {"cpu_op", "privateuse1_runtime", "aclrtLaunchKernel", "kernel",
                                          "gpu_memcpy", R"(25738)", R"(1)", "0", "ac2g"});
    }
    void eras()
    {
        QFETCH(Era, era);
        const core::RunPtr run = tests::runOfEvents(eventsOf(era));
        const core::Timeline& timeline = *run->timeline;
        QCOMPARE(timeline.sliceCount(), std::size_t{6});
        QCOMPARE(timeline.displacedCount(), std::size_t{0});
        QCOMPARE(timeline.instants().size(), std::size_t{2});
        QCOMPARE(timeline.flows().size(), std::size_t{1});
        for (const core::SliceId end : {timeline.flows()[0].from, timeline.flows()[0].to})
            QVERIFY(end.valid());
        const auto nameOf = [&](core::SliceId slice) {
            return std::string(timeline.names().text(timeline.name()[slice.index()]));
        };
        QCOMPARE(nameOf(timeline.flows()[0].from), std::string(era.call));
        QCOMPARE(nameOf(timeline.flows()[0].to), std::string("gemm"));
        const auto devices = std::count_if(timeline.tracks().begin(), timeline.tracks().end(),
                                           [](const core::Track& track) { return track.device; });
        QCOMPARE(devices, std::ptrdiff_t{1});
        const profiler::AnalysisInput input(run);
        const auto breakdown = tests::rowsOf(analyzed(input, "temporal_breakdown"), "temporal_breakdown");
        QCOMPARE(breakdown.size(), std::size_t{1});
        // The span is 5 to 24: 4 of computing, 2 of copying, the rest idle.
        QCOMPARE(breakdown[0].at("compute_ns").get<int>(), 4000);
        QCOMPARE(breakdown[0].at("non_compute_ns").get<int>(), 2000);
        QCOMPARE(breakdown[0].at("idle_ns").get<int>(), 13000);
        const auto launches = tests::rowsOf(analyzed(input, "launch_stats"), "launches");
        QCOMPARE(launches.size(), std::size_t{2});
        std::map<std::string, int> work;
        for (const tests::ReportRow& launch : launches)
            work[launch.at("call").get<std::string>()] = launch.at("device_ns").get<int>();
        QVERIFY(work == (std::map<std::string, int>{{era.call, 4000}, {"cudaMemcpyAsync", 2000}}));
        const auto memory = analyzed(input, "memory");
        QVERIFY(!tests::hasFinding(memory, "empty.no_memory_records"));
    }
};

SHARDSCOPE_TEST(TstPytorchEras)
#include "tst_pytorch_eras.moc"
