// SPDX-License-Identifier: GPL-3.0-or-later
// Dumps of the flight recorder, read; and hangs that were put into made-up dumps, found again.
#include "core/io/text_file.h"
#include "profiler/analyze/overview/overview.h"
#include "profiler/analyze/ranks/hang.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

#include <numeric>

using namespace shardscope;
using nlohmann::json;
using tests::formatData;
using tests::imported;
using tests::rowsOf;

namespace {

constexpr std::int64_t kStart = 1'724'779'239'936'775'119;

/// One call as a test puts it into a dump.
struct Made {
    std::string group;
    int sequence;
    std::string name;
    std::string state;
    int elements = 12;
    bool single = false; ///< point to point
};

/// What the recorder of one rank writes; calls are a millisecond apart.
json dumpOf(const std::map<std::string, std::string>& groups, const std::vector<Made>& calls)
{
    json dump{{"version", "2.10"},
              {"pg_config", json::object()},
              {"pg_status", json::object()},
              {"entries", json::array()}};
    for (const auto& [name, ranks] : groups)
        dump["pg_config"][name] = {{"name", name}, {"desc", "mesh_" + name}, {"ranks", ranks}};
    std::int64_t time = kStart;
    for (const Made& call : calls) {
        time += 1'000'000;
        json entry{
            {"frames", json::array({{{"name", "step"}, {"filename", "train.py"}, {"line", call.sequence}}})},
            {"record_id", dump["entries"].size()},
            {"process_group", json::array({call.group, "mesh_" + call.group})},
            {"collective_seq_id", call.single ? 0 : call.sequence},
            {"p2p_seq_id", call.single ? call.sequence : 0},
            {"profiling_name", call.name},
            {"time_created_ns", time},
            {"input_sizes", json::array({json::array({call.elements})})},
            {"input_dtypes", json::array({"Float"})},
            {"state", call.state},
            {"time_discovered_started_ns", call.state == "scheduled" ? json() : json(time + 1000)},
            {"time_discovered_completed_ns", call.state == "completed" ? json(time + 500'000) : json()},
            {"is_p2p", call.single}};
        dump["entries"].push_back(entry);
    }
    return dump;
}

class Dumps {
public:
    void add(int rank, const json& dump)
    {
        const std::filesystem::path file = std::filesystem::path(m_folder.path().toStdString()) /
                                           ("nccl_trace_rank_" + std::to_string(rank));
        QVERIFY(core::writeTextFile(file, dump.dump()).ok());
        m_files.push_back(file);
    }
    [[nodiscard]] core::RunPtr run() const { return imported(m_files).run; }

private:
    QTemporaryDir m_folder;
    std::vector<std::filesystem::path> m_files;
};

core::Report hangOf(const Dumps& dumps)
{
    return tests::analyzed(profiler::AnalysisInput(dumps.run()), "hang");
}

std::vector<std::string> argumentsOfFinding(const core::Report& report, const std::string& key)
{
    for (const core::Finding& one : report.findings) {
        if (one.key == key)
            return one.args;
    }
    return {"none"};
}

const std::map<std::string, std::string> kWorld{{"0", "[0, 1, 2, 3]"}};

} // namespace

class TstFlightRecorder : public QObject {
    Q_OBJECT
private slots:
    /// Both protocols that PyTorch and Python write hold the same two calls.
    void pickles_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("2") << "flight_recorder/protocol2_rank_0.pickle";
        QTest::newRow("4") << "flight_recorder/protocol4_rank_0.pickle";
    }
    void pickles()
    {
        QFETCH(const QString, file);
        const auto run = imported(formatData(file.toStdString()));
        QCOMPARE(run.report.files.front().events, std::uint64_t{2});
        QCOMPARE(
            tests::slicesOf(run),
            (std::vector<std::string>{
                "nccl:all_reduce [flight_recorder] 1724779239936776119+499000 on flight recorder / "
                "default_pg",
                "nccl:all_reduce [flight_recorder] 1724779239937775119+0 on flight recorder / default_pg"}));
        QCOMPARE(run.run->sources.front().rank, 0);
        QCOMPARE(run.run->sources.front().worldSize, 2);
        QCOMPARE(tests::metadataOf(run, "flight recorder comm_lib_version"), std::string("2.27.5"));
        const json arguments = json::parse(tests::argumentsOf(run, "nccl:all_reduce"));
        QCOMPARE(arguments["Seq"], json(1));
        QCOMPARE(arguments["State"], json("completed"));
        QCOMPARE(arguments["Input Dims"], json::parse("[[3, 4]]"));
        QCOMPARE(arguments["Call stack"][0], json("train.py:41 train_step"));
    }

    void damaged()
    {
        tests::surviveDamage(tests::bytesOf(formatData("flight_recorder/protocol2_rank_0.pickle")));
        tests::surviveDamage(dumpOf(kWorld, {{"0", 1, "nccl:all_reduce", "completed"}}).dump());
    }

    /// Rank 2 never issues the second all-reduce, and waits nowhere.
    void oneDoesNotCome()
    {
        Dumps dumps;
        for (int rank = 0; rank < 4; ++rank) {
            std::vector<Made> calls{{"0", 1, "nccl:all_reduce", "completed"}};
            if (rank != 2)
                calls.push_back({"0", 2, "nccl:all_reduce", "started"});
            dumps.add(rank, dumpOf(kWorld, calls));
        }
        const core::Report report = hangOf(dumps);
        QCOMPARE(argumentsOfFinding(report, "hang.culprit"),
                 (std::vector<std::string>{"2", "all_reduce", "2", "mesh_0"}));
        QCOMPARE(argumentsOfFinding(report, "hang.missing"),
                 (std::vector<std::string>{"all_reduce", "2", "mesh_0", "2", "0, 1, 3", "",
                                           "all_reduce Float[12]"}));
        const auto stuck = rowsOf(report, "stuck");
        QCOMPARE(stuck.size(), std::size_t{1});
        QCOMPARE(stuck.front().at("place"), json("train.py:2 step"));
        const auto stands = rowsOf(report, "stands");
        QCOMPARE(stands.size(), std::size_t{4});
        QCOMPARE(stands[2].at("issued"), json(1));
        QCOMPARE(stands[3].at("completed"), json(1));

        const auto overview = profiler::overviewOf(profiler::AnalysisInput(dumps.run()));
        QVERIFY(overview.ok());
        QCOMPARE(overview->findings.front().kind, std::string("hang_culprit"));
        QCOMPARE(overview->findings.front().args[2], std::string("2"));
    }

    /// A rank without a dump: it may have died.
    void oneLeftNoDump()
    {
        Dumps dumps;
        for (const int rank : {0, 1, 3})
            dumps.add(rank, dumpOf(kWorld, {{"0", 7, "nccl:_allgather_base", "scheduled"}}));
        const core::Report report = hangOf(dumps);
        QCOMPARE(argumentsOfFinding(report, "hang.no_dump"),
                 (std::vector<std::string>{"all_gather", "7", "mesh_0", "2", "0, 1, 3", "",
                                           "all_gather Float[12]"}));
        QCOMPARE(argumentsOfFinding(report, "hang.gone"),
                 (std::vector<std::string>{"2", "all_gather", "7", "mesh_0"}));
    }

    /// Rank 1 gathers, or reduces less, where the others reduce.
    void oneDiffers_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("elements");
        QTest::addColumn<QString>("called");
        QTest::newRow("operation") << "nccl:_allgather_base" << 12 << "all_gather Float[12]";
        QTest::newRow("size") << "nccl:all_reduce" << 6 << "all_reduce Float[6]";
    }
    void oneDiffers()
    {
        QFETCH(const QString, name);
        QFETCH(const int, elements);
        QFETCH(const QString, called);
        Dumps dumps;
        for (int rank = 0; rank < 4; ++rank)
            dumps.add(rank, dumpOf(kWorld, {rank == 1 ? Made{"0", 3, name.toStdString(), "started", elements}
                                                      : Made{"0", 3, "nccl:all_reduce", "started"}}));
        const core::Report report = hangOf(dumps);
        QCOMPARE(argumentsOfFinding(report, "hang.other"),
                 (std::vector<std::string>{"all_reduce", "3", "mesh_0", "1", "0, 2, 3", called.toStdString(),
                                           "all_reduce Float[12]"}));
        // It waits as the others do: nobody says that it does not.
        QCOMPARE(argumentsOfFinding(report, "hang.mismatch"),
                 (std::vector<std::string>{"1", "all_reduce", "3", "mesh_0", called.toStdString(),
                                           "all_reduce Float[12]", "0, 2, 3"}));
        QVERIFY(!tests::hasFinding(report, "hang.culprit"));
    }

    /// Rank 0 waits for 1 in one group because 1 waits for 3 in another: 3 is the one.
    void waitsAreFollowed()
    {
        const std::map<std::string, std::string> groups{{"a", "[0, 1]"}, {"b", "[1, 3]"}};
        Dumps dumps;
        dumps.add(0, dumpOf(groups, {{"a", 5, "nccl:all_reduce", "started"}}));
        dumps.add(1, dumpOf(groups, {{"a", 4, "nccl:all_reduce", "completed"},
                                     {"b", 9, "nccl:all_reduce", "started"}}));
        dumps.add(3, dumpOf(groups, {{"b", 8, "nccl:all_reduce", "completed"}}));
        const core::Report report = hangOf(dumps);
        QCOMPARE(rowsOf(report, "stuck").size(), std::size_t{2});
        QCOMPARE(argumentsOfFinding(report, "hang.culprit").front(), std::string("3"));
    }

    /// Two groups in two orders: nobody is to blame but the order.
    void circle()
    {
        const std::map<std::string, std::string> groups{{"a", "[0, 1]"}, {"b", "[0, 1]"}};
        Dumps dumps;
        dumps.add(0, dumpOf(groups, {{"a", 5, "nccl:all_reduce", "started"}}));
        dumps.add(1, dumpOf(groups, {{"b", 9, "nccl:all_reduce", "started"}}));
        const core::Report report = hangOf(dumps);
        QCOMPARE(argumentsOfFinding(report, "hang.circle").front(), std::string("0, 1"));
        QVERIFY(!tests::hasFinding(report, "hang.culprit"));
    }

    /// A receive that does not end: whom it waits for is its peer, in the world's numbers.
    void receives()
    {
        const std::map<std::string, std::string> groups{{"0", "[0, 1, 2, 3]"}, {"pp", "[1, 3]"}};
        Dumps dumps;
        for (int rank = 0; rank < 4; ++rank) {
            std::vector<Made> calls{{"0", 1, "nccl:all_reduce", "completed"}};
            if (rank == 3)
                calls.push_back({"pp", 4, "nccl:recv 1<-0", "started", 12, true});
            else if (rank != 1)
                calls.push_back({"0", 2, "nccl:all_reduce", "started"});
            dumps.add(rank, dumpOf(groups, calls));
        }
        QCOMPARE(argumentsOfFinding(hangOf(dumps), "hang.culprit").front(), std::string("1"));
    }

    void allCame()
    {
        Dumps dumps;
        for (int rank = 0; rank < 4; ++rank)
            dumps.add(rank,
                      dumpOf(kWorld, {{"0", 1, "nccl:all_reduce", rank == 0 ? "completed" : "started"}}));
        const core::Report report = hangOf(dumps);
        QCOMPARE(argumentsOfFinding(report, "hang.all_came"),
                 (std::vector<std::string>{"all_reduce", "1", "mesh_0", "0", "1, 2, 3", "",
                                           "all_reduce Float[12]"}));
        QVERIFY(!tests::hasFinding(report, "hang.culprit"));
        QCOMPARE(argumentsOfFinding(report, "hang.transport"),
                 (std::vector<std::string>{"1, 2, 3", "all_reduce", "1", "mesh_0"}));
    }

    /// Ranks 0, 1 and 3 reduce 1,025 numbers and rank 2 reduces 262,144; nothing is known of computing.
    void sizesDiffer()
    {
        std::vector<std::filesystem::path> files;
        for (int rank = 0; rank < 4; ++rank)
            files.push_back(std::filesystem::path(SHARDSCOPE_SOURCE_DIR) /
                            "tests/data/field/fr_size_mismatch" /
                            ("nccl_trace_rank_" + std::to_string(rank)));
        const profiler::AnalysisInput input(imported(files).run);
        const core::Report report = tests::analyzed(input, "hang");
        QCOMPARE(argumentsOfFinding(report, "hang.mismatch"),
                 (std::vector<std::string>{"2", "all_reduce", "6", "default_pg", "all_reduce Float[262144]",
                                           "all_reduce Float[1025]", "0, 1, 3"}));
        const profiler::Overview overview = profiler::overviewOf(input).value();
        QCOMPARE(overview.findings.size(), std::size_t{1});
        QVERIFY(overview.parts.empty());
        QCOMPARE(overview.ranks, (std::vector<std::int32_t>{0, 1, 2, 3}));
    }

    void everyHangIsToldOnce_data();
    void everyHangIsToldOnce();

    void noHang()
    {
        Dumps dumps;
        for (int rank = 0; rank < 4; ++rank)
            dumps.add(rank, dumpOf(kWorld, {{"0", 1, "nccl:all_reduce", "completed"}}));
        const core::Report report = hangOf(dumps);
        QVERIFY(tests::hasFinding(report, "hang.none"));
        QVERIFY(rowsOf(report, "stuck").empty());
    }
};

void TstFlightRecorder::everyHangIsToldOnce_data()
{
    QTest::addColumn<QString>("kind");
    for (const char* const kind :
         {"mismatch", "ahead", "extra", "culprit", "gone", "left_behind", "transport"})
        QTest::newRow(kind) << kind;
}

/// A hang planted at any place of any rank: the analysis says who and where, the overview says the same,
/// first, and nothing else, and a rank that began its collective is idle to nobody.
void TstFlightRecorder::everyHangIsToldOnce()
{
    QFETCH(const QString, kind);
    const std::string key = kind.toStdString();
    tests::Dice dice(static_cast<std::uint64_t>(qHash(kind, 38)));
    for (int turn = 0; turn < 4; ++turn) {
        const int ranks = 3 + static_cast<int>(dice.below(6));
        const int at = 3 + static_cast<int>(dice.below(5));
        const int odd = static_cast<int>(dice.below(ranks));
        std::vector<int> all(static_cast<std::size_t>(ranks));
        std::iota(all.begin(), all.end(), 0);
        const std::map<std::string, std::string> world{{"0", json(all).dump()}};
        // Sizes tell calls apart: the call of number n has 100 + n elements.
        const auto call = [](int sequence, int like, const char* state) {
            return Made{"0", sequence, "nccl:all_reduce", state, 100 + like};
        };
        Dumps dumps;
        for (int rank = 0; rank < ranks; ++rank) {
            std::vector<Made> calls;
            for (int sequence = 1; sequence < at; ++sequence)
                calls.push_back(call(sequence, sequence, "completed"));
            const bool own = rank == odd;
            if (own && key == "gone")
                continue;
            if (own && key == "mismatch")
                calls.push_back(call(at, 77, "started"));
            else if (own && key == "ahead")
                calls.push_back(call(at, at + 1, "started"));
            else if (own && key == "extra")
                calls.insert(calls.end(), {call(at, 88, "started"), call(at + 1, at, "scheduled")});
            else if (!own && key == "left_behind")
                calls.insert(calls.end(), {call(at, at, "completed"), call(at + 1, at + 1, "completed")});
            else if (!own || key != "culprit")
                calls.insert(calls.end(), {call(at, at, "started"), call(at + 1, at + 1, "scheduled")});
            dumps.add(rank, dumpOf(world, calls));
        }
        const profiler::AnalysisInput input(dumps.run());
        const core::Report report = tests::analyzed(input, "hang");
        const core::Finding& first = report.findings.front();
        QCOMPARE(first.key, "hang." + key);
        QCOMPARE(first.args.at(1), std::string("all_reduce"));
        QCOMPARE(first.args.at(2), std::to_string(at));
        if (key == "transport")
            QCOMPARE(first.args.at(0), profiler::ranksText({all.begin(), all.end()}));
        else
            QCOMPARE(first.args.at(0), std::to_string(odd));
        const profiler::Overview overview = profiler::overviewOf(input).value();
        QVERIFY(overview.parts.empty());
        QCOMPARE(overview.findings.size(), std::size_t{1});
        QCOMPARE(overview.findings.front().kind, "hang_" + key);
        QCOMPARE(std::vector<std::string>(overview.findings.front().args.begin() + 2,
                                          overview.findings.front().args.end()),
                 first.args);
        // Who is not there is named, and nobody else.
        QCOMPARE(overview.absentRanks,
                 key == "gone" ? std::vector<std::int32_t>{odd} : std::vector<std::int32_t>());
    }
}

SHARDSCOPE_TEST(TstFlightRecorder)
#include "tst_flight_recorder.moc"
