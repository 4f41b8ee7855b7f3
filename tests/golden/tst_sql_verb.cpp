// SPDX-License-Identifier: GPL-3.0-or-later
// sql FILE… "SELECT …": table, CSV, JSON, errors; and every ready-made query on one small trace, with answers
// counted by hand.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope::tests;

namespace {

/// Two kernels and a collective on two streams of one device, launched by a host thread; times in us.
const char* const kTrace =
    R"json({"schemaVersion": 1, "distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8},
"traceEvents": [
{"ph": "M", "name": "process_name", "pid": 100, "tid": 0, "args": {"name": "python"}},
{"ph": "M", "name": "process_labels", "pid": 0, "tid": 0, "args": {"labels": "GPU 0"}},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#5", "pid": 100, "tid": 100, "ts": 0, "dur": 100},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#6", "pid": 100, "tid": 100, "ts": 100, "dur": 60},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 100, "tid": 100, "ts": 5, "dur": 20, "args": {"External id": 1}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 100, "tid": 100, "ts": 10, "dur": 5, "args": {"correlation": 7}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 100, "tid": 100, "ts": 40, "dur": 5, "args": {"correlation": 8}},
{"ph": "X", "cat": "kernel", "name": "ampere_sgemm_128x64_nn", "pid": 0, "tid": 7, "ts": 20, "dur": 30, "args": {"stream": 7, "correlation": 7}},
{"ph": "X", "cat": "kernel", "name": "ampere_sgemm_128x64_nn", "pid": 0, "tid": 7, "ts": 60, "dur": 10, "args": {"stream": 7, "correlation": 8}},
{"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "pid": 0, "tid": 20, "ts": 40, "dur": 40,
 "args": {"stream": 20, "Collective name": "allreduce", "In msg nelems": 1024, "dtype": "Float"}},
{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pageable -> Device)",
    "pid" : 0, "tid" : 7, "ts" : 90, "dur" : 2, "args":
{
    "bytes" : 4000
}
},
{"ph": "s", "id": 7, "cat": "ac2g", "name": "ac2g", "pid": 100, "tid": 100, "ts": 10},
{"ph": "f", "id": 7, "cat": "ac2g", "name": "ac2g", "pid": 0, "tid": 7, "ts": 20, "bp": "e"},
{"ph": "s", "id": 8, "cat": "ac2g", "name": "ac2g", "pid": 100, "tid": 100, "ts": 40},
{"ph": "f", "id": 8, "cat": "ac2g", "name": "ac2g", "pid": 0, "tid": 7, "ts": 60, "bp": "e"},
{"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "pid": 100, "tid": 100, "ts": 12, "s": "t",
 "args": {"Bytes": 512, "Total Allocated": 2048, "Device Type": 1}},
{"ph": "C", "name": "power", "pid": 100, "ts": 0, "args": {"W": 100}},
{"ph": "C", "name": "power", "pid": 100, "ts": 50, "args": {"W": 300}},
{"ph": "X", "cat": "cpu_op", "name": "crosses", "pid": 100, "tid": 100, "ts": 90, "dur": 20}
]
})json";

} // namespace

class TstSqlVerb : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    QString m_file;

    QByteArray csv(const QStringList& arguments)
    {
        return runCli(QStringList{"sql", "--csv", m_file} + arguments).out;
    }

private slots:
    void initTestCase()
    {
        m_file = m_folder.filePath("small.json");
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kTrace);
    }

    void printsATable()
    {
        const Answer answer = runCli({"sql", m_file,
                                      "SELECT name, count(*) AS n FROM slice WHERE category = 'kernel' "
                                      "GROUP BY name"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QVERIFY2(answer.out.contains("name") && answer.out.contains("ampere_sgemm_128x64_nn"),
                 answer.out.constData());
        const Answer cut = runCli({"sql", m_file, "--limit", "2", "SELECT id FROM slice"});
        QVERIFY2(cut.out.contains("--limit 0"), cut.out.constData());
    }

    void printsCsvAndJson()
    {
        QCOMPARE(
            csv({"SELECT name, dur, NULL AS none, 'a\"b,c' AS quoted FROM slice WHERE name GLOB 'nccl*'"}),
            QByteArray("name,dur,none,quoted\r\n"
                       "ncclDevKernel_AllReduce_Sum_f32_RING_LL,40000,,\"a\"\"b,c\"\r\n"));
        const QJsonObject json =
            runCli({"sql", "--json", m_file, "SELECT id, name FROM slice WHERE dur = 2000 OR dur = 1"})
                .json();
        QCOMPARE(json["columns"].toArray(), (QJsonArray{"id", "name"}));
        QCOMPARE(json["rows"].toArray().size(), 1);
        QCOMPARE(json["rows"][0][1].toString(), QString("Memcpy HtoD (Pageable -> Device)"));
        QCOMPARE(runCli({"sql", "--json", m_file, "SELECT 1 WHERE 0"}).json()["rows"].toArray(),
                 QJsonArray());
    }

    void badCallsAreOneLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("syntax") << QStringList{m_file, "SELEC"} << "not valid SQL";
        QTest::newRow("table") << QStringList{m_file, "SELECT * FROM slises"} << "did you mean \"slice\"";
        QTest::newRow("writes") << QStringList{m_file, "DROP TABLE step"} << "only read";
        QTest::newRow("no file") << QStringList{"SELECT 1"} << "FILE";
        QTest::newRow("nothing") << QStringList{} << "FILE";
        QTest::newRow("no such file") << QStringList{"/no/such/file", "SELECT 1"} << "/no/such/file";
        QTest::newRow("query") << QStringList{m_file, "--ready", "kernel_by_time"} << "kernels_by_time";
    }
    void badCallsAreOneLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const Answer answer = runCli(QStringList{"sql"} + arguments);
        QVERIFY2(answer.isOneLineError(), answer.text().constData());
        QVERIFY2(answer.err.contains(says.toUtf8()), answer.err.constData());
    }

    void listsTablesAndQueries()
    {
        const Answer tables = runCli({"sql", "--tables"});
        QVERIFY2(tables.out.contains("slice_summary") && tables.out.contains("arg_set_id"),
                 tables.text().constData());
        const QJsonArray queries = runCli({"sql", "--list", "--json"}).json()["rows"].toArray();
        const QStringList files = QDir(sourceFile("resources/queries")).entryList({"*.sql"});
        QCOMPARE(queries.size(), files.size());
        for (const QJsonValue query : queries) {
            QVERIFY2(files.contains(query[0].toString() + ".sql"), qPrintable(query[0].toString()));
            QVERIFY2(!query[1].toString().isEmpty() && !query[2].toString().isEmpty(),
                     qPrintable(query[0].toString()));
            QFile file(sourceFile("resources/queries") + "/" + query[0].toString() + ".sql");
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            QVERIFY2(text.contains("\n-- title[ja]: ") && text.contains("\n-- help[ja]: "),
                     qPrintable(file.fileName()));
        }
    }

    void everyReadyQueryIsTested()
    {
        QStringList tested;
        for (const auto& entry : readyCases())
            tested << entry.first;
        std::sort(tested.begin(), tested.end());
        QStringList files;
        for (const QString& file : QDir(sourceFile("resources/queries")).entryList({"*.sql"}))
            files << file.chopped(4);
        std::sort(files.begin(), files.end());
        QCOMPARE(tested, files);
    }

    void readyQueriesAnswer_data()
    {
        QTest::addColumn<QByteArray>("expected");
        for (const auto& entry : readyCases())
            QTest::newRow(qPrintable(entry.first)) << entry.second;
    }
    void readyQueriesAnswer()
    {
        QFETCH(QByteArray, expected);
        const Answer answer = runCli({"sql", "--csv", m_file, "--ready", QTest::currentDataTag()});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QByteArray rows = answer.out.mid(answer.out.indexOf('\n') + 1);
        rows.replace("\r\n", "\n");
        QCOMPARE(rows, expected);
    }

    /// What kernels are called by PyTorch 1.8, on MTIA, on Gaudi.
    void readyQueriesKnowEveryEra()
    {
        const QTemporaryDir folder;
        for (const char* const category : {"Kernel", "mtia_ccp_events", "hpu_op"}) {
            QFile file(folder.filePath("era.json"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(R"([{"ph":"X","cat":"KIND","name":"gemm","pid":0,"tid":7,"ts":1,"dur":2},)"
                                  R"({"ph":"X","cat":"KIND","name":"gemm","pid":0,"tid":7,"ts":9,"dur":4}])")
                           .replace("KIND", category));
            file.close();
            const Answer kernels = runCli({"sql", "--csv", file.fileName(), "--ready", "kernels_by_time"});
            QVERIFY2(kernels.out.contains("gemm,2,6000,3000,4000"), kernels.text().constData());
            const Answer gaps = runCli({"sql", "--csv", file.fileName(), "--ready", "idle_gaps_of_devices"});
            QVERIFY2(gaps.out.contains(",3000,6000,gemm,gemm,1"), gaps.text().constData());
        }
    }

private:
    /// Query, then its rows; ns.
    static const QList<QPair<QString, QByteArray>>& readyCases()
    {
        static const QByteArray gemm("ampere_sgemm_128x64_nn");
        static const QByteArray nccl("ncclDevKernel_AllReduce_Sum_f32_RING_LL");
        // Row numbers: the thread's outermost lane 0-1, below it 2-3 and 4, its overflow lane 5, stream 7
        // 6-8, stream 20 9; the instant 10.
        static const QList<QPair<QString, QByteArray>> cases{
            {"kernels_by_time", gemm + ",2,40000,20000,30000\n" + nccl + ",1,40000,40000,40000\n"},
            {"operators_by_self_time",
             // ProfilerStep#5: 100 - 20 (mm) - 5 (launch); ProfilerStep#6: 60; mm: 20 - 5; crosses: 20, in no
             // other
             "ProfilerStep#5,1,75000,100000,100000,0\nProfilerStep#6,1,60000,60000,60000,1\n" + gemm +
                 ",2,40000,40000,30000,6\n" + nccl +
                 ",1,40000,40000,40000,9\ncrosses,1,20000,20000,20000,5\naten::mm,1,15000,20000,20000,2\n"
                 "cudaLaunchKernel,2,10000,10000,5000,3\nMemcpy HtoD (Pageable -> "
                 "Device),1,2000,2000,2000,8\n"},
            {"time_by_operation", "3,collective_replica,1,40000\n3,matrix_product,2,40000\n3,copy,1,2000\n"},
            {"launch_delay",
             gemm + ",cudaLaunchKernel,15000,10000,7\n" + gemm + ",cudaLaunchKernel,5000,30000,6\n"},
            // compute [20, 50) and [60, 70), communication [40, 80): both in [40, 50) and [60, 70)
            {"overlap_of_communication", "3,40000,40000,20000,20000,0.5\n"},
            {"copies", "Memcpy HtoD (Pageable -> Device),1,4000,2000,2e+09\n"},
            {"busy_tracks", "3,python 100,thread 100,0,6,160000,1\n3,GPU 0,stream 7,1,3,42000,0.2625\n"
                            "3,GPU 0,stream 20,1,1,40000,0.25\n"},
            {"counters", "power,W,100,2,100,200,300\n"},
            // aten::mm [5, 25) launches at 10, until 15, what begins at 20; the launch until 45 of what
            // begins at 60 lies in no operator; the collective and the copy name no launch.
            {"operators_by_device_time", ",3,52000,15000\naten::mm,1,30000,5000\n"},
            {"modules_by_device_time", ",,,2,42000\n,,ProfilerStep#5,2,40000\n"},
            // Stream 7: [20, 50), [60, 70), [90, 92).
            {"idle_gaps_of_devices", "3,1,70000,20000," + gemm +
                                         ",Memcpy HtoD (Pageable -> Device),8\n3,1,50000," + "10000," + gemm +
                                         "," + gemm + ",7\n"},
            {"launches_by_call", ",2,42000,,\ncudaLaunchKernel,2,40000,10000,15000\n"},
            // On the device step 5 ends with the kernel that it launched, at 70; its first row begins at 20.
            // Step 6 gave the device nothing to do: it is none of the device's. Communication runs from 40
            // on, 20 of it behind computing.
            {"steps", "3,ProfilerStep#5,50000,40000,10000,0,0,20000,0\n"},
            {"slowest_rank_by_step", "0,3,50000,40000,0\n"},
            {"idle_causes", ""}, // within its step the device is never idle
            {"collectives", "all_reduce,,4096,1,40000,40000,40000,102400000\n"},
            {"late_ranks", ""}, // one rank
            {"memory_events", "3,GPU,12000,512,2048,forward,cudaLaunchKernel,4\n"},
            {"memory_peaks", "3,GPU,12000,2048,,,,1536\n"},
            {"flops_by_operator", "aten::mm,,,1,,30000,\n"}, // no shapes
        };
        return cases;
    }
};

SHARDSCOPE_TEST(TstSqlVerb)
#include "tst_sql_verb.moc"
