// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other tools: told by their content under any name, with the way to convert them.
#include "core/base/phrase.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <sqlite3.h>

using namespace shardscope;

class TstForeignFormats : public QObject {
    Q_OBJECT
private slots:
    void areToldWithAWay_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& head, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(head) << says;
        };
        const std::string zero(1, '\0');
        row("ncu-rep", "NVR" + zero + std::string("\x10\0\0\0", 4), "ncu --import FILE --csv");
        row("nsys-rep", zero + "\x01\x02QuadDCommon.Event" + zero, "nsys export --type sqlite FILE");
        row("pprof", "\x0a\x04\x08\x01\x10\x02\x0a\x04\x08\x03\x10\x04\x12\x08", "py-spy record");
        row("OTLP metrics", "{\"resourceMetrics\":[{\"resource\":{}}]}", "resourceSpans");
        row("Jaeger", "{\"data\":[{\"traceID\":\"5b8e\",\"spans\":[]}]}", "OTLP JSON");
        row("Proton",
            R"([{"children":[{"children":[],"frame":{"name":"k"},"metrics":{"count":1}}],"frame":)"
            R"({"name":"ROOT"},"metrics":{}},{"CUDA":{}}])",
            "proton.start");
        row("Chakra's JSON", R"({
 "version": "0.0.4"
}{
 "id": "1", "name": "a", "type": "COMP_NODE"})",
            ".et");
        row("ASTRA-sim's JSON", R"({"workload_graph":[{"Id":1}]})", ".et");
        row("dcgmi dmon", "#Entity   GPUTL  MCUTL\nID\nGPU 0  12  3\n", "dcgm-exporter");
        row("dynolog", "time = 2026-11-23T10:00:00.000Z data = {\"cpu_u\":\"12.1\"}\n", "--use_prometheus");
        row("TORCH_TRACE",
            "V0401 20:11:11.123456 139941 torch/_logging/structured.py:19] {\"str\": [\"a.py\", 0]}\n",
            "chromium_events.json");
        row("ncu CSV", "\"ID\",\"Process ID\",\"Kernel Name\",\"Metric Name\",\"Metric Value\"\n",
            "nsys profile");
        row("rocprof counters",
            "\"Correlation_Id\",\"Dispatch_Id\",\"Kernel_Name\",\"Counter_Name\",\"Start_Timestamp\","
            "\"End_Timestamp\"\n",
            "rocprofv3 --kernel-trace");
        row("kernel_details.csv",
            "Step Id,Device_id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us)\n",
            "trace_view.json");
        row("op_statistic.csv", "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us)\n",
            "trace_view.json");
        row("step_trace_time.csv",
            "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free\n",
            "trace_view.json");
        row("communication.json", R"({"step": {"p2p": {}, "collective": {"hcom_allReduce__1": {}}}})",
            "trace_view.json");
        row("key_averages",
            "-----------  ------------  ------------\n       Name    Self CPU %      Self CPU    # of Calls\n"
            "-----------  ------------  ------------\n  aten::mm         12.5%       1.2ms             3\n",
            "export_chrome_trace");
        row("rocprof 1", "\"Index\",\"KernelName\",\"BeginNs\",\"EndNs\"\n", "rocprofv3 --kernel-trace");
    }
    void areToldWithAWay()
    {
        QFETCH(QByteArray, head);
        QFETCH(QString, says);
        const tests::ScratchFolder scratch;
        for (const char* const name : {"file", "file.json", "file.sqlite"}) {
            const core::Error error = tests::importError(scratch.write(name, head.toStdString()));
            QVERIFY(error.code == core::ErrorCode::FormatUnknown);
            QCOMPARE(error.args.size(), std::size_t{3});
            const auto how = core::phraseOf(error.args[2]);
            QVERIFY(how.has_value());
            QVERIFY2(QString::fromStdString(how->text).contains(says), how->text.c_str());
        }
    }

    /// Tables tell databases of others from those of rocprofv3 and Nsight Systems.
    void databases()
    {
        const tests::ScratchFolder scratch;
        for (const auto& [table, way] :
             {std::pair{"rocpd_api", "rpd2tracing.py"}, {"CANN_API", "trace_view.json"}}) {
            const auto file = scratch.write("results.db", "");
            sqlite3* database = nullptr;
            QCOMPARE(sqlite3_open(file.c_str(), &database), SQLITE_OK);
            const std::string sql = "CREATE TABLE " + std::string(table) + "(id INTEGER)";
            QCOMPARE(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
            sqlite3_close(database);
            const core::Error error = tests::importError(file);
            QVERIFY(error.code == core::ErrorCode::FormatUnknown);
            QCOMPARE(error.args.size(), std::size_t{3});
            QVERIFY(core::phraseOf(error.args[2])->text.find(way) != std::string::npos);
        }
    }

    /// What is read is not taken for something else: a name inside a trace, pprof's first bytes elsewhere.
    void nothingThatIsReadIsRefused()
    {
        const tests::ScratchFolder scratch;
        for (const char* const name :
             {"Nsight Systems", "QuadD", "time = data = {", "#Entity", "resourceSpans", "Counter_Name"}) {
            const auto run =
                tests::imported(scratch.write("a.json", std::string("[{\"ph\":\"X\",\"name\":\"") + name +
                                                            "\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":2}]"));
            QCOMPARE(run.report.files.front().slices, std::uint64_t{1});
        }
    }
};

SHARDSCOPE_TEST(TstForeignFormats)
#include "tst_foreign_formats.moc"
