// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's tables of what analyses work out: counted by hand on a small trace of two ranks, and the same as the
// analyses say on real runs.
#include "profiler/analyze/overview/overview.h"
#include "profiler/sql/sql_session.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/sql_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

using namespace shardscope;
using profiler::SqlSession;
using tests::rowsOf;
using tests::sessionOf;

namespace {

using Lines = std::vector<std::string>;

std::filesystem::path twoRanks(int rank)
{
    return std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "tests/data/traces/two_ranks" /
           ("rank" + std::to_string(rank) + ".json");
}

std::vector<std::filesystem::path> sharedFiles(const std::vector<std::string>& names)
{
    std::vector<std::filesystem::path> files;
    for (const std::string& name : names) {
        const auto file = tests::sharedTraces() / "shardscope" / name;
        if (std::filesystem::exists(file))
            files.push_back(file);
    }
    return files;
}

double realOf(const core::Cell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&cell);
    return real == nullptr ? std::nan("") : *real;
}

} // namespace

class TstSqlAnswers : public QObject {
    Q_OBJECT
private:
    core::RunPtr m_run;
    std::unique_ptr<SqlSession> m_session;

private slots:
    void initTestCase()
    {
        m_run = tests::imported({twoRanks(0), twoRanks(1)}).run;
        m_session = sessionOf(m_run);
    }

    /// A step lasts on the device from the optimizer of the one before to its own: the first does not count.
    /// A step of rank 0: fetching until 100, copy [115, 140), product [170, 370), relu [370, 420), reduction
    /// [430, 750), optimizer [760, 860). Rank 1 multiplies until 470 and reduces from 530 on.
    void timeDividesAsPlanted()
    {
        QCOMPARE(rowsOf(*m_session, "SELECT rank, ts, dur, steps, warm_up_steps, device, computing, "
                                    "communicating, copying, idle, communication FROM rank_time"),
                 (Lines{"0|860000|2000000|2|1|1|700000|640000|50000|610000|640000|",
                        "1|860000|2000000|2|1|1|900000|440000|50000|610000|440000|"}));
        QCOMPARE(rowsOf(*m_session, "SELECT rank, step, name, ts, dur, warm_up, found_by, computing, "
                                    "communicating, copying, idle, hidden_communication FROM step_time "
                                    "WHERE step = 1"),
                 (Lines{"0|1|ProfilerStep#1|860000|1000000|0|marks|350000|320000|25000|305000|0|",
                        "1|1|ProfilerStep#1|860000|1000000|0|marks|450000|220000|25000|305000|0|"}));
    }

    /// The second step of rank 0, from 860: the host waits until 870, does what was not recorded, and fetches
    /// data from 1000 to 1100; the copy's launch at 1105, its begin at 1115; the product's launch at 1160,
    /// its begin at 1170; [1420, 1430) and [1750, 1760) launched long before.
    void idleTimeHasItsCause()
    {
        QCOMPARE(
            rowsOf(*m_session, "SELECT ts, dur, cause, operation, counted FROM device_idle WHERE rank = 0 "
                               "AND ts BETWEEN 860000 AND 1859999"),
            (Lines{
                "860000|10000|synchronization|cudaDeviceSynchronize|1|", "870000|130000|host_between|NULL|1|",
                "1000000|100000|data_loading|enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__|1|",
                "1100000|15000|launch_bound|NULL|1|", "1140000|30000|launch_bound|NULL|1|",
                "1420000|10000|short_gap|NULL|1|", "1750000|10000|short_gap|NULL|1|"}));
        QCOMPARE(rowsOf(*m_session,
                        "SELECT DISTINCT s.name FROM device_idle i JOIN slice s ON s.id = i.next_id "
                        "WHERE i.cause = 'data_loading'"),
                 (Lines{"Memcpy HtoD (Pinned -> Device)|"}));
    }

    void collectivesTellWhoCameWhen()
    {
        QCOMPARE(rowsOf(*m_session, "SELECT id, rank, kind, group_name, sequence, bytes, ts, dur, ranks, "
                                    "matched_by, late, wait, last, peer FROM collective WHERE id = 1"),
                 (Lines{"1|0|all_reduce|default_pg|1|5000000|1430000|320000|2|sequence|0|100000|0|NULL|",
                        "1|1|all_reduce|default_pg|1|5000000|1530000|220000|2|sequence|100000|0|1|NULL|"}));
        QCOMPARE(rowsOf(*m_session, "SELECT count(*), count(DISTINCT c.id) FROM collective c JOIN slice s ON "
                                    "s.id = c.slice_id AND s.ts = c.ts AND s.name GLOB 'nccl*'"),
                 (Lines{"6|3|"}));
        // One rank alone: its calls have no other part, and nobody waits.
        const auto alone = sessionOf(tests::imported(twoRanks(0)).run);
        QCOMPARE(rowsOf(*alone, "SELECT id, rank, ranks, late, wait, last FROM collective LIMIT 1"),
                 (Lines{"NULL|0|1|NULL|NULL|NULL|"}));
    }

    /// What a snapshot holds: 4,000,000 bytes are older than the history, which asks for 1,000, 600,000 and
    /// 512 and gives the 1,000 back.
    void allocatorsAsTheSnapshotHasThem()
    {
        const auto run = tests::imported(tests::formatData("memory_snapshot/good.pickle")).run;
        const auto session = sessionOf(run);
        QCOMPARE(rowsOf(*session, "SELECT action, bytes, held FROM allocator_event "
                                  "WHERE action IN ('alloc', 'free_requested')"),
                 (Lines{"alloc|1000|4001000|", "alloc|600000|4601000|", "free_requested|1000|4600000|",
                        "alloc|512|4600512|"}));
        QCOMPARE(rowsOf(*session, "SELECT count(*), sum(bytes) FROM allocator_segment"),
                 (Lines{"2|6291456|"}));
        // Blocks are what segments are cut into; who holds the largest is the innermost frame.
        QCOMPARE(rowsOf(*session,
                        "SELECT count(*) FROM allocator_segment s WHERE s.bytes <> (SELECT sum(b.bytes) "
                        "FROM allocator_block b WHERE b.segment = s.address)"),
                 (Lines{"0|"}));
        QCOMPARE(rowsOf(*session,
                        "SELECT count(*) FROM allocator_segment s WHERE s.free <> (SELECT sum(b.bytes) "
                        "FROM allocator_block b WHERE b.segment = s.address AND b.state = 'inactive')"
                        " AND s.free > 0"),
                 (Lines{"0|"}));
        QCOMPARE(rowsOf(*session, "SELECT state, requested, frame GLOB '*(torch/optim/adamw.py:*)' FROM "
                                  "allocator_block WHERE requested = 600000"),
                 (Lines{"allocated|600000|1|"}));
        QCOMPARE(
            rowsOf(*session, "SELECT stack FROM allocator_event WHERE bytes = 1000 AND action = 'alloc'"),
            (Lines{"forward (model.py:12)\n<module> (train.py:40)|"}));
        // Events stand where the timeline has them.
        QCOMPARE(rowsOf(*session,
                        "SELECT count(*) FROM allocator_event e WHERE NOT EXISTS (SELECT 1 FROM slice s "
                        "WHERE s.instant = 1 AND s.ts = e.ts)"),
                 (Lines{"0|"}));
    }

    /// 2 * 1024 * 512 * 1024 operations in 200 and 300 us; 2 bytes an element of two operands and the result.
    void flopsAreTheProducts()
    {
        QCOMPARE(rowsOf(*m_session, "SELECT DISTINCT rank, name, shape, dtype, flops = 1073741824, bytes = "
                                    "2.0 * (1024 * 512 * 2 + 1024 * 1024), device_ns, "
                                    "abs(flops_per_second - 1073741824 / (device_ns * 1e-9)) < 1 FROM flops"),
                 (Lines{"0|aten::mm|1024x512 512x1024|c10::BFloat16|1|1|200000|1|",
                        "1|aten::mm|1024x512 512x1024|c10::BFloat16|1|1|300000|1|"}));
        QCOMPARE(rowsOf(*m_session, "SELECT count(*) FROM flops f JOIN slice s ON s.id = f.id AND s.name = "
                                    "f.name AND s.ts = f.ts"),
                 (Lines{"6|"}));
    }

    /// Each step asks for 4096 bytes more than the one before and gives them back; 10240 were held before.
    void memoryIsTheAllocators()
    {
        QCOMPARE(rowsOf(*m_session,
                        "SELECT device, ts, bytes, allocated, reserved, address, phase, inside FROM "
                        "memory_event WHERE rank = 1 AND ts < 1200000"),
                 (Lines{"GPU 1|155000|4096|14336|32768|1000|forward|aten::mm|",
                        "GPU 1|275000|-4096|10240|32768|1000|NULL|NULL|",
                        "GPU 1|1155000|8192|18432|32768|1001|forward|aten::mm|"}));
        QCOMPARE(rowsOf(*m_session,
                        "SELECT rank, device, ts, allocated, reserved, reserved_peak, before, events "
                        "FROM memory_peak"),
                 (Lines{"0|GPU 0|2155000|22528|32768|32768|10240|6|",
                        "1|GPU 1|2155000|22528|32768|32768|10240|6|"}));
    }

    /// Columns of slices that the arguments hold; equal correlations are looked up.
    void streamsAndCorrelationsAreColumns()
    {
        QCOMPARE(rowsOf(*m_session, "SELECT stream, count(*) FROM slice WHERE stream IS NOT NULL GROUP BY 1"),
                 (Lines{"7|24|", "20|6|"}));
        const std::string byColumn = "SELECT k.id, c.id, c.name FROM slice k JOIN slice c ON c.correlation = "
                                     "k.correlation AND c.rank = k.rank AND c.id <> k.id "
                                     "WHERE k.category = 'kernel' ORDER BY 1, 2";
        const Lines pairs = rowsOf(*m_session, byColumn);
        QCOMPARE(pairs.size(), std::size_t{24});
        QCOMPARE(pairs, rowsOf(*m_session, "SELECT k.id, c.id, c.name FROM slice k JOIN slice c ON "
                                           "arg(c.id, 'correlation') = arg(k.id, 'correlation') AND "
                                           "c.rank = k.rank AND c.id <> k.id "
                                           "WHERE k.category = 'kernel' ORDER BY 1, 2"));
        QVERIFY(tests::planOf(*m_session, byColumn).find("correlation=?") != std::string::npos);
        const std::string byExternal =
            "SELECT k.id, o.id FROM slice k JOIN slice o ON o.external_id = k.external_id";
        QVERIFY(tests::planOf(*m_session, byExternal).find("external_id=?") != std::string::npos);
        // Other conditions hold too, in either order.
        QCOMPARE(rowsOf(*m_session, "SELECT count(*) FROM slice WHERE correlation = 2"), (Lines{"4|"}));
        QCOMPARE(rowsOf(*m_session,
                        "SELECT name, rank FROM slice WHERE correlation = 2 AND dur > 6000 ORDER BY ts DESC, "
                        "rank DESC"),
                 (Lines{"nvjet_gemm|1|", "nvjet_gemm|0|"}));
        for (const char* const other : {"= 'x'", "= 2.5", "= NULL", "= 4294967298", "= -1"})
            QCOMPARE(rowsOf(*m_session, std::string("SELECT count(*) FROM slice WHERE correlation ") + other),
                     (Lines{"0|"}));
        QCOMPARE(
            rowsOf(*m_session, "SELECT count(*) FROM slice WHERE correlation IN (2, '2', 3) AND id >= 0"),
            (Lines{"8|"}));
    }

    /// A track of a process is one whose operations overlap by nature.
    void tracksOfAProcess()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("async.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"([{"ph":"b","cat":"load","name":"read","id":1,"pid":5,"tid":1,"ts":0},)"
                   R"({"ph":"e","cat":"load","name":"read","id":1,"pid":5,"tid":1,"ts":9},)"
                   R"({"ph":"X","name":"work","pid":5,"tid":1,"ts":1,"dur":2}])");
        file.close();
        const auto session = sessionOf(tests::imported(file.fileName().toStdString()).run);
        QCOMPARE(rowsOf(*session,
                        "SELECT s.name, p.pid FROM process_track t JOIN slice s ON s.track_id = t.id "
                        "JOIN process p ON p.upid = t.upid"),
                 (Lines{"read|5|"}));
    }

    /// A statement that is stopped keeps nothing, and the next one answers.
    void stopsAndGoesOn()
    {
        const auto session = sessionOf(m_run);
        std::stop_source stop;
        stop.request_stop();
        core::Task task;
        task.stop = stop.get_token();
        for (const char* const table : {"rank_time", "step_time", "device_idle", "collective", "flops",
                                        "memory_event", "memory_peak"}) {
            const std::string count = std::string("SELECT count(*) > 0 FROM ") + table;
            const auto stopped = session->query(count, 0, task);
            QVERIFY2(!stopped.ok() && stopped.error().code == core::ErrorCode::Cancelled, table);
            QCOMPARE(rowsOf(*session, count), (Lines{"1|"}));
        }
    }

    /// Sums over the tables are the overview's own figures, and no time is told twice.
    void agreesWithTheOverview_data()
    {
        QTest::addColumn<QStringList>("names");
        QTest::newRow("stragglers") << QStringList{
            "h200_ddp4_straggler.rank0.json.gz", "h200_ddp4_straggler.rank1.json.gz",
            "h200_ddp4_straggler.rank2.json.gz", "h200_ddp4_straggler.rank3.json.gz"};
        QTest::newRow("dlrm") << QStringList{"h200_dlrm_gpu.json.gz"};
        QTest::newRow("gpt2") << QStringList{"h200_gpt2_medium_accum4.json.gz"};
        QTest::newRow("pipeline of hosts")
            << QStringList{"cpu_pp4_gpipe_m8.rank0.json.gz", "cpu_pp4_gpipe_m8.rank1.json.gz",
                           "cpu_pp4_gpipe_m8.rank2.json.gz", "cpu_pp4_gpipe_m8.rank3.json.gz"};
    }
    void agreesWithTheOverview()
    {
        QFETCH(QStringList, names);
        std::vector<std::string> wanted;
        for (const QString& name : names)
            wanted.push_back(name.toStdString());
        const auto files = sharedFiles(wanted);
        if (files.size() != wanted.size())
            QSKIP("shared traces are not here");
        const core::RunPtr run = tests::imported(files).run;
        const auto session = sessionOf(run);
        const profiler::AnalysisInput input(run);
        const profiler::Overview overview = profiler::overviewOf(input).value();
        const auto parts = session->query(
            "SELECT avg(1e-9 * computing / max(steps, 1)), avg(1e-9 * communicating / max(steps, 1)), "
            "avg(1e-9 * copying / max(steps, 1)), avg(1e-9 * idle / max(steps, 1)) FROM rank_time");
        QVERIFY(parts.ok());
        QCOMPARE(overview.parts.size(), std::size_t{4});
        for (std::size_t at = 0; at < 4; ++at)
            QVERIFY2(std::abs(realOf(parts->table->rows[0][at]) - overview.parts[at].seconds) < 1e-9,
                     overview.parts[at].part.c_str());
        QCOMPARE(rowsOf(*session,
                        "SELECT count(*) FROM rank_time WHERE computing + communicating + copying + "
                        "idle <> dur"),
                 (Lines{"0|"}));
        QCOMPARE(rowsOf(*session,
                        "SELECT count(*) FROM step_time WHERE computing + communicating + copying + "
                        "idle <> dur OR idle < 0"),
                 (Lines{"0|"}));
        QCOMPARE(rowsOf(*session,
                        "SELECT count(*) FROM rank_time r WHERE r.device = 1 AND r.idle <> (SELECT sum(dur) "
                        "FROM device_idle i WHERE i.source = r.source AND counted = 1)"),
                 (Lines{"0|"}));
        QCOMPARE(rowsOf(*session,
                        "SELECT count(*) FROM (SELECT ts + dur > lead(ts) OVER (PARTITION BY source "
                        "ORDER BY ts) AS twice FROM device_idle) WHERE twice"),
                 (Lines{"0|"}));
    }
};

SHARDSCOPE_TEST(TstSqlAnswers)
#include "tst_sql_answers.moc"
