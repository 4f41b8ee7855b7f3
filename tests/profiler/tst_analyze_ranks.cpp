// SPDX-License-Identifier: GPL-3.0-or-later
// Analyses over many ranks on runs of known truth, and on real ones against figures computed apart from them.
#include "profiler/analyze/input/analysis.h"
#include "profiler/analyze/input/report_parts.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/rank_runs.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <map>

using namespace shardscope;
using namespace shardscope::profiler;
using tests::TrueCall;

class TstAnalyzeRanks : public QObject {
    Q_OBJECT
private slots:
    void whoWaitsForWhom();
    void criticalPathFollowsTheLast();
    void bubbleOfTwoStages();
    void bubbleByTransfers();
    void realPipelinesByTransfers();
    void stalenessOfMadeUpBatches();
    void exposedCommunication();
    void emptyReportsSayWhy_data();
    void emptyReportsSayWhy();
    void realStraggler();
    void realPipelines();
    void realParameterServers();
    void realSkew();
};

namespace {

core::Report analyzed(const core::RunPtr& run, const char* key)
{
    const auto analysis = findAnalysis(key);
    if (!analysis.ok()) {
        QTest::qFail(key, __FILE__, __LINE__);
        return {};
    }
    return (*analysis)->run(AnalysisInput(run), {}, {}).value();
}

const core::Table& table(const core::Report& report, const char* key)
{
    for (const core::Table& one : report.tables) {
        if (one.key == key)
            return one;
    }
    QTest::qFail(key, __FILE__, __LINE__);
    static const core::Table none;
    return none;
}

std::int64_t integer(const core::Table& of, std::size_t row, const char* column)
{
    const auto at = of.columnIndex(column);
    if (!at || row >= of.rows.size() || !std::holds_alternative<std::int64_t>(of.rows[row][*at])) {
        QTest::qFail(column, __FILE__, __LINE__);
        return -1;
    }
    return std::get<std::int64_t>(of.rows[row][*at]);
}
double real(const core::Table& of, std::size_t row, const char* column)
{
    const auto at = of.columnIndex(column);
    if (!at || row >= of.rows.size() || !std::holds_alternative<double>(of.rows[row][*at])) {
        QTest::qFail(column, __FILE__, __LINE__);
        return -1;
    }
    return std::get<double>(of.rows[row][*at]);
}
std::string word(const core::Table& of, std::size_t row, const char* column)
{
    const auto at = of.columnIndex(column);
    return at && std::holds_alternative<std::string>(of.rows[row][*at])
               ? std::get<std::string>(of.rows[row][*at])
               : std::string();
}

const core::Finding* findingOf(const core::Report& report, const std::string& key)
{
    for (const core::Finding& finding : report.findings) {
        if (finding.key == key)
            return &finding;
    }
    return nullptr;
}

/// Four collectives of three ranks; rank 1 is last to three of them.
std::vector<TrueCall> lateCalls()
{
    return {{0, 1000, 1500}, {1, 1200, 1500}, {2, 1100, 1500},  // 1 is last: waits 200 and 100
            {0, 2000, 2600}, {1, 2400, 2600}, {2, 2100, 2600},  // 1 is last: waits 400 and 300
            {0, 3300, 3600}, {1, 3000, 3600}, {2, 3050, 3600},  // 0 is last: waits 300 and 250
            {0, 4000, 4900}, {1, 4800, 4900}, {2, 4000, 4900}}; // 1 is last: waits 800 and 800
}

std::filesystem::path realFile(const char* name)
{
    const std::filesystem::path file = tests::sharedTraces() / name;
    return std::filesystem::exists(file) ? file : std::filesystem::path();
}

std::vector<std::filesystem::path> realRanks(const std::string& name)
{
    std::vector<std::filesystem::path> files;
    files.reserve(4);
    for (int rank = 0; rank < 4; ++rank)
        files.push_back(tests::sharedTraces() / "shardscope" /
                        (name + ".rank" + std::to_string(rank) + ".json.gz"));
    return std::filesystem::exists(files.front()) ? files : std::vector<std::filesystem::path>();
}

} // namespace

void TstAnalyzeRanks::whoWaitsForWhom()
{
    const core::Report report = analyzed(tests::rankRun(lateCalls(), {{}, {}, {}}), "stragglers");
    const core::Table& ranks = table(report, "stragglers");
    QCOMPARE(ranks.rows.size(), std::size_t{3});
    QCOMPARE(integer(ranks, 1, "last"), 3);
    QCOMPARE(integer(ranks, 0, "last"), 1);
    QCOMPARE(integer(ranks, 2, "last"), 0);
    QCOMPARE(integer(ranks, 0, "waited_ns"), 200 + 400 + 800);
    QCOMPARE(integer(ranks, 1, "waited_ns"), 300);
    QCOMPARE(integer(ranks, 2, "waited_ns"), 100 + 300 + 250 + 800);
    QCOMPARE(integer(ranks, 1, "waited_for_ns"), 300 + 700 + 1600);
    QCOMPARE(integer(ranks, 0, "waited_for_ns"), 550);
    QCOMPARE(integer(ranks, 1, "lateness_ns"), (200 + 400 + 0 + 800) / 4);
    const core::Table& pairs = table(report, "who_waits_for_whom");
    QCOMPARE(integer(pairs, 0, "waiting_rank"), 0); // 1400, before 2's 1200
    QCOMPARE(integer(pairs, 0, "late_rank"), 1);
    QCOMPARE(integer(pairs, 0, "waited_ns"), 1400);
    QCOMPARE(integer(pairs, 1, "waiting_rank"), 2);
    QCOMPARE(integer(pairs, 1, "waited_ns"), 1200);
    const core::Table& late = table(report, "late_collectives");
    QCOMPARE(integer(late, 0, "begin_ns"), 4000 - 1000); // since the run's begin
    QCOMPARE(integer(late, 0, "transfer_ns"), 100);
    const core::Finding* const straggler = findingOf(report, "stragglers.rank");
    QVERIFY(straggler != nullptr);
    QCOMPARE(straggler->args.front(), std::string("1"));
    QCOMPARE(straggler->evidence.front().beginNs, std::int64_t{4800});
}

void TstAnalyzeRanks::criticalPathFollowsTheLast()
{
    std::vector<TrueCall> calls = lateCalls();
    calls.push_back({2, 4950, 5200, "after"}); // rank 2 ends last
    const core::Report report = analyzed(tests::rankRun(calls, {{}, {}, {}}), "rank_critical_path");
    // Back from 5200 on rank 2 to 4900; the last collective since rank 1 came at 4800; rank 1 back to 3600;
    // rank 0 came at 3300; rank 0 back to 2600; rank 1 came at 2400; back to 1500; came at 1200; back to the
    // start at 1000.
    const core::Table& path = table(report, "path");
    std::vector<std::string> lines;
    for (std::size_t row = 0; row < path.rows.size(); ++row)
        lines.push_back(std::to_string(integer(path, row, "rank")) + " " +
                        std::to_string(integer(path, row, "begin_ns") + 1000) + "+" +
                        std::to_string(integer(path, row, "duration_ns")) + " " + word(path, row, "what"));
    QCOMPARE(lines, (std::vector<std::string>{
                        "1 1000+200 own work", "1 1200+300 all_reduce", "1 1500+900 own work",
                        "1 2400+200 all_reduce", "0 2600+700 own work", "0 3300+300 all_reduce",
                        "1 3600+1200 own work", "1 4800+100 all_reduce", "2 4900+300 own work"}));
    const core::Table& shares = table(report, "rank_critical_path");
    QCOMPARE(integer(shares, 1, "other_ns"), 200 + 900 + 1200);
    QCOMPARE(integer(shares, 1, "communicating_ns"), 300 + 200 + 100);
    QCOMPARE(report.marks.size(), std::size_t{9});
}

void TstAnalyzeRanks::bubbleOfTwoStages()
{
    // GPipe, two stages, two micro-batches, forward 10, backward 20, nothing else. Stage 1 waits for its
    // first input inside "Forward 0".
    const std::vector<TrueCall> calls{
        {0, 0, 10, "Forward 0"},   {0, 10, 20, "Forward 1"},  {0, 40, 70, "Backward 0"},
        {0, 70, 90, "Backward 1"}, {1, 0, 20, "Forward 0"},   {1, 20, 30, "Forward 1"},
        {1, 30, 50, "Backward 0"}, {1, 50, 70, "Backward 1"}, {1, 0, 10, "gloo:recv"},
        {0, 40, 50, "gloo:recv"},  {0, 70, 70, "gloo:recv"}};
    const core::Report report = analyzed(tests::rankRun(calls, {{}, {}}), "pipeline_bubble");
    const core::Table& ranks = table(report, "pipeline_bubble");
    QCOMPARE(ranks.rows.size(), std::size_t{2});
    QCOMPARE(integer(ranks, 0, "forward_ns"), 20);
    QCOMPARE(integer(ranks, 0, "backward_ns"), 40);
    QCOMPARE(integer(ranks, 0, "waiting_ns"), 10);
    QCOMPARE(integer(ranks, 0, "bubble_ns"), 30);
    QCOMPARE(integer(ranks, 1, "forward_ns"), 20);
    QCOMPARE(integer(ranks, 1, "waiting_ns"), 10);
    QCOMPARE(integer(ranks, 1, "bubble_ns"), 30);
    // (p - 1) / (m + p - 1): what equal stages without transfers lose, and these do.
    QVERIFY(qFuzzyCompare(real(ranks, 1, "ideal_share"), 1.0 / 3));
    QVERIFY(qFuzzyCompare(real(ranks, 1, "bubble_share"), 1.0 / 3));
}

/// The same schedule without the names of micro-batches: what the ranks compute, and what they send and
/// receive. A ring, whose ranks all send and receive at once, is no pipeline.
void TstAnalyzeRanks::bubbleByTransfers()
{
    const auto pipeline = [](bool ring) {
        const auto event = [](const char* category, const char* name, int ts, int dur) {
            return R"({"ph":"X","pid":1,"tid":1,"cat":")" + std::string(category) + R"(","name":")" + name +
                   R"(","ts":)" + std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + "}";
        };
        const auto forward = [&](int ts) { return event("cpu_op", "aten::linear", ts, 10); };
        const auto backward = [&](int ts) {
            return event("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", ts, 20) + "," +
                   event("cpu_op", "AddmmBackward0", ts, 20);
        };
        const auto send = [&](int ts) { return event("user_annotation", "gloo:send", ts, 1); };
        const auto receive = [&](int ts, int end) {
            return event("user_annotation", "gloo:recv", ts, end - ts);
        };
        const std::string first = forward(0) + "," + send(10) + "," + forward(11) + "," + send(21) + "," +
                                  receive(22, 51) + "," + backward(51) + "," + receive(71, 72) + "," +
                                  backward(72) + (ring ? "," + receive(0, 5) : "");
        const std::string last = receive(0, 11) + "," + forward(11) + "," + receive(21, 22) + "," +
                                 forward(22) + "," + backward(32) + "," + send(52) + "," + backward(53) +
                                 "," + send(73) + (ring ? "," + send(0) : "");
        const tests::ScratchFolder scratch;
        const auto write = [&](const char* name, const std::string& events, int rank) {
            return scratch.write(name, R"({"distributedInfo":{"rank":)" + std::to_string(rank) +
                                           R"(,"world_size":2},"traceEvents":[)" + events + "]}");
        };
        return analyzed(tests::imported({write("a.json", first, 0), write("b.json", last, 1)}).run,
                        "pipeline_bubble");
    };
    const core::Report report = pipeline(false);
    const core::Table& ranks = table(report, "pipeline_bubble");
    QCOMPARE(ranks.rows.size(), std::size_t{2});
    QVERIFY(findingOf(report, "pipeline.by_transfers") != nullptr);
    // Rank 0 computes [0, 10) [11, 21) [51, 71) [72, 92); it waits until its sends are over at 11 and 22, for
    // what comes until 51, and at 71.
    QCOMPARE(integer(ranks, 0, "forward_ns"), 20'000);
    QCOMPARE(integer(ranks, 0, "backward_ns"), 40'000);
    QCOMPARE(integer(ranks, 0, "bubble_ns"), 32'000);
    QCOMPARE(integer(ranks, 0, "micro_batches"), 2);
    QVERIFY(qFuzzyCompare(real(ranks, 0, "ideal_share"), 1.0 / 3));
    // Rank 1 begins at 11, waits at 21 and until its send is over at 53, and ends at 73 of 92.
    QCOMPARE(integer(ranks, 1, "bubble_ns"), 11'000 + 1'000 + 1'000 + 19'000);
    QVERIFY(findingOf(pipeline(true), "empty.no_micro_batches") != nullptr);
}

/// Real pipelines whose annotations are taken away: the bubble is that of the annotations.
void TstAnalyzeRanks::realPipelinesByTransfers()
{
    for (const char* const name : {"cpu_pp4_gpipe_m8", "cpu_pp4_interleaved_m8"}) {
        const auto files = realRanks(name);
        if (files.empty())
            QSKIP("shared traces are not here");
        const tests::ScratchFolder scratch;
        std::vector<std::filesystem::path> bare;
        for (std::size_t rank = 0; rank < files.size(); ++rank) {
            std::string text = tests::wholeText(files[rank]);
            for (const char* const named : {"\"Forward ", "\"Backward ", "\"PP:"}) {
                for (auto at = text.find(named); at != std::string::npos; at = text.find(named, at))
                    text.replace(at, 3, "\"zz"); // keeps the length: names no micro-batch any more
            }
            bare.push_back(scratch.write("bare.rank" + std::to_string(rank) + ".json", text));
        }
        const core::Report named = analyzed(tests::imported(files).run, "pipeline_bubble");
        const core::Report told = analyzed(tests::imported(bare).run, "pipeline_bubble");
        QVERIFY(findingOf(named, "pipeline.by_transfers") == nullptr);
        QVERIFY(findingOf(told, "pipeline.by_transfers") != nullptr);
        const core::Table& a = table(named, "pipeline_bubble");
        const core::Table& b = table(told, "pipeline_bubble");
        QCOMPARE(b.rows.size(), a.rows.size());
        for (std::size_t row = 0; row < a.rows.size(); ++row) {
            QCOMPARE(integer(b, row, "micro_batches"), integer(a, row, "micro_batches"));
            QCOMPARE(integer(b, row, "stages"), integer(a, row, "stages"));
            const double off = real(b, row, "bubble_share") - real(a, row, "bubble_share");
            QVERIFY2(std::abs(off) < 0.03, qPrintable(QString("%1 row %2: %3 for %4")
                                                          .arg(name)
                                                          .arg(row)
                                                          .arg(real(b, row, "bubble_share"))
                                                          .arg(real(a, row, "bubble_share"))));
        }
    }
}

void TstAnalyzeRanks::stalenessOfMadeUpBatches()
{
    const std::vector<TrueCall> calls{
        {0, 0, 10, "## embedding get 0 ##"},  {0, 12, 20, "## embedding get 1 ##"},
        {0, 15, 30, "## embedding put 0 ##"}, {0, 25, 35, "## embedding get 2 ##"},
        {0, 40, 50, "## embedding put 1 ##"}, {0, 50, 60, "## embedding get 3 ##"},
        {0, 60, 70, "## embedding put 2 ##"}};
    const core::Report report = analyzed(tests::rankRun(calls, {{}}), "parameter_server");
    const core::Table& staleness = table(report, "staleness");
    // Batch 1 is read at 12: 0 is put back by 30. Batch 2 at 25: 0 and 1. Batch 3 at 50: 1 is just back.
    QCOMPARE(integer(staleness, 0, "staleness"), 0);
    QCOMPARE(integer(staleness, 1, "staleness"), 1);
    QCOMPARE(integer(staleness, 2, "staleness"), 2);
    QCOMPARE(integer(staleness, 3, "staleness"), 1);
    QCOMPARE(integer(staleness, 2, "reach"), 2);
    QCOMPARE(integer(table(report, "stages"), 0, "total_ns"), 10 + 8 + 10 + 10);
    QVERIFY(findingOf(report, "parameter_server.staleness") != nullptr);
}

void TstAnalyzeRanks::exposedCommunication()
{
    const tests::ScratchFolder scratch;
    const auto file = scratch.write("a.json", R"({"traceEvents": [
      {"ph":"X","cat":"kernel","name":"sgemm","pid":0,"tid":7,"ts":0,"dur":100,"args":{"stream":7}},
      {"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_f32_RING_LL","pid":0,"tid":9,"ts":60,"dur":100,
       "args":{"stream":9,"Collective name":"allreduce","In msg nelems":16,"dtype":"Float",
               "Process Group Name":"3","Process Group Description":"mesh_dp","Process Group Ranks":"[0, 1]"}},
      {"ph":"X","cat":"kernel","name":"ncclDevKernel_SendRecv","pid":0,"tid":9,"ts":200,"dur":50,
       "args":{"stream":9,"Collective name":"send","In msg nelems":4,"dtype":"Float","Dst Rank":1,
               "Process Group Name":"4","Process Group Description":"mesh_pp","Process Group Ranks":"[0, 1]"}}]})");
    const core::Report report = analyzed(tests::imported(file).run, "communication");
    const core::Table& axes = table(report, "communication_by_axis");
    QCOMPARE(axes.rows.size(), std::size_t{2});
    QCOMPARE(word(axes, 0, "axis"), std::string("replica"));
    QCOMPARE(integer(axes, 0, "busy_ns"), 100'000);
    QCOMPARE(integer(axes, 0, "exposed_ns"), 60'000);
    QCOMPARE(real(axes, 0, "bytes"), 64.0);
    QCOMPARE(word(axes, 1, "axis"), std::string("pipeline"));
    QCOMPARE(integer(axes, 1, "exposed_ns"), 50'000);
    QCOMPARE(word(table(report, "communication"), 1, "collective"), std::string("send"));
}

void TstAnalyzeRanks::emptyReportsSayWhy_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("why");
    QTest::newRow("stragglers") << "stragglers"
                                << "empty.one_rank";
    QTest::newRow("path") << "rank_critical_path"
                          << "empty.one_rank";
    QTest::newRow("skew") << "rank_skew"
                          << "empty.one_rank";
    QTest::newRow("bubble") << "pipeline_bubble"
                            << "empty.no_micro_batches";
    QTest::newRow("server") << "parameter_server"
                            << "empty.no_parameter_server";
    QTest::newRow("communication") << "communication"
                                   << "empty.no_communication";
}

void TstAnalyzeRanks::emptyReportsSayWhy()
{
    QFETCH(QString, key);
    QFETCH(QString, why);
    const auto run = tests::rankRun({{0, 0, 10, "aten::mm"}}, {{}});
    const core::Report report = analyzed(run, key.toUtf8().constData());
    QVERIFY(findingOf(report, why.toStdString()) != nullptr);
    for (const core::Table& one : report.tables)
        QVERIFY(one.rows.empty());
}

void TstAnalyzeRanks::realStraggler()
{
    const auto files = realRanks("h200_ddp4_straggler");
    if (files.empty())
        QSKIP("shared traces are not here");
    const core::Report report = analyzed(tests::imported(files).run, "stragglers");
    const core::Table& ranks = table(report, "stragglers");
    // Taken from the JSON by a script of a few lines, n-th call of a size with n-th call. (Rank 2 has three
    // times the others' batch, but over gloo a call begins before the device has finished: its lateness lies
    // inside.)
    const std::int64_t last[] = {6, 14, 7, 12};
    const std::int64_t waited[] = {20410520, 49927121, 40742125, 65536245};
    const std::int64_t waitedFor[] = {119836298, 15531170, 26521727, 14726816};
    for (std::size_t rank = 0; rank < 4; ++rank) {
        QCOMPARE(integer(ranks, rank, "collectives"), 39);
        QCOMPARE(integer(ranks, rank, "last"), last[rank]);
        QCOMPARE(integer(ranks, rank, "waited_ns"), waited[rank]);
        QCOMPARE(integer(ranks, rank, "waited_for_ns"), waitedFor[rank]);
    }
}

void TstAnalyzeRanks::realPipelines()
{
    // Stage times measured beside the traces: cpu_pipeline_steps.json, 24.2 ms forward, 49.0 ms backward of a
    // whole stage; recording costs some per cent, four processes on few cores more.
    for (const char* const name : {"cpu_pp4_gpipe_m8", "cpu_pp4_interleaved_m8"}) {
        const auto files = realRanks(name);
        if (files.empty())
            QSKIP("shared traces are not here");
        const core::Report report = analyzed(tests::imported(files).run, "pipeline_bubble");
        const core::Table& ranks = table(report, "pipeline_bubble");
        QCOMPARE(ranks.rows.size(), std::size_t{8}); // two steps of four ranks
        const bool interleaved = std::string(name).find("interleaved") != std::string::npos;
        for (std::size_t row = 0; row < 8; ++row) {
            QCOMPARE(integer(ranks, row, "micro_batches"), 8);
            QCOMPARE(integer(ranks, row, "stages"), interleaved ? 2 : 1);
            const double forward = static_cast<double>(integer(ranks, row, "forward_ns")) * 1e-9 / 8;
            const double backward = static_cast<double>(integer(ranks, row, "backward_ns")) * 1e-9 / 8;
            QVERIFY2(forward > 0.022 && forward < 0.042, qPrintable(QString::number(forward)));
            QVERIFY2(backward > 0.044 && backward < 0.075, qPrintable(QString::number(backward)));
            const double share = real(ranks, row, "bubble_share");
            QVERIFY2(share > 0.05 && share < 0.6, qPrintable(QString::number(share)));
        }
        QVERIFY(qFuzzyCompare(real(ranks, 0, "ideal_share"), interleaved ? 3.0 / 19 : 3.0 / 11));
        // They wait for one another in sends and receives that name no peer; the barrier at a step's end, to
        // which the first stage comes last by the schedule, blames nobody and makes no path.
        const core::Report late = analyzed(tests::imported(files).run, "stragglers");
        QVERIFY(findingOf(late, "stragglers.rank") == nullptr);
        QVERIFY(findingOf(late, "ranks.transfers_unknown") != nullptr);
        QVERIFY(findingOf(analyzed(tests::imported(files).run, "rank_critical_path"),
                          "empty.transfers_unknown") != nullptr);
    }
}

void TstAnalyzeRanks::realParameterServers()
{
    const auto synchronous = realFile("shardscope/h200_persia_full_sync.json.gz");
    const auto asynchronous = realFile("shardscope/h200_persia_persia.json.gz");
    if (synchronous.empty())
        QSKIP("shared traces are not here");
    const core::Report sync = analyzed(tests::imported(synchronous).run, "parameter_server");
    const core::Report async = analyzed(tests::imported(asynchronous).run, "parameter_server");
    // Counted from the JSON by a script of a few lines.
    const std::vector<std::int64_t> expected{0, 1, 2, 3, 4, 5, 6, 6, 6, 6};
    for (std::size_t batch = 0; batch < 10; ++batch) {
        QCOMPARE(integer(table(sync, "staleness"), batch, "staleness"), 0);
        QCOMPARE(integer(table(async, "staleness"), batch, "staleness"), expected[batch]);
    }
    QVERIFY(findingOf(sync, "parameter_server.synchronous") != nullptr);
    std::map<std::string, std::int64_t> totals;
    const core::Table& stages = table(async, "stages");
    for (std::size_t row = 0; row < stages.rows.size(); ++row)
        totals[word(stages, row, "stage")] = (integer(stages, row, "total_ns") + 500) / 1000;
    QCOMPARE(totals["embedding get"], std::int64_t{153253});
    QCOMPARE(totals["embedding put"], std::int64_t{585446});
    QCOMPARE(totals["dense update"], std::int64_t{843492});
}

void TstAnalyzeRanks::realSkew()
{
    const auto folder = realFile("param/dlrm_kineto");
    if (folder.empty())
        QSKIP("shared traces are not here");
    const auto run = tests::imported(folder).run;
    const core::Table skew = table(analyzed(run, "rank_skew"), "rank_skew");
    QCOMPARE(skew.rows.size(), std::size_t{8});
    QCOMPARE(integer(skew, 0, "exchanges"), 5);
    QCOMPARE(integer(skew, 0, "in_exchange_ns"), (2146 + 1032 + 176 + 131 + 514) * 1000);
    // Shapes of rank 0's annotations: 6144 floats, 24 longs, 384 and 3392 ints, 6144 floats.
    QCOMPARE(real(skew, 0, "exchanged"), 4.0 * 6144 + 8 * 24 + 4 * 384 + 4 * 3392 + 4 * 6144);
    const core::Report path = analyzed(run, "rank_critical_path");
    double whole = 0;
    for (std::size_t row = 0; row < path.tables.front().rows.size(); ++row)
        whole += real(path.tables.front(), row, "share");
    QVERIFY(std::abs(whole - 1) < 1e-9);
}

SHARDSCOPE_TEST(TstAnalyzeRanks)
#include "tst_analyze_ranks.moc"
