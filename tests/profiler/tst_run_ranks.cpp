// SPDX-License-Identifier: GPL-3.0-or-later
// Whose a file is, is told by what it says, then by its folders and its name, and never by how many other
// files lie beside it; who is not there is named.
#include "profiler/analyze/overview/overview.h"
#include "profiler/import/run/run_files.h"
#include "profiler/trace/run_ranks.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <fstream>

using namespace shardscope;
using namespace shardscope::profiler;
using Ranks = std::vector<std::int32_t>;

namespace {

constexpr const char* kTrace = R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])";
constexpr const char* kNoTrace[] = {R"({"total": 1})", R"({"traceEvents": []})", R"({"config": 1})"};

void write(const std::filesystem::path& file, const std::string& text)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

/// Where rank \p rank's trace lies, by each of the habits that programs have.
std::filesystem::path placeOf(int habit, std::int32_t rank)
{
    const std::string number = std::to_string(rank);
    switch (habit) {
    case 0: return "rank" + number + "_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json";
    case 1: return "rank_" + number + "/trace.json";
    case 2: return "worker" + number + "/plugins/profile/host.trace.json";
    case 3: return "host_7.rank" + number + ".pt.trace.json";
    case 4: return "node_0-rank-" + number + "/worker0.pt.trace.json"; // a worker's number is a host's
    default: return "host_" + std::to_string(900 + rank) + "_2026_ascend_pt/OUT/trace_view.json";
    }
}

} // namespace

class TstRunRanks : public QObject {
    Q_OBJECT
private slots:
    /// Folders as torch_npu leaves them, with other JSON beside the traces.
    void rankFolders()
    {
        const auto run =
            tests::imported(std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "tests/data/field/rank_folders")
                .run;
        const RunRanks ranks = ranksOfRun(*run);
        QCOMPARE(ranks.present, (Ranks{0, 1}));
        QCOMPARE(ranks.missing, Ranks());
        QCOMPARE(overviewOf(AnalysisInput(run)).value().ranks, (Ranks{0, 1}));
    }

    void byAnyHabit_data()
    {
        QTest::addColumn<int>("habit");
        for (int habit = 0; habit < 6; ++habit)
            QTest::newRow(placeOf(habit, 3).c_str()) << habit;
    }
    void byAnyHabit()
    {
        QFETCH(const int, habit);
        tests::Dice dice(static_cast<std::uint64_t>(habit) + 1);
        for (int turn = 0; turn < 4; ++turn) {
            const tests::ScratchFolder scratch;
            const std::filesystem::path root = scratch.write("x", "").parent_path() / "run";
            const auto world = static_cast<std::int32_t>(3 + dice.below(12));
            Ranks present;
            Ranks missing;
            for (std::int32_t rank = 0; rank < world; ++rank) {
                if (rank + 1 < world && dice.below(3) == 0) {
                    missing.push_back(rank);
                    continue;
                }
                present.push_back(rank);
                write(root / placeOf(habit, rank), kTrace);
                if (habit == 5)
                    write((root / placeOf(habit, rank)).parent_path().parent_path() /
                              ("profiler_info_" + std::to_string(rank) + ".json"),
                          kNoTrace[2]);
                // What lies beside, under names that sort before and behind.
                for (std::int64_t other = dice.below(4); other > 0; --other)
                    write((root / placeOf(habit, rank)).parent_path() /
                              ((other % 2 == 0 ? "a_" : "z_") + std::to_string(100 * rank + other) + ".json"),
                          kNoTrace[dice.below(3)]);
            }
            if (present.size() < 2)
                continue;
            const auto run = tests::imported(root).run;
            const RunRanks ranks = ranksOfRun(*run);
            QCOMPARE(ranks.present, present);
            QCOMPARE(ranks.missing, missing);
            QCOMPARE(ranks.world, std::int64_t{world});
            const Overview overview = overviewOf(AnalysisInput(run)).value();
            QCOMPARE(overview.ranks, present);
            QCOMPARE(overview.absentRanks, missing);
        }
    }

    /// A number in a file beats a name.
    void contentComesFirst()
    {
        const tests::ScratchFolder scratch;
        const auto run = tests::imported(scratch.write(
            "rank_5.json", R"({"distributedInfo": {"rank": 2, "world_size": 4}, "traceEvents": )" +
                               std::string(kTrace) + "}"));
        const RunRanks ranks = ranksOfRun(*run.run);
        QCOMPARE(ranks.present, Ranks{2});
        QCOMPARE(ranks.missing, (Ranks{0, 1, 3}));
    }

    /// A single rank does not tell how many there are, unless the file says.
    void oneAlone()
    {
        const tests::ScratchFolder scratch;
        const RunRanks ranks = ranksOfRun(*tests::imported(scratch.write("rank5.json", kTrace)).run);
        QCOMPARE(ranks.present, Ranks{5});
        QCOMPARE(ranks.missing, Ranks());
        QCOMPARE(ranks.world, std::int64_t{-1});
    }

    /// One rank's dump of a very large job is told in a moment, and names the others.
    void ofAVeryLargeJob()
    {
        std::string ranks;
        constexpr int kWorld = 16'384;
        for (int rank = 0; rank < kWorld; ++rank)
            ranks += (rank > 0 ? ", " : "") + std::to_string(rank);
        const tests::ScratchFolder scratch;
        const auto file = scratch.write(
            "nccl_trace_rank_7",
            R"({"version": "2.10", "pg_config": {"0": {"name": "0", "desc": "default_pg", "ranks": "[)" +
                ranks +
                R"(]"}}, "entries": [{"collective_seq_id": 1, "process_group": ["0", "default_pg"], )"
                R"("profiling_name": "nccl:all_reduce", "time_created_ns": 1700000000000000000, "state": "started", )"
                R"("is_p2p": false}]})");
        const auto run = tests::imported(file).run;
        const RunRanks told = ranksOfRun(*run);
        QCOMPARE(told.world, std::int64_t{kWorld});
        QCOMPARE(told.present, Ranks{7});
        QCOMPARE(told.missing.size(), std::size_t{kWorld - 1});
        QCOMPARE(overviewOf(AnalysisInput(run)).value().findings.front().kind, std::string("hang_gone"));
    }
};

SHARDSCOPE_TEST(TstRunRanks)
#include "tst_run_ranks.moc"
