// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>
#include <sqlite3.h>

using namespace shardscope;
using tests::formatData;
using tests::imported;

namespace {

/// One number of a database, asked plainly.
std::int64_t ask(const std::filesystem::path& file, const char* sql)
{
    sqlite3* handle = nullptr;
    sqlite3_stmt* statement = nullptr;
    std::int64_t answer = -1;
    if (sqlite3_open_v2(file.c_str(), &handle, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK &&
        sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        answer = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return answer;
}

} // namespace

class TstNsysSqlite : public QObject {
    Q_OBJECT
private slots:
    void today()
    {
        const auto run = imported(formatData("nsys/good.sqlite"));
        QCOMPARE(run.run->sources.front().baseTimeNs, std::int64_t{1700000000000000000});
        QCOMPARE(tests::slicesOf(run),
                 (std::vector<std::string>{
                     "Context Sync [cuda_sync] 600+50 on GPU 0 / waits for all streams",
                     "Memcpy HtoD [gpu_memcpy] 700+100 on GPU 0 / stream 9",
                     "cuLaunchKernelEx [cuda_driver] 300+100 on python3 1234 / main 1235",
                     "cudaLaunchKernel [cuda_runtime] 100+100 on python3 1234 / main 1235",
                     "cudaLaunchKernel [cuda_runtime] 500+100 on python3 1234 / main 1235",
                     "cudnnConvolutionForward [cudnn_events] 90+120 on python3 1234 / main 1235",
                     "gemm_kernel<float> [kernel] 250+100 on GPU 0 / stream 7",
                     "gemm_kernel<float> [kernel] 450+100 on GPU 0 / stream 7",
                     "open [user_annotation] 80+420 on python3 1234 / main 1235 (NVTX)",
                     "python3 1234 / main 1235 [sched] 1+1 on processors / CPU 0",
                     "range [user_annotation] 70+430 on python3 1234 / main 1235 (NVTX)",
                     "step 1 [user_annotation] 50+850 on python3 1234 / main 1235",
                 }));
        QCOMPARE(tests::instantsOf(run).back(), std::string("mark 60 on python3 1234 / main 1235"));
        QCOMPARE(tests::countersOf(run),
                 std::vector<std::string>{"GPU 0 / SMs Active [Throughput %] / value: 100=55 200=66"});
        QCOMPARE(tests::remarksOf(run), std::string("begin_without_end x1, recorder_message x1"));
        QCOMPARE(tests::metadataOf(run, "GPU 0"), std::string("NVIDIA H200"));
        QCOMPARE(run.run->timeline->flows().size(), std::size_t{3}); // two launches, one copy
        const auto arguments = nlohmann::json::parse(tests::argumentsOf(run, "Memcpy HtoD"));
        QCOMPARE(arguments.at("bytes").get<int>(), 4096);
        QCOMPARE(nlohmann::json::parse(tests::argumentsOf(run, "gemm_kernel<float>")).at("shortName"),
                 "gemm");
        QVERIFY(std::none_of(run.run->timeline->tracks().begin(), run.run->timeline->tracks().end(),
                             [&](const core::Track& track) {
                                 return track.device !=
                                        run.run->timeline->names().text(track.thread).starts_with("stream");
                             }));
    }

    /// A recording that ended early leaves its last rows in a log beside the file: they are read, and nothing
    /// is written.
    void logBeside()
    {
        const QTemporaryDir folder;
        const std::string file = folder.filePath("run.sqlite").toStdString();
        sqlite3* writer = nullptr;
        QCOMPARE(sqlite3_open(file.c_str(), &writer), SQLITE_OK);
        const char* const rows =
            "PRAGMA journal_mode=WAL; CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
            "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT, streamId INT, "
            "shortName "
            "INT, demangledName INT, correlationId INT, globalPid INT, contextId INT);"
            "INSERT INTO StringIds VALUES(1, 'k'); INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1, 5, 0, 7, "
            "1, "
            "1, 1, 0, 1);";
        QCOMPARE(sqlite3_exec(writer, rows, nullptr, nullptr, nullptr), SQLITE_OK);
        const QTemporaryDir copy; // as a killed recorder leaves it
        for (const char* end : {"", "-wal"})
            QVERIFY(QFile::copy(folder.filePath("run.sqlite") + end, copy.filePath("run.sqlite") + end));
        sqlite3_close(writer);
        const auto bytes = [&](const char* end) {
            QFile read(copy.filePath("run.sqlite") + end);
            return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
        };
        const QByteArray before = bytes("") + bytes("-wal");
        const auto run = imported(copy.filePath("run.sqlite").toStdString());
        QCOMPARE(tests::slicesOf(run), (std::vector<std::string>{"k [kernel] 1+4 on GPU 0 / stream 7"}));
        QCOMPARE(bytes("") + bytes("-wal"), before);
        QCOMPARE(QDir(copy.path()).entryList(QDir::Files), (QStringList{"run.sqlite", "run.sqlite-wal"}));
    }

    /// What a CUDA graph runs leads back to where it was captured, through the copies of its nodes.
    void graphNodes()
    {
        const tests::ScratchFolder scratch;
        const std::string file = scratch.write("graph.sqlite", "").string();
        sqlite3* writer = nullptr;
        QCOMPARE(sqlite3_open(file.c_str(), &writer), SQLITE_OK);
        constexpr std::int64_t kThread = 7 * 0x1000000 + 8;
        const std::string thread = std::to_string(kThread);
        const std::string rows =
            "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
            "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT, "
            "nameId INT);"
            "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT, streamId INT, "
            "demangledName INT, correlationId INT, globalPid INT, graphNodeId INT);"
            "CREATE TABLE CUDA_GRAPH_NODE_EVENTS(start INT, end INT, nameId INT, globalTid INT, graphNodeId "
            "INT, originalGraphNodeId INT);"
            "INSERT INTO StringIds VALUES(1, 'cudaLaunchKernel'), (2, 'cudaGraphLaunch'), (3, 'layer'), "
            "(4, 'Graph Node Creation');"
            "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(100, 200, " +
            thread + ", 1, 1), (500, 520, " + thread + ", 9, 2), (700, 720, " + thread +
            ", 10, 2);"
            "INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES(120, 130, 4, " +
            thread + ", 50, NULL), (300, NULL, 4, " + thread + ", 60, 50), (310, 320, 4, " + thread +
            ", 70, 60);"
            "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(600, 650, 0, 7, 3, 9, 117440512, 70), (800, 850, "
            "0, "
            "7, 3, 10, 117440512, 70);";
        QCOMPARE(sqlite3_exec(writer, rows.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(writer);
        const auto run = imported(file);
        QCOMPARE(tests::remarksOf(run), std::string());
        const core::Timeline& timeline = *run.run->timeline;
        std::vector<std::pair<std::int64_t, std::int64_t>> captures;
        for (const core::Flow& flow : timeline.flows()) {
            if (timeline.names().text(flow.category) != "graph_capture")
                continue;
            QCOMPARE(std::string(timeline.names().text(timeline.name()[flow.from.index()])),
                     std::string("Graph Node Creation"));
            captures.emplace_back(flow.fromTs, flow.toTs);
        }
        QCOMPARE(captures, (std::vector<std::pair<std::int64_t, std::int64_t>>{{120, 600}, {120, 800}}));
        QCOMPARE(timeline.flows().size(), std::size_t{4}); // and each launch of the graph
    }

    /// Fewer tables, fewer columns, other names.
    void older()
    {
        const auto run = imported(formatData("nsys/good_old.sqlite"));
        QCOMPARE(tests::slicesOf(run),
                 (std::vector<std::string>{
                     "cudaLaunchKernel [cuda_runtime] 100+100 on process 1234 / thread 1235",
                     "gemm [kernel] 250+100 on GPU 0 / stream 7",
                     "old [user_annotation] 10+10 on process 1234 / thread 1235",
                 }));
        QCOMPARE(run.run->timeline->flows().size(), std::size_t{1});
        QCOMPARE(tests::metadataOf(run, "EXPORT_SCHEMA_VERSION"), std::string("2.4.0"));
        QCOMPARE(tests::remarksOf(run), std::string());
    }

    void compressed()
    {
        const tests::ScratchFolder scratch;
        const auto packed = imported(
            scratch.write("a.sqlite.gz", tests::gzipped(tests::bytesOf(formatData("nsys/good.sqlite")))));
        QCOMPARE(tests::slicesOf(packed), tests::slicesOf(imported(formatData("nsys/good.sqlite"))));
        QCOMPARE(nlohmann::json::parse(tests::argumentsOf(packed, "Memcpy HtoD")).at("bytes").get<int>(),
                 4096);
    }

    void hostile()
    {
        // An endless view, a generated column, texts for times, names with quotes: no statement of the file
        // runs.
        const auto run = imported(formatData("nsys/hostile.sqlite"));
        QCOMPARE(run.report.files.front().slices, std::uint64_t{2});
        QCOMPARE(tests::remarksOf(run), std::string("event_without_time x1, name_not_in_file x1"));
        QVERIFY(tests::importError(formatData("nsys/truncated.sqlite")).code == core::ErrorCode::DataCorrupt);
        const tests::ScratchFolder scratch;
        QVERIFY(tests::importError(scratch.write("a.sqlite", std::string("SQLite format 3\0 StringIds", 26)))
                    .code == core::ErrorCode::DataCorrupt);
        tests::surviveDamage(tests::bytesOf(formatData("nsys/good.sqlite")));
    }

    void real()
    {
        const auto folder = tests::sharedTraces();
        if (folder.empty())
            QSKIP("no folder of real traces here");
        const auto file = folder / "pipit/perlmutter-cloverleaf-cuda_nsys.sqlite";
        const auto run = imported(file);
        std::int64_t slices = 0;
        for (const char* const table :
             {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_RUNTIME",
              "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "OSRT_API", "PROFILER_OVERHEAD"})
            slices += ask(file, ("SELECT count(*) FROM " + std::string(table)).c_str());
        QCOMPARE(slices, std::int64_t{7829});
        // Each time that a thread comes to a processor it goes again, counted with nothing but SQL.
        const std::int64_t turns = ask(
            file, "SELECT count(*) FROM (SELECT isSchedIn, globalTid, lag(isSchedIn) OVER w AS wasIn, "
                  "lag(globalTid) OVER w AS wasTid FROM SCHED_EVENTS WINDOW w AS (PARTITION BY cpu ORDER BY "
                  "start, isSchedIn)) WHERE wasIn = 1 AND (isSchedIn = 1 OR globalTid = wasTid)");
        QVERIFY(turns > 600);
        QCOMPARE(run.report.files.front().slices, static_cast<std::uint64_t>(slices + turns));
        QCOMPARE(run.report.files.front().instants,
                 static_cast<std::uint64_t>(ask(file, "SELECT count(*) FROM DIAGNOSTIC_EVENT")));
        QCOMPARE(tests::remarkCount(run, "data_not_shown"),
                 static_cast<std::uint64_t>(ask(file, "SELECT count(*) FROM COMPOSITE_EVENTS")));
        QCOMPARE(run.run->timeline->flows().size(),
                 static_cast<std::size_t>(
                     ask(file, "SELECT count(*) FROM (SELECT correlationId FROM CUPTI_ACTIVITY_KIND_KERNEL "
                               "UNION ALL SELECT correlationId FROM CUPTI_ACTIVITY_KIND_MEMCPY) "
                               "JOIN CUPTI_ACTIVITY_KIND_RUNTIME USING (correlationId)")));
        const core::Timeline& timeline = *run.run->timeline;
        std::int64_t kernels = 0;
        for (std::size_t row = 0; row < timeline.sliceCount(); ++row)
            kernels += timeline.names().text(timeline.category()[row]) == "kernel" ? timeline.dur()[row] : 0;
        QCOMPARE(kernels, ask(file, "SELECT sum(\"end\" - start) FROM CUPTI_ACTIVITY_KIND_KERNEL"));
        QCOMPARE(run.run->sources.front().baseTimeNs,
                 ask(file, "SELECT utcEpochNs FROM TARGET_INFO_SESSION_START_TIME"));
    }
};

SHARDSCOPE_TEST(TstNsysSqlite)
#include "tst_nsys_sqlite.moc"
