// SPDX-License-Identifier: GPL-3.0-or-later
// Statuses of NCCL's RAS and files of its Inspector, made from random jobs, tell who is missing, who is
// behind and who calls something else; and nothing of a job that is well.
#include "core/io/text_file.h"
#include "profiler/analyze/overview/overview.h"
#include "profiler/analyze/ranks/launched.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

using namespace shardscope;
using namespace shardscope::profiler;
using nlohmann::json;

namespace {

/// A communicator of a job, as RAS tells it: what each rank launched; "missing", "unresponsive" and "dead"
/// ranks.
struct Made {
    std::string hash = "0xae94423cfbb2ef4a";
    std::vector<std::map<std::string, int>> launched; ///< by rank
    std::map<int, std::string> gone;
    std::map<int, int> errors;
    int firstDevice = 0; ///< of the job's: rank 0's
};

json statusOf(const std::vector<Made>& communicators, const std::string& time = "2026-06-19 06:51:56")
{
    json status{{"nccl_version", "2.29.1"},
                {"cuda_runtime_version", 13000},
                {"timestamp", time},
                {"communicators_count", communicators.size()},
                {"communicators", json::array()}};
    for (const Made& one : communicators) {
        json communicator{{"hash", one.hash},
                          {"size", one.launched.size()},
                          {"ranks_count", one.launched.size() - one.gone.size()},
                          {"missing_ranks_count", one.gone.size()},
                          {"ranks", json::array()},
                          {"missing_ranks", json::array()}};
        for (int rank = 0; rank < static_cast<int>(one.launched.size()); ++rank) {
            const int device = one.firstDevice + rank;
            json row{{"rank", rank},
                     {"host", "10.0.0." + std::to_string(device / 8)},
                     {"pid", 4000 + device},
                     {"cuda_dev", device % 8},
                     {"nvml_dev", device % 8}};
            const auto gone = one.gone.find(rank);
            if (gone != one.gone.end()) {
                row["status"] = {{"unresponsive", gone->second != "missing"},
                                 {"considered_dead", gone->second == "dead"}};
                communicator["missing_ranks"].push_back(row);
                continue;
            }
            const auto error = one.errors.find(rank);
            row["status"] = {{"init_state", 0},
                             {"async_error", error == one.errors.end() ? 0 : error->second},
                             {"abort_flag", false}};
            row["collective_counts"] = json::object();
            for (const auto& [operation, count] : one.launched[static_cast<std::size_t>(rank)])
                row["collective_counts"][operation] = count;
            communicator["ranks"].push_back(row);
        }
        status["communicators"].push_back(communicator);
    }
    return status;
}

std::vector<std::map<std::string, int>> even(int ranks, int count)
{
    return std::vector<std::map<std::string, int>>(
        static_cast<std::size_t>(ranks), {{"AllReduce", count}, {"AllGather", 2 * count}, {"Broadcast", 1}});
}

core::RunPtr runOf(const std::vector<std::string>& texts)
{
    const tests::ScratchFolder scratch;
    std::vector<std::filesystem::path> files;
    for (const std::string& text : texts)
        files.push_back(scratch.write("status" + std::to_string(files.size()) + ".json", text));
    return tests::imported(files).run;
}

/// Keys and arguments of the hang's findings.
std::map<std::string, std::vector<std::string>> hangOf(const core::RunPtr& run)
{
    std::map<std::string, std::vector<std::string>> found;
    for (const core::Finding& one : tests::analyzed(AnalysisInput(run), "hang").findings)
        found[one.key] = one.args;
    return found;
}

/// A line of the Inspector.
std::string lineOf(int rank, int ranks, int number, const char* collective, bool timed)
{
    const std::int64_t end = 1'749'490'229'000'000 + 1000 * number + rank;
    json call{{"coll", collective},
              {"coll_sn", number},
              {"coll_msg_size_bytes", 65536},
              {"coll_exec_time_us", 110},
              {"coll_timing_source", "kernel_gpu"},
              {"coll_algobw_gbs", 19.065},
              {"coll_busbw_gbs", 18.469}};
    if (timed)
        call["event_trace_ts"] = {
            {"coll_start_ts", end - 200},
            {"coll_stop_ts", end},
            {"kernel_events",
             json::array(
                 {{{"channel_id", 0}, {"kernel_start_ts", end - 110}, {"kernel_stop_ts", end}},
                  {{"channel_id", 1}, {"kernel_start_ts", end - 105}, {"kernel_stop_ts", end - 3}}})}};
    return json{{"header",
                 {{"id", "0x9e7a479f95a66c"},
                  {"comm_name", "dp"},
                  {"rank", rank},
                  {"n_ranks", ranks},
                  {"nnodes", 1}}},
                {"metadata",
                 {{"inspector_output_format_version", "v4.0"},
                  {"dump_timestamp_us", end + 50},
                  {"hostname", "node-a"},
                  {"pid", 100 + rank}}},
                {"coll_perf", call}}
               .dump() +
           "\n";
}

} // namespace

class TstNcclFiles : public QObject {
    Q_OBJECT
private slots:
    /// The sample of the field: one rank is missing, and NCCL does not say which.
    void fieldSample()
    {
        const std::filesystem::path file = tests::sharedPath("field/traces/nccl_ras.json");
        if (file.empty() || !std::filesystem::exists(file))
            return; // the same is made below
        const auto found = hangOf(tests::imported(file).run);
        QCOMPARE(found.at("hang.rank_missing"), (std::vector<std::string>{"1", "8", "0x1", "?"}));
        const Overview overview = overviewOfPart(tests::imported(file).run, {}).value();
        QVERIFY(!overview.findings.empty());
        QCOMPARE(overview.findings.front().kind, std::string("hang_rank_missing"));
        QVERIFY(overview.findings.front().confidence < Confidence::High);
    }

    void jobs_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 40; ++seed)
            QTest::addRow("%d", seed) << seed;
    }
    /// One fault in one of several communicators: it is told of that rank, and nothing else is.
    void jobs()
    {
        QFETCH(const int, seed);
        tests::Dice dice(static_cast<unsigned>(seed) + 5);
        const int ranks =
            6 + static_cast<int>(dice.below(27)); // of two that differ nobody knows who is right
        std::vector<Made> made(1);
        made[0].launched = even(ranks, 50 + static_cast<int>(dice.below(1000)));
        for (int more = 0; more < static_cast<int>(dice.below(3)); ++more) {
            Made half;
            half.hash = "0x" + std::to_string(more + 1);
            half.firstDevice = more * (ranks / 2);
            half.launched = even(ranks / 2, 7);
            made.push_back(half);
        }
        Made& ill = made[static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(made.size())))];
        const int culprit = static_cast<int>(dice.below(static_cast<std::int64_t>(ill.launched.size())));
        std::map<std::string, int>& own = ill.launched[static_cast<std::size_t>(culprit)];
        const int fault = seed % 6;
        std::string key;
        switch (fault) {
        case 0:
            ill.gone[culprit] = "dead";
            key = "rank_dead";
            break;
        case 1:
            ill.gone[culprit] = "unresponsive";
            key = "rank_unresponsive";
            break;
        case 2:
            ill.errors[culprit] = 6;
            key = "rank_failed";
            break;
        case 3:
            --own["AllReduce"];
            key = "rank_behind";
            break;
        case 4:
            --own["AllReduce"];
            ++own["AllGather"];
            key = "rank_differs";
            break;
        default: break; // all is well
        }
        const core::RunPtr run = runOf({statusOf(made).dump()});
        const auto found = hangOf(run);
        QCOMPARE(found.size(), std::size_t{1});
        if (fault == 5) {
            QCOMPARE(found.begin()->first, std::string("hang.all_answer"));
            const Overview well = overviewOfPart(run, {}).value();
            QVERIFY(well.findings.empty());
            return;
        }
        QCOMPARE(found.begin()->first, "hang." + key);
        const std::vector<std::string>& args = found.begin()->second;
        const bool gone = fault < 2;
        const std::string& who = args.at(gone ? 3 : 0);
        const int device = ill.firstDevice + culprit;
        QCOMPARE(who, std::to_string(culprit) + " (10.0.0." + std::to_string(device / 8) + " " +
                          std::to_string(4000 + device) + ")");
        QCOMPARE(args.at(gone ? 2 : 1), ill.hash);
        const Overview overview = overviewOfPart(run, {}).value();
        QCOMPARE(overview.findings.size(), std::size_t{1});
        QCOMPARE(overview.findings.front().kind, "hang_" + key);
        QVERIFY(!overview.findings.front().evidence.empty());
        // Ranks are the job's where a communicator holds all devices.
        QCOMPARE(overview.worldSize, std::int64_t{ranks});
    }

    /// Two statuses tell who is stuck from who is late.
    void twice()
    {
        Made before;
        before.launched = even(8, 100);
        before.launched[5]["AllReduce"] = 99;
        Made after = before;
        const std::string first = statusOf({before}, "2026-06-19 06:51:56").dump();
        const auto stuck = hangOf(runOf({first, statusOf({after}, "2026-06-19 06:52:26").dump()}));
        QCOMPARE(stuck.size(), std::size_t{1});
        QCOMPARE(stuck.begin()->first, std::string("hang.rank_stuck"));
        QCOMPARE(stuck.begin()->second.at(5), std::string("30000000000 ns"));
        // One job, although its ranks are named twice.
        const Overview overview =
            overviewOfPart(runOf({first, statusOf({after}, "2026-06-19 06:52:26").dump()}), {}).value();
        QCOMPARE(overview.findings.size(), std::size_t{1});
        QCOMPARE(overview.findings.front().kind, std::string("hang_rank_stuck"));
        QCOMPARE(overview.findings.front().secondsPerStep, 30.0);
        QVERIFY(overview.otherFiles.empty());
        for (auto& rank : after.launched)
            rank["AllReduce"] += 20;
        const auto moves = hangOf(runOf({first, statusOf({after}, "2026-06-19 06:52:26").dump()}));
        QVERIFY(!moves.contains("hang.rank_stuck") && !moves.contains("hang.rank_behind"));
        // Both in one file, as a loop in a shell appends them.
        const std::string both = first + "\n" + statusOf({before}, "2026-06-19 06:53:56").dump();
        QVERIFY(hangOf(runOf({both})).contains("hang.rank_stuck"));
    }

    /// NCCL 2.28.9 leaves a comma out.
    void withoutComma()
    {
        Made made;
        made.launched = even(4, 10);
        made.gone[3] = "unresponsive";
        std::string text = statusOf({made}).dump(2);
        // Keys are sorted: "status" follows "rank" here, so the comma in front of it goes.
        const auto missing = text.find("\"missing_ranks\": [");
        const auto status = text.find("\"status\"", missing);
        const auto comma = text.rfind(',', status);
        QVERIFY(comma != std::string::npos && comma > missing);
        text.erase(comma, 1);
        QVERIFY(!json::accept(text));
        const auto found = hangOf(runOf({text}));
        QCOMPARE(found.begin()->first, std::string("hang.rank_unresponsive"));
    }

    void damaged()
    {
        Made made;
        made.launched = even(4, 10);
        tests::surviveDamage(statusOf({made}).dump());
        tests::surviveDamage(lineOf(0, 2, 1, "AllReduce", true) + lineOf(0, 2, 2, "AllGather", false));
    }

    void inspector()
    {
        for (const bool timed : {true, false}) {
            std::vector<std::string> files(3);
            for (int rank = 0; rank < 3; ++rank) {
                const int last = rank == 1 ? 7 : 9; // rank 1 ended before; rank 3 left no file
                for (int number = 1; number <= last; ++number)
                    files[static_cast<std::size_t>(rank)] +=
                        lineOf(rank, 4, number, number % 3 == 0 ? "ReduceScatter" : "AllReduce", timed);
            }
            const core::RunPtr run = runOf(files);
            const AnalysisInput input(run);
            QCOMPARE(input.ranks().size(), std::size_t{3});
            const auto found = hangOf(run);
            QCOMPARE(found.size(), std::size_t{1});
            QCOMPARE(found.begin()->first, std::string("hang.file_behind"));
            QCOMPARE(found.begin()->second.at(0), std::string("1"));
            QCOMPARE(found.begin()->second.at(2), std::string("7"));
            QCOMPARE(found.begin()->second.at(3), std::string("9"));
            const Overview overview = overviewOfPart(run, {}).value();
            QCOMPARE(overview.absentRanks, (std::vector<std::int32_t>{3}));
            QCOMPARE(overview.findings.size(), std::size_t{1});
            QVERIFY(overview.findings.front().confidence == Confidence::Low);
            if (!timed)
                continue;
            const auto rows = tests::rowsOf(tests::analyzed(input, "communication"), "communication");
            bool scatter = false;
            for (const auto& row : rows) {
                if (row.at("collective").get<std::string>() != "reduce_scatter")
                    continue;
                scatter = true; // what a rank is left with, times the ranks, is what it brings
                QCOMPARE(row.at("busy_ns").get<std::int64_t>() % 110'000, std::int64_t{0});
            }
            QVERIFY(scatter);
        }
    }
};

SHARDSCOPE_TEST(TstNcclFiles)
#include "tst_nccl_files.moc"
